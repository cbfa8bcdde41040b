// SPDX-License-Identifier: MIT
// A PyPortal: the chip with the board's parts around it, and what happens to it. The worker lets
// its time go on.

import { Agenda } from "./agenda.js";
import { Chance } from "./chance.js";
import { BLOCK, BY_LOCKUP, Chip, POWER_ON, RESET_PIN } from "./chip.js";
import { setClock } from "./clock.js";
import { Drive } from "./drive.js";
import { figures } from "./heap.js";
import { Panel } from "./panel.js";
import { I2CBus } from "./parts/i2c.js";
import { Plugged } from "./parts/plugged.js";
import { Pins } from "./pins.js";
import { Ports } from "./ports.js";
import { Coprocessor } from "./radio/coprocessor.js";
import { SdCard } from "./sdcard.js";
import { restore, take } from "./snapshot.js";
import { Speaker } from "./speaker.js";
import { Terminal } from "./terminal.js";
import { TouchPanel } from "./touchpanel.js";

const CYCLES_PER_SECOND = 120e6, CYCLES_PER_MS = CYCLES_PER_SECOND / 1000;
const NS_PER_CYCLE = 1e9 / CYCLES_PER_SECOND;
const CAUSES = { POWER_ON, RESET_PIN };
// Resistors pull the I2C bus up.
const BUS = ["SDA", "SCL"];
const PLATES = ["TOUCH_XL", "TOUCH_XR", "TOUCH_YD", "TOUCH_YU"];
const DAMAGED = "its processor has locked up";
// A bus reads this where nothing answers.
const IDLE = 0xff;
// The stylus stays on the glass, and off it, at least so long: programs poll the panel, and would miss
// a shorter click.
const TOUCH = 100 * CYCLES_PER_MS;
// A press with `holds` lasts at least so long.
const HOLD = 800 * CYCLES_PER_MS;
// The delay before another try, when the serial line or the drive has taken nothing.
const AGAIN = CYCLES_PER_MS;
// A block of flash is written whole when nothing has been written for so long.
const NVM_QUIET = 50 * CYCLES_PER_MS, DRIVE_QUIET = 300 * CYCLES_PER_MS;
const CARD_QUIET = 300 * CYCLES_PER_MS;
// A line on a port without an end is shown after so long.
const LINE = 50 * CYCLES_PER_MS;
// The computer gives up a write that the drive has not taken for so long.
const PATIENCE = 5000 * CYCLES_PER_MS;
const FLASH = 0;
// A boot ends when the firmware switches USB on, at LATEST then. STEP is the time between two looks.
const LATEST = 4 * CYCLES_PER_SECOND, STEP = CYCLES_PER_MS / 2;

/**
 * How a board starts.
 * @typedef {object} Start
 * @property {Uint8Array} firmware the flash from the bootloader's end on
 * @property {object} files those of the drive
 * @property {?Uint8Array} card an SD card's image
 * @property {Uint8Array} nvm
 * @property {string} reason one of CAUSES
 * @property {Uint8Array} chance sixteen random bytes
 * @property {number} rtc seconds since 1970 at power-on, as the network knows them
 * @property {number} clock the address of the firmware's own clock, which is set to `rtc`; or null
 * @property {object[]} parts what is plugged in, {name, kind, values}; the board's sensors first
 * @property {Array[]} events [cycle, what happens] in their order: a text that is typed, a point
 *     that is touched or null, or {set: [name of a part's setting, value]}
 * @property {Function} permits see the radio's Sockets
 * @property {boolean} secure see the radio's Sockets
 * @property {?object} snapshot that of a boot with the same firmware and files
 */

// `module` is chip.wasm, `facts` what facts.js exports, `start` a Start; `tell` takes an object for
// the page.
export class Board {
  pixel = [0, 0, 0];
  // Whether the program has looked at an analogue pin yet, as the touch panel's are.
  hasLooked = false;
  #facts;
  #tell;
  #agenda = new Agenda();
  #until = Infinity;
  #lastEvent = -Infinity;
  // When the stylus that is down may be lifted.
  #held = -Infinity;
  #keys = [];
  #writes = [];
  #terminal = new Terminal();
  #chance;
  #i2c = new I2CBus();
  #speaker;
  #isFresh;
  #setClock;
  // A copy of the chip's memory from before power-on, until the board has booted.
  #before = null;
  #isProgrammed = { nvm: -Infinity, drive: -Infinity, card: -Infinity };
  #card = null;
  #ports;

