// SPDX-License-Identifier: MIT
// Holds virtual time to real time, and lets the worker take its messages in between.

const MS = 1e6;
// Nearer than this is on time; farther behind than that is not caught up with.
const EARLY_MS = 3, LATE_MS = 250;
// So long may the worker be deaf.
const DEAF_MS = 8;

export class Pace {
  // Off: as fast as it goes.
  on = true;
  #clock;
  #base = null;
  #heard = 0;
  #gate = null;

  // `clock` gives real milliseconds.
  constructor(clock = () => performance.now()) {
    this.#clock = clock;
  }

  // Time stands still while the page cannot be seen.
  hold(held) {
    this.#gate?.open();
    this.#gate = held ? gate() : null;
    this.#base = null;
  }

  // A promise for the real moment of a virtual one (ns), nothing if the worker may go on at once.
  until(now) {
    if (this.#gate) {
      return this.#gate.opened;
    }
    const real = this.#clock();
    const early = this.#early(now, real);
    if (early < EARLY_MS && real - this.#heard < DEAF_MS) {
      return undefined;
    }
    return this.#rest(early < EARLY_MS ? 0 : early);
  }

  #early(now, real) {
    if (!this.on || now < 0) {
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

  async #rest(ms) {
    await (ms ? new Promise((done) => setTimeout(done, ms)) : breath());
    this.#heard = this.#clock();
  }
}

function gate() {
  let open;
  const opened = new Promise((done) => { open = done; });
  return { open, opened };
}

// Messages that have come are taken first; a timer would wait for milliseconds.
function breath() {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      done();
    };
    port2.postMessage(0);
  });
}
