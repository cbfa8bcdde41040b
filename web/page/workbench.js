// SPDX-License-Identifier: MIT
// The workbench beside the board: program, console, light, memory, firmware. The user opens it,
// which outlives a reload; a program of the user's own opens it too.

const KEY = "pyportal workbench", OPEN = "open";

export class Workbench {
  #button;
  #bench;

  constructor(button, bench) {
    this.#button = button;
    this.#bench = bench;
    button.onclick = () => this.#choose(!this.isOpen);
    this.#set(kept() === OPEN);
  }

  get isOpen() {
    return !this.#bench.hidden;
  }

  open() {
    this.#set(true);
  }

  #choose(on) {
    this.#set(on);
    keep(on ? OPEN : "closed");
  }

  #set(on) {
    this.#bench.hidden = !on;
    this.#button.setAttribute("aria-expanded", on);
    document.body.classList.toggle("working", on);
  }
}

// Where the browser's storage is blocked, the workbench begins closed.
function kept() {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function keep(state) {
  try {
    sessionStorage.setItem(KEY, state);
  } catch {
    // It begins closed the next time.
  }
}
