// SPDX-License-Identifier: MIT
// Where the worker rests: it returns to its event loop, where the page's messages reach it.

export class Bed {
  rests = false;
  #wake = null;
  #timer;

  // A promise that is kept after so many ms, or when `wake` is called; with 0 once the messages
  // that have come are taken.
  rest(ms) {
    return new Promise((done) => {
      this.#wake = done;
      this.rests = ms > 0;
      if (!ms) {
        breathe(done);
      } else if (ms < Infinity) {
        this.#timer = setTimeout(done, ms);
      }
    });
  }

  wake() {
    this.rests = false;
    clearTimeout(this.#timer);
    this.#wake?.();
  }
}

// A timer would wait for milliseconds.
const { port1, port2 } = new MessageChannel();
function breathe(done) {
  port1.onmessage = done;
  port2.postMessage(0);
}
