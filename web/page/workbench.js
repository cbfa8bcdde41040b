// SPDX-License-Identifier: MIT
// The workbench beside the board: program, console, light, memory, firmware. The user opens it and
// its parts, which outlives a reload; a program of the user's own opens it too.

const KEY = "pyportal workbench";

export class Workbench {
  #button;
  #bench;
  #parts;
  // Whether the user opened it.
  #wanted;

  constructor(button, bench) {
    this.#button = button;
    this.#bench = bench;
    this.#parts = [...bench.querySelectorAll("details")];
    button.onclick = () => this.#choose(bench.hidden);
    const open = kept();
    for (const part of this.#parts) {
      part.open = open?.includes(part.id) ?? part.open;
      part.ontoggle = () => this.#keep();
    }
    this.#wanted = open?.includes(bench.id) ?? false;
    this.#set(this.#wanted);
  }

  open() {
    this.#set(true);
  }

  #choose(on) {
    this.#wanted = on;
    this.#set(on);
    this.#keep();
    if (on) {
      this.#bench.scrollIntoView({ block: "nearest" });
    }
  }

  #set(on) {
    this.#bench.hidden = !on;
    this.#button.setAttribute("aria-expanded", on);
    document.body.classList.toggle("working", on);
  }

  // The ids of all that is open.
  #keep() {
    const open = [...this.#parts.filter((part) => part.open),
                  ...this.#wanted ? [this.#bench] : []];
    try {
      sessionStorage.setItem(KEY, open.map(({ id }) => id).join(" "));
    } catch {
      // It begins as the page has it the next time.
    }
  }
}

// null where nothing is kept, or the browser's storage is blocked.
function kept() {
  try {
    return sessionStorage.getItem(KEY)?.split(" ") ?? null;
  } catch {
    return null;
  }
}
