// SPDX-License-Identifier: MIT
// The worker that one core lives in, from power-on to reset. From the page come `start`, `event`,
// `light`, `fast`, `hold` and `heap`; to it go pictures, what is printed, sounds and what is to be
// kept.

import { Core } from "./core.js";
import { Desk } from "./desk.js";
import { FACTS } from "./facts.js";
import { Pace } from "./pace.js";
import { Viewer } from "./viewer.js";

const pace = new Pace();
let board;

class Board {
  constructor(start) {
    const random = (count) => crypto.getRandomValues(new Uint8Array(count));
    this.core = new Core(this);
    const tell = (message) => this.#tell(message);
    this.desk = new Desk(this.core, FACTS, start, { random, tell });
    this.viewer = new Viewer(this.desk, postMessage.bind(self));
  }

  hear(kind, now, payload) {
    this.desk.hear(kind, now, payload);
  }

  answer(kind, now, payload) {
    return this.desk.answer(kind, now, payload);
  }

  now() {
    return this.desk.time;
  }

  #tell(message) {
    if (message.printed !== undefined) {
      this.viewer.print(message.printed);
      return;
    }
    if (message.reset) {
      this.viewer.flush();
    }
    postMessage(message);
  }

  until(now) {
    const later = pace.until(now);
    if (later) {
      this.viewer.show();
    }
    return later;
  }
}

async function start(given) {
  board = new Board(given);
  pace.on = !given.fast;
  try {
    await board.core.run(given.module, WebAssembly);
    throw new Error("it has ended");
  } catch (error) {
    board.viewer.flush();
    postMessage({ died: String(error.message) });
  }
}

const ACTS = {
  start,
  event: (event) => {
    board.desk.happen(event);
    postMessage({ happened: [board.desk.time + 1, event] });
  },
  light: (level) => { board.desk.light = level; },
  fast: (fast) => { pace.on = !fast; },
  hold: (held) => pace.hold(held),
  heap: () => board.core.send("h"),
};

self.onmessage = ({ data }) => {
  for (const [act, value] of Object.entries(data)) {
    ACTS[act](value);
  }
};
