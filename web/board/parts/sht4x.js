// SPDX-License-Identifier: MIT
// The SHT40, SHT41 and SHT45, as in sim/board/parts/sht4x.py.

import { bytesOf, I2CPart } from "./part.js";

// A write is a command; the read that follows returns two words, each with its checksum.
export class SHT4x extends I2CPart {
  #answer = [];

  write([command]) {
    const { MEASUREMENTS, SERIAL_NUMBER, RESET, NUMBER } = this.facts;
    const { temperature, humidity } = this.values;
    if (MEASUREMENTS.includes(command)) {
      this.#answer = [...word(temperature, -45, 175), ...word(humidity, -6, 125)];
    } else if (command === SERIAL_NUMBER) {
      this.#answer = [...withChecksum(NUMBER.slice(0, 2)), ...withChecksum(NUMBER.slice(2))];
    } else if (command === RESET) {
      this.#answer = [];
    }
  }

  read() {
    return [...this.#answer];
  }
}

function word(value, low, span) {
  return withChecksum(bytesOf(Math.round((value - low) / span * 0xffff), 2));
}

function withChecksum(bytes) {
  let sum = 0xff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) {
      sum = sum << 1 ^ (sum & 0x80 ? 0x131 : 0);
    }
  }
  return [...bytes, sum];
}
