// SPDX-License-Identifier: MIT
// A program's first moments, in which nobody can do anything but wait: until it looks at a pin for
// the first time, as the touch panel's are, or after so long.

const LONGEST_NS = 2.5e9;

export class Opening {
  #until = -Infinity;

  begin(now) {
    this.#until = now + LONGEST_NS;
  }

  end() {
    this.#until = -Infinity;
  }

  lasts(now) {
    return now < this.#until;
  }
}
