// SPDX-License-Identifier: MIT
// One PyPortal, as the page has it: a worker from power-on to reset, with the drive, nvm and world
// that outlive it.

const WORKER = new URL("../board/worker.js", import.meta.url);

export class Machine {
  fast = false;
  light = 0.5;
  nvm = null;
  files = new Map();
  // Bytes that the chip's chance begins with, for repeating a run.
  chance = [];
  #module;
  #hears;
  #worker = null;

  constructor(module) {
    this.#module = module;
  }

  // `hears` has a function for each kind of message from the worker: picture, look, printed, play,
  // stop, pause, resume, nvm, changed, heap, running, died.
  listen(hears) {
    this.#hears = {
      ...hears,
      nvm: (bytes) => {
        this.nvm = bytes;
        hears.nvm(bytes);
      },
      changed: ({ path, bytes }) => this.#change(path, bytes),
      reset: () => this.start("SOFTWARE"),
    };
  }

  // `reason` is one of the board's, as microcontroller.ResetReason names it.
  start(reason = "POWER_ON") {
    this.#worker?.terminate();
    this.#hears.stop();
    const worker = new Worker(WORKER, { type: "module" });
    worker.onmessage = ({ data }) => this.#hear(worker, data);
    worker.onerror = (event) => this.#hears.died(event.message);
    this.#worker = worker;
    const { files, nvm, chance, fast } = this;
    this.chance = [];
    this.#send({ start: { module: this.#module, files, nvm, chance, reason, fast } });
    this.#send({ light: this.light });
  }

  // null lifts the stylus.
  touch(point) {
    this.#send({ touch: point && { pressure: 1, ...point } });
  }

  type(text) {
    this.#send({ type: text });
  }

  // 0 dark, 1 bright.
  shine(light) {
    this.light = light;
    this.#send({ light });
  }

  hurry(fast) {
    this.fast = fast;
    this.#send({ fast });
  }

  // The answer is a message `heap`.
  measure() {
    this.#send({ heap: true });
  }

  // Messages of a worker that was terminated may still be under way.
  #hear(worker, data) {
    for (const [kind, value] of Object.entries(worker === this.#worker ? data : {})) {
      this.#hears[kind](value);
    }
  }

  #change(path, bytes) {
    if (bytes) {
      this.files.set(path, bytes);
    } else {
      this.files.delete(path);
    }
  }

  #send(message) {
    this.#worker?.postMessage(message);
  }
}
