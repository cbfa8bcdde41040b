// SPDX-License-Identifier: MIT
// Prevents accidental answers to a question: its buttons work only after half a second without touch
// or key, from when it was asked or the page came to the front again.

const CALM_MS = 500;

// Returns a function to call with each question that the dialog asks.
export function delayedButtons(dialog) {
  const buttons = [...dialog.querySelectorAll("button")];
  const set = (on) => buttons.forEach((button) => { button.disabled = !on; });
  let timer;
  const delay = () => {
    clearTimeout(timer);
    set(false);
    timer = setTimeout(set, CALM_MS, true);
  };
  const whileOff = (act) => () => dialog.open && buttons[0].disabled && act();
  addEventListener("pointerdown", whileOff(() => clearTimeout(timer)), true);
  for (const kind of ["pointerup", "pointercancel", "keydown", "keyup"]) {
    addEventListener(kind, whileOff(delay), true);
  }
  for (const kind of ["focus", "blur"]) {
    addEventListener(kind, () => dialog.open && delay());
  }
  document.addEventListener("visibilitychange", () => dialog.open && delay());
  return delay;
}
