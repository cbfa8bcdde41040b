// SPDX-License-Identifier: MIT
// One PyPortal, as the page has it: a worker from power-on to reset, with the drive, nvm and world
// that outlive it.

import { Mailbox } from "../board/mailbox.js";
import { newAsker, takeWorker } from "./ahead.js";

// Bytes of chance that a run is given, and that can be given to it again.
const CHANCE = 64;
// More touches and keys fit into no link.
const MOST_EVENTS = 4000;
// Of a worker whose script did not come, browsers say nothing.
const NOT_LOADED = "its worker could not be loaded";
const NO_ASKER = "A part of the page could not be loaded, so no host was asked: reload the page.";

export class Machine {
  fast = false;
  light = 0.5;
  nvm = null;
  files = new Map();
  // Of each origin that the program wanted to ask, whether it may.
  permits = new Map();
  // What was done since power-on, for doing it again: chance, nvm and clock at the start, events,
  // and whether the core's work took a board's time, which that of older links did not; null when
  // it is too much.
  run = null;
  // The core, compiled.
  module = null;
  #clock;
  #hears;
  #worker = null;
  #asker = null;
  #mailbox = null;

  // `clock()` gives the seconds since 1970 that the board's clock is set to at power-on.
  constructor(clock) {
    this.#clock = clock;
  }

  // `hears` has `starting`, a function for each kind of message from the worker: picture, look,
  // time, printed, play, stop, pause, resume, nvm, heap, wonders, beyond, running and died, and
  // `unanswered` for what is said of a host that gave no answer.
  listen(hears) {
    this.#hears = {
      ...hears,
      nvm: (bytes) => {
        this.nvm = bytes;
        hears.nvm(bytes);
      },
      happened: (events) => this.#note(events),
      asks: (request) => this.#ask(request),
      changed: ({ path, bytes }) => this.#change(path, bytes),
      reset: () => this.start("SOFTWARE"),
    };
  }

  // `reason` is one of the board's, as microcontroller.ResetReason names it. With `again`, a run,
  // what was done then happens by itself.
  start(reason = "POWER_ON", again = null) {
    this.#end();
    this.#hears.starting();
    const worker = takeWorker();
    worker.onmessage = ({ data }) => this.#hear(worker, data);
    worker.onerror = ({ message }) => this.#hears.died(message || NOT_LOADED);
    this.#worker = worker;
    const { files, nvm, fast, permits } = this, secure = location.protocol === "https:";
    const { events = [], ...start } = again ?? this.fresh(nvm);
    this.run = { ...start, events: [...events] };
    this.#mailbox = canWait() ? null : new Mailbox();
    const mailbox = this.#mailbox?.shared;
    worker.postMessage({
      start: { ...start, events, files, permits, secure, reason, fast, mailbox,
               module: this.module },
    });
    this.#send({ light: this.light });
  }

  // A run of which nothing is done yet; `nvm` is null for erased flash.
  fresh(nvm) {
    return { nvm, chance: chance(), rtc: this.#clock(), events: [], timed: true };
  }

  // null lifts the stylus.
  touch(point) {
    this.#send({ event: point && { pressure: 1, ...point } });
  }

  type(text) {
    this.#send({ event: text });
  }

  // [ms from now, text] of each, in their order.
  typeLater(lines) {
    this.#send({ later: lines });
  }

  // Time stands still while nobody looks.
  hold(held) {
    this.#send({ hold: held });
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

  // The board waits for it after a message `wonders`.
  decide(origin, may) {
    this.permits.set(origin, may);
    this.#send({ decided: { origin, may } });
  }

  // The answer is a message `heap`.
  measure() {
    this.#send({ heap: true });
  }

  // Messages of a worker that was terminated may still be under way.
  #hear(worker, data) {
    if (worker !== this.#worker) {
      return;
    }
    for (const [kind, value] of Object.entries(data)) {
      this.#hears[kind](value);
    }
    if ("time" in data) {
      this.#send({ seen: true });
    }
  }

  #end() {
    this.#worker?.terminate();
    this.#asker?.terminate();
    this.#asker = null;
  }

  // The board, which waits for the answer, may ask none but who was allowed.
  #ask(request) {
    if (!this.permits.get(new URL(request.url).origin)) {
      this.#send({ answered: null });
      return;
    }
    this.#asker ??= newAsker();
    this.#asker.onmessage = ({ data }) => this.#answer(data);
    this.#asker.onerror = () => this.#answer({ answer: null, why: NO_ASKER });
    this.#asker.postMessage(request);
  }

  #answer({ answer, why }) {
    this.#send({ answered: answer });
    if (why) {
      this.#hears.unanswered(why);
    }
  }

  #note(events) {
    this.run?.events.push(...events);
    if (this.run?.events.length > MOST_EVENTS) {
      this.run = null;
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
    if (this.#mailbox) {
      this.#mailbox.post(message);
    } else {
      this.#worker?.postMessage(message);
    }
  }
}

// Whether WebAssembly can wait for a promise here (JavaScript Promise Integration).
export function canWait() {
  return "Suspending" in WebAssembly;
}

function chance() {
  return crypto.getRandomValues(new Uint8Array(CHANCE));
}
