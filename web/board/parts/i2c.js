// SPDX-License-Identifier: MIT
// The I2C bus byte by byte, for chips that take a transfer at once.

// A bus reads this where nothing answers.
const IDLE = 0xff;
// Nobody knows beforehand how long a read will be.
const AHEAD = 256;

export class I2CBus {
  #chips = new Map();
  #chip = null;
  #written = null;
  #coming = [];

  connect(address, chip) {
    this.#chips.set(address, chip);
  }

  // Takes all chips off.
  clear() {
    this.#chips.clear();
  }

  // Whether a chip answers at this address.
  start(address, reads) {
    this.#finish();
    this.#chip = this.#chips.get(address) ?? null;
    this.#coming = [];
    this.#written = reads ? null : [];
    return this.#chip !== null;
  }

  write(byte) {
    this.#written?.push(byte);
    return this.#chip !== null && this.#written !== null;
  }

  read() {
    if (this.#chip && !this.#coming.length) {
      this.#coming = this.#chip.read(AHEAD);
    }
    return this.#coming.shift() ?? IDLE;
  }

  stop() {
    this.#finish();
    this.#chip = null;
  }

  // Passes on what was written; an address alone only asks whether a chip is there.
  #finish() {
    if (this.#chip && this.#written?.length) {
      this.#chip.write(this.#written);
    }
    this.#written = null;
  }
}
