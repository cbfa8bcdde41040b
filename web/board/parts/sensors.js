// SPDX-License-Identifier: MIT
// The board's own sensors, as in sim/board/sensors.py: the light sensor, and the ADT7410, a
// thermometer on the I2C bus, of a board that has one.

import { bytesOf, Part } from "./part.js";

export class Sensors extends Part {
  #line;

  plug({ pins, i2c }) {
    this.#line = pins.named("LIGHT");
    this.#line.outside = () => this.values.light;
    if (this.facts.ADDRESS !== null) {
      i2c.connect(this.facts.ADDRESS, new Thermometer(this.facts, () => this.values.temperature));
    }
  }

  pull() {
    this.#line.outside = () => null;
  }
}

// A write selects a register, and may fill it and those that follow.
class Thermometer {
  #facts;
  #celsius;
  #registers;
  #pointer;

  constructor(facts, celsius) {
    this.#facts = facts;
    this.#celsius = celsius;
    this.#reset();
  }

  write([register, ...bytes]) {
    const { REGISTERS, CONFIGURATION, IDENTITY, RESET } = this.#facts;
    this.#pointer = register % REGISTERS;
    if (this.#pointer === RESET) {
      this.#reset();
    }
    bytes.forEach((value, at) => {
      const place = this.#pointer + at;
      if (place >= CONFIGURATION && place < IDENTITY) {
        this.#registers[place] = value;
      }
    });
  }

  read(length) {
    const { REGISTERS, TEMPERATURE } = this.#facts;
    this.#registers.set(bytesOf(this.#reading(), 2), TEMPERATURE);
    return Array.from({ length }, (_, at) => this.#registers[(this.#pointer + at) % REGISTERS]);
  }

  #reset() {
    const { REGISTERS, CONFIGURATION, IDENTITY, LIMITS, MANUFACTURER } = this.#facts;
    this.#pointer = 0;
    this.#registers = new Uint8Array(REGISTERS);
    this.#registers.set(LIMITS, CONFIGURATION + 1);
    this.#registers[IDENTITY] = MANUFACTURER;
  }

  // Steps of 1/128 °C in 16 bits, or of 1/16 °C in 13 bits before three of alarms.
  #reading() {
    const { CONFIGURATION, SIXTEEN_BITS } = this.#facts;
    const reading = Math.round(this.#celsius() * 128);
    return this.#registers[CONFIGURATION] & SIXTEEN_BITS ? reading : reading & ~7;
  }
}
