// SPDX-License-Identifier: MIT
// The desk around the core: answers its messages with the board's parts. Each message's letter
// names what takes its payload; core/README.md lists them all.

import { Drive } from "./drive.js";
import { longBytes, readLong, readWord } from "./numbers.js";
import { Opening } from "./opening.js";
import { Panel } from "./panel.js";
import { Pins } from "./pins.js";
import { Coprocessor } from "./radio/coprocessor.js";
import { Speaker } from "./speaker.js";
import { Terminal } from "./terminal.js";
import { TouchPanel } from "./touchpanel.js";

const NOTHING = new Uint8Array();
const RELOADS = 0x800;
const SECOND = 1e9;
// So long is a stylus on the glass at least, and off it: a board looks only now and then, and would
// miss a click.
const TOUCH_NS = 1e8;
// What the wire of a bus reads where nothing answers.
const IDLE = 0xff;

// `facts` is what facts.js exports. `start` has the drive's `files`, its `nvm`, the `reason` of the
// reset, `rtc`: the seconds since 1970 of the board's clock, if it is set, `timed`: whether the
// core's work takes a board's time, `chance`: bytes that come before those of `random(count)`, and
// `events`: [moment in ns, what happens] in their order, a text that is typed, a point that is
// touched or null; `permits` and `secure` are those of the radio's Sockets. `tell` takes an object
// for the page.
export class Desk {
  light = 0.5;
  // Nanoseconds since the program's start.
  time = 0;
  opening = new Opening();
  #facts;
  #start;
  #random;
  #tell;
  #events;
  #pressed = -Infinity;
  #keys = [];
  #filled = false;
  #terminal = new Terminal();
  #answers;
  #hearings;

  constructor(core, facts, start, { random, tell }) {
    this.core = core;
    this.#facts = facts;
    this.#start = { ...start, chance: [...start.chance ?? []] };
    this.#events = [...start.events ?? []];
    this.#random = random;
    this.#tell = tell;
    this.nvm = start.nvm?.slice() ?? new Uint8Array(facts.nvm.size).fill(0xff);
    this.pins = new Pins(facts.pins);
    this.panel = new Panel(facts.panel, () => this.time);
    this.touchPanel = new TouchPanel(this.pins, facts.touch);
    const changed = (path, bytes) => tell({ changed: { path, bytes } });
    this.drive = new Drive(start.files, changed, facts.boot);
    this.speaker = new Speaker(() => this.time, tell, (path) => this.drive.read(path));
    this.pins.named("LIGHT").outside = () => this.light;
    this.pins.named("TFT_TE").outside = () => this.panel.scan.tearingEffect();
    this.pixel = [0, 0, 0];
    const permits = new Map(start.permits), now = () => this.time, { secure = false } = start;
    this.radio = new Coprocessor(this.pins, facts.radio, { now, permits, secure, tell });
    this.#answers = this.#answering();
    this.#hearings = this.#hearing();
  }

  // Keys are typed, or the stylus is set down, moved or lifted: now, or when what is under way is
  // done. Returns the moment (ns).
  happen(event) {
    const last = this.#events.at(-1)?.[0] ?? -Infinity;
    const felt = event === null ? this.#pressed : -Infinity;
    const at = Math.max(this.time, last + TOUCH_NS, felt + TOUCH_NS);
    this.#events.push([at, event]);
    this.#reach(this.time);
    return at;
  }

  // Lines are typed, [ms from now, text] of each. Returns them as events.
  schedule(lines) {
    const events = lines.map(([ms, text]) => [this.time + ms * 1e6, text]);
    this.#events.push(...events);
    return events;
  }

