// SPDX-License-Identifier: MIT
// The ESP32 on the SPI bus: its pins, and the turns of commands and replies, as in
// sim/board/coprocessor.py. Before it connects to a host that the user has not decided on, it waits.

import { unsupported } from "./unsupported.js";
import { Commands } from "./commands.js";
import { parse, reply } from "./frame.js";
import { Sockets } from "./sockets.js";
import { Station } from "./station.js";

const NOTHING = new Uint8Array();

/**
 * What the ESP32 needs of the board and the page.
 * @typedef {object} World
 * @property {Function} now returns the time in ns
 * @property {Function} at `at(ns, act)` calls `act` at that time
 * @property {Function} date returns ms since 1970
 * @property {Map} permits see Sockets
 * @property {boolean} secure see Sockets
 * @property {Function} tell takes {wantsPermission: an origin that the user has to decide on},
 *     {asks: a Connection's request to a host}, or {unsupported: a sentence}
 */

// `world` is a World.
export class Coprocessor {
  #facts;
  #world;
  #pins;
  #commands;
  #sockets;
  #selected = false;
  #held = false;
  #replying = false;
  #clocked = false;
  #heard = [];
  #reply = NOTHING;
  #replied = 0;
  #readyAt;
  #said = new Set();
  // The command that waits for a decision.
  #pending = null;

  constructor(pins, facts, world) {
    this.#facts = facts;
    this.#world = world;
    this.#pins = pins;
    pins.named("ESP_CS").driven = (level) => this.#select(level === 0);
    pins.named("ESP_RESET").driven = (level) => this.#hold(level === 0);
    this.#boot();
  }

  // Whether it waits for a decision, or for a host's answer.
  get waits() {
    return this.#pending !== null || this.#sockets.waits;
  }

  // Somebody has decided on an origin.
  decide(origin, may) {
    this.#world.permits.set(origin, may);
    if (this.#pending) {
      this.#proceed();
    }
    this.#show();
  }

  // A host's answer has come, as a Connection takes it.
  answer(answer) {
    this.#sockets.answer(answer);
    this.#show();
  }

  // Takes a byte of a command, or returns one of its reply, 0 after the reply's end; returns null
  // while the chip is not selected.
  exchange(sent) {
    if (!this.#selected) {
      return null;
    }
    this.#clocked = true;
    if (this.#replying) {
      return this.#reply[this.#replied++] ?? 0;
    }
    this.#heard.push(sent);
    return 0;
  }

  #boot() {
    const { now, date, tell } = this.#world;
    this.#sockets = new Sockets(this.#facts, this.#world, (request) => tell({ asks: request }),
      (sentence) => this.#sayOnce(sentence));
    const station = new Station(this.#facts, now, () => this.#sockets.closeAll());
    this.#commands = new Commands(this.#facts, station, this.#sockets, date);
    this.#heard = [];
    this.#reply = NOTHING;
    this.#replying = this.#clocked = false;
    this.#pending = null;
    this.#readyAt = now() + this.#facts.BOOT_NS;
    this.#show();
  }

  // Sets the chip's two pins, now and again when it becomes ready.
  #show() {
    this.#pins.named("ESP_BUSY").hold(Number(this.#busy()));
    this.#pins.named("ESP_GPIO0").hold(Number(this.#sockets.anyAvailable));
    if (this.#readyAt > this.#world.now()) {
      this.#world.at(this.#readyAt, () => this.#show());
    }
  }

  #busy() {
    return this.#held || this.waits || this.#selected || this.#world.now() < this.#readyAt;
  }

  // While its reset pin is low it does nothing; when that is released, it starts.
  #hold(held) {
    const was = this.#held;
    this.#held = held;
    if (was && !held) {
      this.#boot();
    }
    this.#show();
  }

  // After a frame the reply is next, and after a reply the next frame.
  #select(selected) {
    if (selected === this.#selected) {
      return;
    }
    this.#selected = selected;
    if (selected) {
      this.#clocked = false;
    } else if (this.#clocked && this.#replying) {
      this.#replying = false;
      this.#readyAt = this.#world.now() + this.#facts.GAP_NS;
    } else if (this.#clocked) {
      this.#work();
    }
    this.#show();
  }

  #work() {
    const heard = Uint8Array.from(this.#heard);
    this.#pending = parse(heard, this.#facts) ?? { number: -1, parameters: [] };
    this.#heard = [];
    this.#replied = 0;
    this.#replying = true;
    this.#proceed();
  }

  // Carries out the pending command, unless the user has to decide first.
  #proceed() {
    const command = this.#pending;
    this.#sayOnce(unsupported(this.#facts.commands[command.number], command.parameters));
    const origin = this.#originOf(command);
    if (origin !== null && !this.#world.permits.has(origin)) {
      this.#world.tell({ wantsPermission: origin });
      return;
    }
    this.#pending = null;
    const done = this.#done(command);
    this.#reply = done ? reply(command.number, done.replies, this.#facts)
      : Uint8Array.from(this.#facts.REFUSAL);
    this.#readyAt = Math.max(this.#readyAt, this.#world.now()) + this.#facts.WORK_NS
      + (done?.tookNs ?? 0);
  }

  // Says each sentence once.
  #sayOnce(sentence) {
    if (sentence && !this.#said.has(sentence)) {
      this.#said.add(sentence);
      this.#world.tell({ unsupported: sentence });
    }
  }

  #originOf(command) {
    return this.#tried(() => this.#commands.originOf(command));
  }

  #done(command) {
    return this.#tried(() => this.#commands.do(command));
  }

  // null where parameters are missing: the firmware would read what lies behind the frame.
  #tried(act) {
    try {
      return act();
    } catch (error) {
      if (error instanceof TypeError) {
        return null;
      }
      throw error;
    }
  }
}
