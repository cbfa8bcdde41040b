// SPDX-License-Identifier: MIT
// Holds the board's time to real time: says how far it may go on.

const MS = 1e6;
// Farther behind than that is not caught up with, but for so much.
const LATE_MS = 250, CAUGHT_UP_MS = 50;

export class Pace {
  // Off: as fast as it goes.
  on = true;
  // While the user waits for something to see, it is off too.
  hurries = false;
  // For so many ms nobody wanted the board to go on, since it was last on time.
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

  // The board is on time, and will not go on for so many ms.
  rest(ms) {
    this.#rested = ms;
  }

  // The time (ns) to which a board may go that is at `now`.
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
