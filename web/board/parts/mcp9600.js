// SPDX-License-Identifier: MIT
// The MCP9600, a thermocouple amplifier, as in sim/board/parts/mcp9600.py.

import { bytesOf, I2CPart } from "./part.js";

export class MCP9600 extends I2CPart {
  #register = this.facts.HOT;
  #settings = {};

  write([register, ...bytes]) {
    this.#register = register;
    if (bytes.length) {
      this.#settings[register] = bytes;
    }
  }

  // Temperatures are steps of 1/16 °C.
  read(length) {
    const { HOT, DIFFERENCE, COLD, FIXED } = this.facts, { hot, cold } = this.values;
    const degrees = { [HOT]: hot, [DIFFERENCE]: hot - cold, [COLD]: cold }[this.#register];
    const value = degrees === undefined
      ? this.#settings[this.#register] ?? FIXED[this.#register] ?? []
      : bytesOf(Math.round(degrees * 16), 2);
    return [...value, ...Array(length).fill(0)].slice(0, length);
  }
}
