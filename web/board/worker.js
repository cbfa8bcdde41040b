// SPDX-License-Identifier: MIT
// The worker that one core lives in, from power-on to reset. From the page come `start`, `event`,
// `later`, `light`, `fast`, `decided`, `answered`, `hold`, `seen` and `heap`; to it go pictures,
// what is printed, sounds, who is to be asked, and what is to be kept.

import { Core } from "./core.js";
import { Desk } from "./desk.js";
import { FACTS } from "./facts.js";
import { Mailbox } from "./mailbox.js";
import { Pace } from "./pace.js";
import { read } from "./radio/outside.js";
import { Asleep, Promised } from "./rest.js";
import { Viewer } from "./viewer.js";

const pace = new Pace();
let board;

class Board {
  constructor(start) {
    const random = (count) => crypto.getRandomValues(new Uint8Array(count));
    const tell = (message) => this.#tell(message);
    this.core = new Core(this);
    this.desk = new Desk(this.core, FACTS, start, { random, tell });
    this.viewer = new Viewer(this.desk, postMessage.bind(self));
    this.bed = start.mailbox ? new Asleep(new Mailbox(start.mailbox), hear) : new Promised();
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

  // A promise, or nothing when it has already rested.
  until(now) {
    pace.hurries = this.desk.opening.lasts(this.desk.time);
    const ms = this.desk.radio.waits ? Infinity : pace.due(now);
    if (ms === null) {
      return undefined;
    }
    this.viewer.show();
    const rested = this.bed.rest(ms);
    return rested ? rested.then(() => this.#go(now)) : this.#go(now);
  }

  // Held time goes on only when it is let go, and when the user has decided.
  #go(now) {
    pace.listened();
    return pace.held || this.desk.radio.waits ? this.until(now) : undefined;
  }

  #tell(message) {
    if (message.printed !== undefined) {
      this.viewer.print(message.printed);
      return;
    }
    if (message.beyond) {
      this.viewer.print(`\r\n${message.beyond}\r\n`);
    }
    if (message.reset) {
      this.viewer.flush();
    }
    postMessage(message);
  }
}

async function start(given) {
  board = new Board(given);
  pace.on = !given.fast;
  try {
    await board.core.run(given.module, given.mailbox ? null : WebAssembly);
    throw new Error("it has ended");
  } catch (error) {
    board.viewer.flush();
    postMessage({ died: String(error.message) });
  }
}

const ACTS = {
  start,
  event: (event) => {
    const at = board.desk.happen(event);
    postMessage({ happened: [[at + 1, event]] });
  },
  later: (lines) => postMessage({ happened: board.desk.schedule(lines) }),
  light: (level) => { board.desk.light = level; },
  fast: (fast) => { pace.on = !fast; },
  decided: ({ origin, may }) => {
    board.desk.radio.decide(origin, may);
    board.bed.wake();
  },
  answered: (address) => {
    board.desk.radio.answer(address && read(address));
    board.bed.wake();
  },
  hold: (held) => {
    pace.held = held;
    board.bed.wake();
  },
  seen: () => board.viewer.seen(),
  heap: () => board.core.send("h"),
};

function hear(message) {
  for (const [act, value] of Object.entries(message)) {
    ACTS[act](value);
  }
}

self.onmessage = ({ data }) => hear(data);
