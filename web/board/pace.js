// SPDX-License-Identifier: MIT
// Holds virtual time to real time, and says when the worker is to listen.

const MS = 1e6;
// Nearer than this is on time; farther behind than that is not caught up with.
const EARLY_MS = 3, LATE_MS = 250;
// So long may the worker be deaf.
const DEAF_MS = 8;

export class Pace {
  // Off: as fast as it goes.
  on = true;
  // While the user waits for something to see, it is off too.
  hurries = false;
  #held = false;
  #clock;
  #base = null;
  #heard = 0;

  // `clock` gives real milliseconds.
  constructor(clock = () => performance.now()) {
    this.#clock = clock;
  }

  get held() {
    return this.#held;
  }

  // Time stands still, or goes on from here.
  set held(held) {
    this.#held = held;
    this.#base = null;
  }

  // How many ms to rest before a virtual moment (ns), null to go on at once.
  due(now) {
    if (this.#held) {
      return Infinity;
    }
    const real = this.#clock();
    const early = this.#early(now, real);
    if (early < EARLY_MS && real - this.#heard < DEAF_MS) {
      return null;
    }
    return early < EARLY_MS ? 0 : early;
  }

  // The worker has listened.
  listened() {
    this.#heard = this.#clock();
  }

  #early(now, real) {
    if (!this.on || this.hurries || now < 0) {
      this.#base = null;
      return 0;
    }
    this.#base ??= now / MS - real;
    const early = now / MS - real - this.#base;
    if (early < -LATE_MS) {
      this.#base += early;
    }
    return early;
  }
}
