// SPDX-License-Identifier: MIT
// The chip's pins: what it drives them to, and what is connected to them outside. Voltages are
// fractions of the supply, 0 to 1.

// A pin's states, as the chip tells them; the others float.
const LOW = 0, HIGH = 1, PULLED_UP = 3, PULLED_DOWN = 4;
const LEVELS = { [LOW]: 0, [HIGH]: 1 }, PULLS = { [PULLED_UP]: 1, [PULLED_DOWN]: 0 };
const FULL = 0xffff;

class Line {
  level = null;
  pull = null;
  // The voltage that a part of the board answers, null where it leaves the line alone.
  outside = () => null;
  // Called with each level that the chip drives it to, null for none.
  driven = () => {};
  #held = null;
  #hold;

  constructor(hold) {
    this.#hold = hold;
  }

  drive(state) {
    this.pull = PULLS[state] ?? null;
    this.#set(LEVELS[state] ?? null);
  }

  // A timer drives the pin, high for this part of its period; null when it stops.
  wave(part) {
    this.pull = null;
    this.#set(part);
  }

  // A part of the board drives it, 0 or 1.
  hold(level) {
    if (level !== this.#held) {
      this.#held = level;
      this.#hold(level);
    }
  }

  voltage() {
    return this.level ?? this.outside() ?? this.#held ?? this.pull ?? 0;
  }

  reading() {
    return Math.round(this.voltage() * FULL);
  }

  #set(level) {
    this.level = level;
    this.driven(level);
  }
}

// `numbers` has each pin's number by its name in `board`; `hold(number, level)` tells the chip what
// a part drives a pin to.
export class Pins {
  #names;
  #hold;
  #lines = new Map();

  constructor(numbers, hold) {
    this.#names = numbers;
    this.#hold = hold;
  }

  named(name) {
    return this.line(this.#names[name]);
  }

  line(number) {
    if (!this.#lines.has(number)) {
      this.#lines.set(number, new Line((level) => this.#hold(number, level)));
    }
    return this.#lines.get(number);
  }
}
