// SPDX-License-Identifier: MIT
// Keeps the board's time from running ahead of real time: tells how far it may go on.

const MS = 1e6;
// A board that is later than LATE_MS catches up with CAUGHT_UP_MS only.
const LATE_MS = 250, CAUGHT_UP_MS = 50;

export class Pace {
  // False lets the board run as fast as it can.
  on = true;
  // True while the user waits for the first picture: then there is no limit either.
  hurries = false;
  // The ms in which the board was not asked to go on, since it was last on time.
  #rested = 0;
  #held = false;
  #clock;
  // Real milliseconds at the board's power-on, as if it had always been on time.
  #start = null;

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
    this.#start = null;
  }

  // Tells that the board is on time and will not be asked to go on for so many ms.
  rest(ms) {
    this.#rested = ms;
  }

  // Returns the time (ns) up to which a board that is at `now` (ns) may run.
  goal(now) {
    if (this.#held) {
      return now;
    }
    if (!this.on || this.hurries) {
      this.#start = null;
      return Infinity;
    }
    const real = this.#clock();
    this.#start ??= real - now / MS;
    if (real - this.#start - now / MS > LATE_MS + this.#rested) {
      this.#start = real - now / MS - CAUGHT_UP_MS - this.#rested;
    }
    return (real - this.#start) * MS;
  }
}
