// SPDX-License-Identifier: MIT
// The ESP32 on the SPI bus: its pins, and whose turn it is, as the simulator's (sim/board/
// coprocessor.py). Before it connects to a host that the user has not decided on, it waits.

import { beyond } from "./beyond.js";
import { Commands } from "./commands.js";
import { parse, reply } from "./frame.js";
import { Sockets } from "./sockets.js";
import { Station } from "./station.js";

const NOTHING = new Uint8Array();

// `world` has now() in ns, at(ns, act) for what happens then, date() in ms since 1970, `permits`
// and `secure` as of Sockets, and `tell`, which takes {wonders: an origin} when somebody has to
// decide on it, {asks: a Connection's request} for a host, and {beyond: what a page cannot do, a
// sentence}.
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
  #regretted = new Set();
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

  // A byte of a command for one of the reply to it, and 0 beyond that; null while it is not
  // selected.
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
      (sentence) => this.#regret(sentence));
    const station = new Station(this.#facts, now, () => this.#sockets.closeAll());
    this.#commands = new Commands(this.#facts, station, this.#sockets, date);
    this.#heard = [];
    this.#reply = NOTHING;
    this.#replying = this.#clocked = false;
    this.#pending = null;
    this.#readyAt = now() + this.#facts.BOOT_NS;
    this.#show();
  }

  // Its two pins, now and when it becomes ready.
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

  // With the pending command, unless somebody has to decide first.
  #proceed() {
    const command = this.#pending;
    this.#regret(beyond(this.#facts.commands[command.number], command.parameters));
    const origin = this.#originOf(command);
    if (origin !== null && !this.#world.permits.has(origin)) {
      this.#world.tell({ wonders: origin });
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
  #regret(sentence) {
    if (sentence && !this.#regretted.has(sentence)) {
      this.#regretted.add(sentence);
      this.#world.tell({ beyond: sentence });
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
