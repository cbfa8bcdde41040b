// SPDX-License-Identifier: MIT
// Holds one PyPortal: the worker that runs from power-on to reset, and the drive, nvm and settings
// that outlive it.

import { FACTS } from "../board/facts.js";
import { newAsker, prepareWorker, takeWorker } from "./preload.js";
import { apply, changedOf, copies, keep } from "./parts/settings.js";

// A run's random numbers follow from so many bytes.
const CHANCE = 16;
// More touches and keys fit into no link.
const MOST_EVENTS = 4000;
// The next board's worker is loaded when the program has started.
const PREPARE_MS = 3000;
// Browsers give no reason when a worker's script does not load.
const NOT_LOADED = "its worker could not be loaded";
const TOO_MUCH = "More was done since power-on than a link can hold; Reset begins anew.";
const CHANGED = "The program was changed since power-on, which a link to a run cannot hold; Reset "
  + "begins anew.";
const CARD = "A link to a run cannot hold an SD card: remove it.";
const NO_ASKER = "A part of the page could not be loaded, so no host was asked: reload the page.";

export class Machine {
  fast = false;
  nvm = null;
  files = new Map();
  // The card in the SD slot: its image, the files of one that is to be made, or null.
  card = null;
  // Whether the program may ask each origin that it wanted to ask.
  permits = new Map();
  // The parts that are plugged in, {name, kind, values} of each, with their present settings.
  parts = [];
  // What a link needs to repeat the run since power-on: random bytes, nvm, clock and changed settings
  // at the start, the events, and versions. null if it cannot be repeated; `lost` says why.
  run = null;
  lost = "";
  // The chip, compiled, and the firmware as `readFirmware` returns it.
  module = null;
  firmware = null;
  // The same parts, with the settings that they had when they were plugged in.
  #first = [];
  #clock;
  #hears;
  #worker = null;
  #asker = null;

  // `clock()` gives the seconds since 1970 that the board's clock is set to at power-on.
  constructor(clock) {
    this.#clock = clock;
  }

  // `hears` has `starting`, a function for each kind of message from the worker: picture, look,
  // time, plugged, printed, title, sound, nvm, heap, wantsPermission, unsupported, running and died, and
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
      card: (image) => { this.card = image; },
      cardBlocks: (blocks) => blocks.forEach(([at, bytes]) => this.card.set(bytes, at)),
      unsaved: () => this.start(),
      note: (words) => console.debug(words),
    };
  }

  // `reason` is POWER_ON or RESET_PIN; `again` is a run whose events are to happen again.
  start(reason = "POWER_ON", again = null) {
    this.#end();
    this.#hears.starting(this.facts.panel);
    const worker = takeWorker();
    worker.onmessage = ({ data }) => this.#hear(worker, data);
    worker.onerror = ({ message }) => this.#hears.died(message || NOT_LOADED);
    this.#worker = worker;
    const { files, nvm, fast, permits, module, card } = this;
    const secure = location.protocol === "https:";
    const { events = [], settings, ...start } = again ?? this.fresh(nvm);
    this.run = { ...start, settings, events: [...events], made: this.made };
    if (again) {
      this.parts = copies(this.#first);
      apply(this.parts, settings, this.facts);
      this.#hears.plugged(this.parts, this.facts);
    }
    const { parts } = this;
    this.lost = "";
    if (card) {
      this.#lose(CARD);
    }
    worker.postMessage({
      start: { ...start, parts, events, files, card, permits, secure, reason, fast, module,
               firmware: this.firmware.image, board: this.firmware.board },
    });
  }

  // The things that a run depends on besides its program.
  get made() {
    const { version, sum } = this.firmware;
    return { firmware: version, sum, chip: FACTS.site.chip };
  }

  // Returns a run without events; `nvm` is null for erased flash.
  fresh(nvm) {
    return { nvm, chance: chance(), rtc: this.#clock(), events: [],
             settings: changedOf(this.parts, this.#first, this.facts) };
  }

  // Plugs in these parts, as `read` returns them, in place of those before.
  plug(parts) {
    const before = this.parts, first = this.#first;
    this.#first = copies(parts);
    this.parts = parts;
    keep(parts, before, first, this.facts);
    this.#hears.plugged(parts, this.facts);
    this.#send({ plug: parts });
  }

  // The facts of the board that the firmware is for.
  get facts() {
    return FACTS.boards[this.firmware.board] ? { ...FACTS, ...FACTS.boards[this.firmware.board] }
      : FACTS;
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

  // Puts a file of the program's onto the drive, as a computer does.
  save(path, bytes) {
    this.#lose(CHANGED);
    this.#send({ save: { path, bytes } });
  }

  // Time stands still while nobody looks.
  hold(held) {
    this.#send({ hold: held });
  }

  // Changes a setting of a part.
  set(name, setting, value) {
    const { values } = this.parts.find((part) => part.name === name);
    values[setting] = value;
    this.#send({ event: { set: [`${name}.${setting}`, value] } });
  }

  hurry(fast) {
    this.fast = fast;
    this.#send({ fast });
  }

  // The board waits for it after a message `wantsPermission`.
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
    if ("running" in data) {
      setTimeout(prepareWorker, PREPARE_MS);
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
      this.#lose(TOO_MUCH);
    }
  }

  #lose(why) {
    this.run = null;
    this.lost ||= why;
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

function chance() {
  return crypto.getRandomValues(new Uint8Array(CHANCE));
}
