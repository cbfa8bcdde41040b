// SPDX-License-Identifier: MIT
// The chip's random numbers: those that follow from a run's sixteen bytes, so that the run can be
// done again. The generator is sfc32, of Chris Doty-Humphrey's PractRand.

import { readLong } from "./numbers.js";

const WARM_UP = 15;

export class Chance {
  #words;

  constructor(seed) {
    this.#words = Int32Array.from([0, 4, 8, 12], (at) => readLong(seed, at));
    for (let n = 0; n < WARM_UP; n++) {
      this.next();
    }
  }

  // 32 bits.
  next() {
    const words = this.#words, [a, b, c, d] = words;
    const sum = a + b + d | 0;
    words[0] = b ^ b >>> 9;
    words[1] = c + (c << 3);
    words[2] = (c << 21 | c >>> 11) + sum;
    words[3] = d + 1;
    return sum >>> 0;
  }
}