  #do(event) {
    if (typeof event === "string") {
      this.#keys.push(...new TextEncoder().encode(event.replaceAll("\n", "\r")));
    } else {
      this.#pressed = this.touchPanel.touch ? this.#pressed : this.time;
      this.touchPanel.touch = event;
    }
  }

  // What is seen of the board beside its picture.
  get look() {
    return { pixel: this.pixel, backlight: this.pins.named("TFT_BACKLIGHT").voltage(),
             amplified: this.pins.named("SPEAKER_ENABLE").high };
  }

  now() {
    return this.time;
  }

  hear(kind, now, payload) {
    this.#reach(now);
    this.#hearings[kind]?.(payload);
  }

  answer(kind, now, payload) {
    this.#reach(now);
    const answer = this.#answers[kind](payload);
    if (answer && this.#keys.length) {
      this.core.send("k", Uint8Array.from(this.#keys.splice(0)));
    }
    return answer;
  }

  #reach(now) {
    this.time = Math.max(this.time, now);
    while (this.#events.length && this.#events[0][0] <= this.time) {
      this.#do(this.#events.shift()[1]);
    }
  }

  #answering() {
    const pin = (payload) => {
      this.opening.end();
      return this.pins.line(payload[0]);
    };
    return {
      B: () => this.#begin(),
      D: () => this.#fill(),
      T: () => NOTHING,
      E: (payload) => this.#chance(readLong(payload, 0)),
      I: (payload) => [Number(pin(payload).high)],
      A: (payload) => longBytes(pin(payload).reading()).slice(0, 2),
      N: (payload) => this.#keep(payload),
      S: (payload) => [this.speaker.act(payload)],
      R: (payload) => [this.speaker.playRaw(payload)],
      G: () => this.#go(),
      H: (payload) => this.#halt(readLong(payload, 0)),
      C: () => [0],
      P: (payload) => this.#transfer(readLong(payload, 0), payload.subarray(4)),
      X: () => void this.#tell({ reset: true }),
    };
  }

  #hearing() {
    const { panel, drive } = this;
    const print = (payload) => this.#print(payload);
    return {
      p: (payload) => this.pins.line(payload[0]).drive(payload[1], readWord(payload, 2)),
      c: (payload) => payload.forEach((code) => panel.command(code)),
      b: (payload) => panel.data(payload),
      z: () => panel.reset(),
      x: (payload) => this.#colour(payload),
      o: print,
      O: print,
      t: (payload) => this.speaker.describe(payload.slice()),
      f: (payload) => drive.begin(payload),
      w: (payload) => drive.write(payload),
      F: () => drive.end(),
      u: (payload) => drive.remove(payload),
      v: (payload) => drive.rename(payload),
      h: (payload) => this.#tell({ heap: figures(payload) }),
    };
  }

  // On the SPI bus.
  #transfer(frequency, bytes) {
    this.time += Math.floor(bytes.length * 8 * SECOND / Math.max(1, frequency));
    return this.radio.transfer(bytes) ?? new Uint8Array(bytes.length).fill(IDLE);
  }

  #begin() {
    const { settings, resetReasons } = this.#facts;
    this.time = -settings.bootNs;
    const reason = resetReasons.indexOf(this.#start.reason ?? "POWER_ON");
    const rtc = this.#start.rtc ?? settings.rtcStart;
    const numbers = longBytes(settings.ram, settings.driveKb, rtc);
    this.core.send("s", [...numbers, reason, 1, Number(this.#start.timed ?? 0)]);
    this.core.send("n", this.nvm);
    this.core.send("p");
    return NOTHING;
  }

  #fill() {
    this.#filled = true;
    for (const [kind, payload] of this.drive.messages()) {
      this.core.send(kind, payload);
    }
    return NOTHING;
  }

  // The number that formatting gives the drive is no chance of the program's.
  #chance(count) {
    if (!this.#filled) {
      return new Uint8Array(count);
    }
    const given = this.#start.chance.splice(0, count);
    return [...given, ...this.#random(count - given.length)];
  }

  #keep(payload) {
    const start = readLong(payload, 0);
    this.nvm.set(payload.subarray(4), start);
    this.time += this.#facts.nvm.writeNs;
    this.#tell({ nvm: this.nvm.slice() });
    return NOTHING;
  }

  #go() {
    this.time = Math.max(this.time, 0);
    this.opening.begin(this.time);
    this.#tell({ running: true });
    return NOTHING;
  }

  #halt(how) {
    if (!(how & RELOADS)) {
      this.#tell({ running: false });
    }
    return NOTHING;
  }

  #print(payload) {
    const text = this.#terminal.take(payload);
    this.time += [...text].length * this.#facts.settings.characterNs;
    this.#tell({ printed: text });
  }

  #colour([pin, green, red, blue]) {
    if (this.pins.line(pin) === this.pins.named("NEOPIXEL") && blue !== undefined) {
      this.pixel = [red, green, blue];
    }
  }
}

function figures(payload) {
  const [used, free, largest] = [0, 4, 8].map((at) => readLong(payload, at));
  return { used, free, largest };
}
