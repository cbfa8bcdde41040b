// SPDX-License-Identifier: MIT
// Runs CircuitPython's core and speaks its protocol (core/README.md): messages come out of it one
// by one, and it waits for the answers to its questions.

import { joined, readLong, readTime, timeBytes } from "./numbers.js";

// Length, kind and time: what every message of the core's begins with.
const HEAD = 13;
// Capital letters that are no questions.
const STATEMENTS = "OF";
const NO_BYTES = new Uint8Array();

// `desk.hear(kind, now, payload)` takes what needs no answer; its payload is gone afterwards.
// `desk.answer(kind, now, payload)` returns an answer's bytes, undefined to leave the core waiting,
// and may send messages first. `desk.until(now)` returns a promise for the moment of a question,
// nothing if it has come. `desk.now()` is the time when the question is answered.
export class Core {
  #desk;
  #memory;
  #frame = null;
  #arrived = NO_BYTES;
  #question = null;
  #inbox = [];

  constructor(desk) {
    this.#desk = desk;
  }

  send(kind, payload = NO_BYTES) {
    this.#inbox.push(joined([kind.charCodeAt(0)], payload));
  }

  // Resolves when the core has ended, which it does only by dying. `suspending` wraps the function
  // that may return a promise; without it the desk must not wait.
  async run(module, suspending = null) {
    const receive = (at, size) => this.#receive(at, size);
    const desk = {
      send: (at, length) => this.#take(new Uint8Array(this.#memory.buffer, at, length)),
      receive: suspending ? new suspending.Suspending(receive) : receive,
    };
    const instance = await WebAssembly.instantiate(
      module, { desk, env: LIBRARY, wasi_snapshot_preview1: LIBRARY });
    this.#memory = instance.exports.memory;
    const start = instance.exports._start;
    await (suspending ? suspending.promising(start) : start)();
  }

  // Bytes of a message as the core writes them: its head, then its payload in pieces.
  #take(bytes) {
    if (!bytes.length) {
      return;
    }
    if (!this.#frame) {
      this.#begin(bytes);
    } else if (bytes.length === this.#frame.size) {
      this.#end(bytes);
    } else {
      this.#arrived = joined(this.#arrived, bytes);
      if (this.#arrived.length === this.#frame.size) {
        this.#end(this.#arrived);
      }
    }
  }

  #begin(head) {
    this.#frame = {
      size: readLong(head, 0) - (HEAD - 4),
      kind: String.fromCharCode(head[4]),
      now: readTime(head, 5),
    };
    if (!this.#frame.size) {
      this.#end(NO_BYTES);
    }
  }

  #end(payload) {
    const { kind, now } = this.#frame;
    this.#frame = null;
    this.#arrived = NO_BYTES;
    if (kind >= "a" || STATEMENTS.includes(kind)) {
      this.#desk.hear(kind, now, payload);
    } else {
      this.#question = { kind, now, payload: payload.slice() };
    }
  }

  #receive(at, size) {
    const later = this.#question && this.#desk.until(this.#question.now);
    return later ? later.then(() => this.#deliver(at, size)) : this.#deliver(at, size);
  }

  // The core waits for ever, or dies where it cannot wait, when a question has no answer.
  #deliver(at, size) {
    if (this.#question) {
      this.#reply();
    }
    if (!this.#inbox.length) {
      return new Promise(() => {});
    }
    const message = this.#inbox.shift();
    new Uint8Array(this.#memory.buffer, at, size).set(message);
    return message.length;
  }

  #reply() {
    const { kind, now, payload } = this.#question;
    this.#question = null;
    const answer = this.#desk.answer(kind, now, payload);
    if (answer) {
      this.send("a", joined(timeBytes(this.#desk.now()), answer));
    }
  }
}

// What emscripten's C library may ask of a host: nothing that the core needs.
const LIBRARY = new Proxy({}, { get: () => () => 0 });
