// SPDX-License-Identifier: MIT
// The workbench beside the board: program, console, light, memory, firmware. The user opens it and
// its parts, which outlives a reload; a program of the user's own opens it too.

const KEY = "pyportal workbench";

export class Workbench {
  #button;
  #back;
  #bench;
  #parts;
  // Whether the user opened it.
  #wanted;

  constructor(element) {
    const bench = element("workbench");
    this.#button = element("tools");
    this.#back = element("back-to");
    this.#bench = bench;
    this.#parts = [...bench.querySelectorAll("details")];
    this.#button.onclick = () => this.#choose(bench.hidden);
    element("back").onclick = () => {
      this.#choose(false);
      element("screen").focus();
    };
    const open = kept();
    for (const part of this.#parts) {
      part.open = open?.includes(part.id) ?? part.open;
      part.ontoggle = () => this.#keep();
    }
    this.#wanted = open?.includes(bench.id) ?? false;
    this.#set(this.#wanted);
  }

  // Another program runs.
  follow(isGame) {
    this.#back.textContent = isGame ? "Back to the game" : "Back to the screen";
    if (!isGame) {
      this.#set(true);
    }
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
    document.documentElement.classList.toggle("working", on);
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

// Returns null where nothing is kept, or the browser's storage is blocked.
function kept() {
  try {
    return sessionStorage.getItem(KEY)?.split(" ") ?? null;
  } catch {
    return null;
  }
}
