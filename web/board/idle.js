// SPDX-License-Identifier: MIT
// Lets the worker wait in its event loop, where the page's messages reach it.

export class Idle {
  waits = false;
  #wake = null;
  #timer;

  // Resolves after so many ms, or when `wake` is called; with 0 once the messages that have come
  // are handled.
  wait(ms) {
    return new Promise((done) => {
      this.#wake = done;
      this.waits = ms > 0;
      if (!ms) {
        afterMessages(done);
      } else if (ms < Infinity) {
        this.#timer = setTimeout(done, ms);
      }
    });
  }

  wake() {
    this.waits = false;
    clearTimeout(this.#timer);
    this.#wake?.();
  }
}

// A timer would wait for milliseconds.
const { port1, port2 } = new MessageChannel();
function afterMessages(done) {
  port1.onmessage = done;
  port2.postMessage(0);
}
