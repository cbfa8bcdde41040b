// SPDX-License-Identifier: MIT
// Keeps a question from being answered by accident: its buttons work when nothing has been touched
// or typed for half a second since it was asked, or since the page came to the front again.

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
