// SPDX-License-Identifier: MIT
// The chip's pins: what the program drives them to, and what is connected to them outside. Voltages
// are fractions of the supply, 0 to 1.

const LOW = 0, HIGH = 1, PULLED_UP = 3, PULLED_DOWN = 4, VOLTAGE = 5;
const FULL = 4095;

class Line {
  level = null;
  pull = null;
  // What a part of the board answers, null where it leaves the line alone.
  outside = () => null;
  // Called with each level that the program drives it to, null for none.
  driven = () => {};

  // As the program's message says it: state, and a level of 65535.
  drive(state, level) {
    this.pull = state === PULLED_UP ? 1 : state === PULLED_DOWN ? 0 : null;
    this.level = state === VOLTAGE ? level / 0xffff : state === HIGH ? 1 : state === LOW ? 0 : null;
    this.driven(this.level);
  }

  voltage() {
    return this.level ?? this.outside() ?? this.pull ?? 0;
  }

  get high() {
    return this.voltage() > 0.5;
  }

  // The ADC's 12 bits, stretched to 16.
  reading() {
    const value = Math.round(this.voltage() * FULL);
    return value << 4 | value >> 8;
  }
}

// `numbers` has each pin's number by its name in `board`.
export class Pins {
  #names;
  #lines = new Map();

  constructor(numbers) {
    this.#names = numbers;
  }

  named(name) {
    return this.line(this.#names[name]);
  }

  line(number) {
    if (!this.#lines.has(number)) {
      this.#lines.set(number, new Line());
    }
    return this.#lines.get(number);
  }
}
