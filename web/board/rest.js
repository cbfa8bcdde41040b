// SPDX-License-Identifier: MIT
// How a worker rests, in two ways. With promises it returns to its event loop, where the page's
// messages reach it; browsers in which WebAssembly cannot wait for those have it sleep instead, and
// look into its mailbox.

export class Promised {
  #wake = null;

  // A promise that is kept after so many ms; with Infinity when `wake` is called.
  rest(ms) {
    return new Promise((done) => {
      this.#wake = done;
      if (!ms) {
        breathe(done);
      } else if (ms < Infinity) {
        setTimeout(done, ms);
      }
    });
  }

  wake() {
    this.#wake?.();
  }
}

export class Asleep {
  #mailbox;
  #hear;

  constructor(mailbox, hear) {
    this.#mailbox = mailbox;
    this.#hear = hear;
  }

  // Returns after so many ms, or when there was a message.
  rest(ms) {
    for (const message of this.#mailbox.take(ms)) {
      this.#hear(message);
    }
  }

  wake() {
  }
}

// Messages that have come are taken first; a timer would wait for milliseconds.
function breathe(done) {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    done();
  };
  port2.postMessage(0);
}
