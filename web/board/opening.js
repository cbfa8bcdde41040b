// SPDX-License-Identifier: MIT
// A program's first moments, until there is something to see of it.

// Of the screens that are painted the first is the terminal's.
const SCREENS = 3;
const LONGEST_NS = 1.5e9;

export class Opening {
  #enough;
  #until = -Infinity;
  #painted = 0;

  // `screen` is how many bytes of pixels a screen takes.
  constructor(screen) {
    this.#enough = SCREENS * screen;
  }

  begin(now) {
    this.#until = now + LONGEST_NS;
    this.#painted = 0;
  }

  paint(bytes) {
    this.#painted += bytes;
  }

  lasts(now) {
    return this.#painted < this.#enough && now < this.#until;
  }
}