  constructor(module, facts, start, tell) {
    this.#facts = facts;
    this.#tell = tell;
    this.#chance = new Chance(start.chance);
    this.chip = new Chip(module, this);
    this.pins = new Pins(facts.pins, (number, level) => this.chip.drivePin(number, level));
    this.panel = new Panel(facts.panel, () => this.time);
    this.touchPanel = new TouchPanel(this.pins, facts.touch);
    this.#speaker = new Speaker(CYCLES_PER_SECOND, tell);
    this.#ports = new Ports((line) => tell({ line }),
                            (act) => this.#at(this.chip.now + LINE, act));
    this.parts = new Plugged(facts, { pins: this.pins, i2c: this.#i2c, now: () => this.time });
    this.pins.line(facts.wiring.reset).driven = (level) => level === 0 && this.panel.reset();
    this.radio = this.#newRadio(start);
    this.drive = new Drive(this.chip.storage, start.files,
                           (path, bytes) => tell({ changed: { path, bytes } }));
    if (start.card) {
      this.#insert(start.card);
    }
    const { clock = null, rtc } = start;
    this.#setClock = () => clock !== null && setClock(this.chip.ram, clock, rtc);
    this.#powerOn(start);
  }

  #insert(image) {
    const blocks = new Set();
    const keep = () => {
      this.#tell({ cardBlocks: [...blocks].map((block) => [
        block * BLOCK, image.slice(block * BLOCK, (block + 1) * BLOCK)]) });
      blocks.clear();
    };
    this.#card = new SdCard(image, this.#facts.card, (block) => {
      blocks.add(block);
      this.#whenQuiet("card", CARD_QUIET, keep);
    });
    this.pins.named("SD_CS").driven = (level) => this.#card.select(level === 0);
  }

  #powerOn({ firmware, nvm, reason, snapshot, parts, events = [] }) {
    this.chip.flash.set(firmware, this.#facts.flash.start);
    this.chip.flash.set(nvm ?? [], this.#facts.flash.nvm);
    this.chip.connect(this.#facts.wiring);
    BUS.forEach((name) => this.pins.named(name).hold(1));
    this.parts.plug(parts);
    this.#isFresh = !events.length;
    this.drive.fill();
    if (snapshot && !(events[0]?.[0] < snapshot.cycle)) {
      this.#restore(snapshot);
    } else {
      this.#before = this.chip.bytes.slice();
      this.chip.powerOn(CAUSES[reason] ?? POWER_ON);
    }
    this.#holdPlates();
    events.forEach(([cycle, event]) => this.#plan(cycle, event));
  }

  // While nothing touches the glass, the chip need not ask for the touch panel's voltages again.
  #holdPlates() {
    const names = this.touchPanel.touch ? [] : PLATES;
    this.chip.holdAnalogue(names.map((name) => this.#facts.pins[name]));
  }

  #restore(snapshot) {
    const { chip } = this;
    for (const [cycle, name, ...given] of snapshot.reports) {
      chip.now = cycle;
      this.#agenda.reach(cycle);
      this[name](...given);
    }
    for (let n = 0; n < snapshot.chances; n++) {
      this.#chance.next();
    }
    restore(chip.bytes, snapshot);
    chip.reports = null;
    if (snapshot.reports.some(([, name]) => name === "programmed")) {
      this.drive.look();
    }
  }

  // Lets time go on until the firmware is about to start the program, or to a later cycle. Returns a
  // snapshot, null for a board that began from one, or whose boot depends on more than its memory.
  boot(until = 0) {
    const { chip } = this, before = this.#before;
    this.#before = null;
    if (before) {
      while (!chip.isAttached && chip.now < LATEST) {
        this.#go(chip.now + STEP);
      }
      this.#go(until);
    }
    const { reports, chances, now } = chip;
    chip.reports = null;
    const isWhole = before && this.#isFresh && !chip.hasAsked && chip.isAttached;
    const made = isWhole ? { ...take(chip.bytes, before, { reports, chances }), cycle: now } : null;
    this.#setClock();
    return made;
  }

  #newRadio({ permits, secure = false, rtc }) {
    const started = 1000 * rtc;
    return new Coprocessor(this.pins, this.#facts.radio, {
      now: () => this.time, at: (ns, act) => this.#at(Math.ceil(ns / NS_PER_CYCLE), act),
      date: () => started + this.time / 1e6,
      permits: new Map(permits), secure, tell: (message) => this.#tell(message),
    });
  }

  // Nanoseconds since power-on.
  get time() {
    return this.chip.now * NS_PER_CYCLE;
  }

  // Lets time go on to `ns`, or until the radio waits for the user or a host. Throws an Error with a
  // sentence when the chip cannot go on.
  advance(ns) {
    this.#go(Math.floor(ns / NS_PER_CYCLE));
  }

  #go(goal) {
    while (this.chip.now < goal && !this.radio.waits) {
      this.#until = Math.min(goal, this.#agenda.next);
      if (this.chip.now < this.#until && this.chip.run(this.#until) === BY_LOCKUP) {
        throw new Error(DAMAGED);
      }
      this.#agenda.reach(this.chip.now);
    }
  }

  // Carries out an event of `Start`: at once, or after those that are planned. Returns its cycle.
  happen(event) {
    const { now } = this.chip;
    if (event?.set) {
      this.parts.set(...event.set);
      return now;
    }
    const last = this.#lastEvent > now ? this.#lastEvent + TOUCH : now;
    const at = event === null ? Math.max(last, this.#held) : last;
    this.#plan(at, event);
    this.#agenda.reach(now);
    return at;
  }

  // Lines are typed, [ms from now, text] of each. Returns them as events.
  schedule(lines) {
    const { now } = this.chip;
    const events = lines.map(([ms, text]) => [now + Math.round(ms * CYCLES_PER_MS), text]);
    events.forEach(([cycle, event]) => this.#plan(cycle, event));
    return events;
  }

  // The computer puts a file onto the drive.
  save(path, bytes) {
    const isIdle = this.#writes.length === 0;
    this.#writes.push(...this.drive.writesOf(path, bytes));
    if (isIdle) {
      this.#write(this.chip.now + PATIENCE);
    }
  }

  get heap() {
    return figures(this.chip.ram);
  }

  // The visible state of the board besides its picture.
  get look() {
    return { pixel: this.pixel, backlight: this.pins.named("TFT_BACKLIGHT").voltage(),
             amplified: this.pins.named("SPEAKER_ENABLE").voltage() > 0.5,
             lamps: this.parts.lamps };
  }

  // ---- what the chip asks

  pin(number, state) {
    this.pins.line(number).drive(state);
  }

  wave(number, period, high) {
    this.pins.line(number).wave(period ? high / period : null);
  }

  analogue(number) {
    this.hasLooked = true;
    return this.pins.line(number).reading();
  }

  // Bit n of `commands` is set if byte n is a command.
  panelBytes(bytes, commands) {
    let at = 0;
    for (let place = 0; commands >>> place && place < 32; place++) {
      if (commands >>> place & 1) {
        this.#panelData(bytes.subarray(at, place));
        this.#panelCommand(bytes[place]);
        at = place + 1;
      }
    }
    this.#panelData(bytes.subarray(at));
  }

  #panelCommand(code) {
    const { scan } = this.panel, was = scan.tearing;
    this.panel.command(code);
    if (scan.tearing && !was) {
      this.#tear();
    }
  }

  #panelData(bytes) {
    if (bytes.length) {
      this.panel.data(bytes);
    }
  }

  pixels([green, red, blue]) {
    if (blue !== undefined) {
      this.pixel = [red, green, blue];
    }
  }

  spi(byte) {
    return this.radio.exchange(byte) ?? this.#card?.exchange(byte) ?? IDLE;
  }

  i2cStart(address, reads) {
    return this.#i2c.start(address, reads);
  }

  i2cWrite(byte) {
    return this.#i2c.write(byte);
  }

  i2cRead() {
    return this.#i2c.read();
  }

  i2cStop() {
    this.#i2c.stop();
  }

  samples(channel, values, period) {
    this.#speaker.take(channel, values, period);
  }

  chance() {
    return this.#chance.next();
  }

  serial(bytes) {
    const { title } = this.#terminal;
    this.#tell({ printed: this.#terminal.take(bytes) });
    if (this.#terminal.title !== title) {
      this.#tell({ title: this.#terminal.title });
    }
  }

  uart(byte) {
    this.#ports.uart(byte);
  }

  data(bytes) {
    this.#ports.data(bytes);
  }

  report(kind, bytes) {
    this.#ports.report(kind, bytes);
  }

  programmed(memory, address, count) {
    if (memory !== FLASH) {
      this.#whenQuiet("drive", DRIVE_QUIET, () => this.drive.look());
    } else if (address + count > this.#facts.flash.nvm) {
      this.#whenQuiet("nvm", NVM_QUIET, () => this.#tell({ nvm: this.nvm }));
    }
  }

  note(text) {
    this.#tell({ note: text });
  }

  get nvm() {
    const { nvm } = this.#facts.flash;
    return this.chip.flash.slice(nvm, nvm + this.#facts.nvm.size);
  }

  // ---- what happens

  #at(cycle, act) {
    this.#agenda.add(cycle, act);
    if (cycle < this.#until) {
      this.chip.stop();
    }
  }

  #plan(cycle, event) {
    this.#lastEvent = Math.max(this.#lastEvent, cycle);
    this.#agenda.add(cycle, () => this.#do(event));
  }

  #do(event) {
    if (typeof event === "string") {
      const isIdle = this.#keys.length === 0;
      this.#keys.push(...new TextEncoder().encode(event.replaceAll("\n", "\r")));
      if (isIdle) {
        this.#type();
      }
    } else if (event?.set) {
      this.parts.set(...event.set);
    } else {
      if (!this.touchPanel.touch && event) {
        this.#held = this.chip.now + (event.holds ? HOLD : TOUCH);
      }
      this.touchPanel.touch = event;
      this.touchPanel.drive();
      this.#holdPlates();
    }
  }

  // Types what the serial line takes, once the firmware has opened it, and tries again with the rest.
  #type() {
    if (this.chip.isOpen) {
      this.#keys.splice(0, this.chip.type(this.#keys));
    }
    if (this.#keys.length) {
      this.#agenda.add(this.chip.now + AGAIN, () => this.#type());
    }
  }

  // Writes the first of the waiting blocks over USB, then the others, one at a time.
  #write(deadline) {
    const [[block, bytes]] = this.#writes;
    this.chip.writeDisk(block, bytes);
    const look = () => {
      const status = this.chip.diskStatus;
      if (status === 0 && this.chip.now < deadline) {
        this.#agenda.add(this.chip.now + AGAIN, look);
      } else {
        this.#wrote(status === 1);
      }
    };
    look();
  }

  #wrote(isDone) {
    if (!isDone) {
      this.#writes = [];
      this.#tell({ unsaved: true });
      return;
    }
    this.#writes.shift();
    if (this.#writes.length) {
      this.#write(this.chip.now + PATIENCE);
    }
  }

  // Calls `act` when nothing has been written to this memory for `quiet` cycles.
  #whenQuiet(what, quiet, act) {
    const waits = this.#isProgrammed[what] > -Infinity;
    this.#isProgrammed[what] = this.chip.now;
    if (!waits) {
      this.#at(this.chip.now + quiet, () => this.#lookWhether(what, quiet, act));
    }
  }

  #lookWhether(what, quiet, act) {
    const due = this.#isProgrammed[what] + quiet;
    if (this.chip.now < due) {
      this.#at(due, () => this.#lookWhether(what, quiet, act));
    } else {
      this.#isProgrammed[what] = -Infinity;
      act();
    }
  }

  // The tearing effect pin follows the panel's scan while the program wants it.
  #tear() {
    const { scan } = this.panel, pin = this.pins.named("TFT_TE");
    pin.hold(scan.tearingEffect());
    if (scan.tearing) {
      this.#at(Math.ceil((scan.nextEdge() + 1) / NS_PER_CYCLE), () => this.#tear());
    }
  }
}
