// SPDX-License-Identifier: MIT
// Collects the DAC's samples for the page's loudspeaker.

// 12 bits, silent in the middle.
const MIDDLE = 2048;
const CHANNEL = 0;

// `tell` takes {sound: {samples: from -1 to 1, rate: of them in a second}}.
export class Speaker {
  #cyclesPerSecond;
  #tell;

  constructor(cyclesPerSecond, tell) {
    this.#cyclesPerSecond = cyclesPerSecond;
    this.#tell = tell;
  }

  // `period` is the cycles from one sample to the next, 0 for a steady voltage.
  take(channel, values, period) {
    if (channel === CHANNEL && period) {
      const samples = Float32Array.from(values, (value) => (value - MIDDLE) / MIDDLE);
      this.#tell({ sound: { samples, rate: this.#cyclesPerSecond / period } });
    }
  }
}
