// SPDX-License-Identifier: MIT
// The emulated SAMD51, chip.wasm, under JavaScript's names. chip/chip.h says what each call does.

export const POWER_ON = 1, RESET_PIN = 16;
export const BY_LOCKUP = 2;
export const BLOCK = 512, MOST_BLOCKS = 128;
// Erased flash reads 0xff.
const FLASH = 1 << 20, STORAGE = 8 << 20, BUFFER = 1 << 16, RAM = 1 << 18;
const HIGH = 2 ** 32;
const WORDS = new TextDecoder();

// `board` has a method for each import of chip.h, in camel case. Arrays that it is given are views of
// the chip's memory and valid during the call only.
export class Chip {
  // All of its memory, and parts of it.
  bytes;
  flash;
  storage;
  ram;
  // For snapshots: [cycle, name, …] of each call without an answer, or null when none is recorded any
  // more; how many random numbers the chip has asked for; and whether it has asked for anything else.
  reports = [];
  chances = 0;
  hasAsked = false;
  #board;
  #calls;
  #buffer;
  #clock;

  constructor(module, board) {
    this.#board = board;
    const { exports } = new WebAssembly.Instance(module, { board: this.#imports() });
    this.#calls = exports;
    this.memory = exports.memory;
    this.bytes = new Uint8Array(exports.memory.buffer);
    exports.chip_erase();
    this.flash = this.#part(exports.chip_flash(), FLASH);
    this.storage = this.#part(exports.chip_storage(), STORAGE);
    this.#buffer = this.#part(exports.chip_buffer(), BUFFER);
    this.ram = this.#part(exports.chip_ram(), RAM);
    this.#clock = new Uint32Array(this.memory.buffer, exports.chip_clock(), 2);
  }

  // Pins by their numbers, those of the display's bus in the order of chip.h.
  connect({ panel, pixel }) {
    this.#calls.chip_set_panel_pins(...panel);
    this.#calls.chip_set_pixel_pin(pixel);
  }

  powerOn(cause) {
    this.#calls.chip_power_on(cause);
  }

  // Runs to that cycle, or a little farther. Returns BY_LOCKUP if the processor has locked up.
  run(until) {
    return this.#calls.chip_run(BigInt(until));
  }

  // Ends `run` soon; called by the board's answers.
  stop() {
    this.#calls.chip_stop();
  }

  // Cycles since power-on.
  get now() {
    return this.#clock[1] * HIGH + this.#clock[0];
  }

  set now(cycle) {
    this.#clock[1] = Math.floor(cycle / HIGH);
    this.#clock[0] = cycle % HIGH;
  }

  // Whether the firmware has switched USB on, which it does just before it starts the program.
  get isAttached() {
    return Boolean(this.#calls.chip_usb_attached());
  }

  // Drives a pin to 0 or 1 from outside; with null nothing drives it.
  drivePin(pin, level) {
    this.#calls.chip_drive_pin(pin, level ?? -1);
  }

  // Tells the chip that it may keep the voltages of these analogue pins until the next call, as they
  // change only when it changes one of the pins.
  holdAnalogue(pins) {
    const bits = (first) => pins.reduce(
      (all, pin) => pin >> 5 === first ? all | 1 << (pin & 31) : all, 0);
    this.#calls.chip_hold_analogue(bits(0), bits(1));
  }

  get isOpen() {
    return Boolean(this.#calls.chip_serial_open());
  }

  // Returns how many keys were taken.
  type(keys) {
    const some = keys.slice(0, BUFFER);
    this.#buffer.set(some);
    return this.#calls.chip_serial_type(some.length);
  }

  // Writes whole blocks over USB, as a computer does.
  writeDisk(block, bytes) {
    this.#buffer.set(bytes);
    this.#calls.chip_disk_write(block, bytes.length / BLOCK);
  }

  // 0 while a request runs, then 1 for done or 2 for failed.
  get diskStatus() {
    return this.#calls.chip_disk_status();
  }

  #imports() {
    return { ...this.#telling(), ...this.#asking() };
  }

  // The calls without an answer, which a snapshot repeats.
  #telling() {
    const tell = (name, ...given) => {
      this.reports?.push([this.now, name, ...given.map(copied)]);
      this.#board[name](...given);
    };
    const bytes = (at, count) => this.#part(at, count);
    return {
      pin: (pin, state) => tell("pin", pin, state),
      wave: (pin, period, high) => tell("wave", pin, period, high),
      panel: (at, count, commands) => tell("panelBytes", bytes(at, count), commands),
      pixels: (at, count) => tell("pixels", bytes(at, count)),
      uart: (sercom, byte) => tell("uart", byte),
      samples: (channel, at, count, period) => tell(
        "samples", channel, new Uint16Array(this.memory.buffer, at, count), period),
      serial: (at, count) => tell("serial", bytes(at, count)),
      data: (at, count) => tell("data", bytes(at, count)),
      report: (kind, at, count) => tell("report", kind, bytes(at, count)),
      programmed: (memory, address, count) => tell("programmed", memory, address, count),
      // A page needs no watched functions: a person reads what the board says.
      said: () => {},
      note: (at, count) => tell("note", WORDS.decode(bytes(at, count))),
    };
  }

  // The calls with an answer.
  #asking() {
    const ask = (answer) => {
      this.hasAsked = true;
      return answer;
    };
    const board = this.#board;
    return {
      analogue: (pin) => ask(board.analogue(pin)),
      spi: (sercom, byte) => ask(board.spi(byte)),
      spi_block: (sercom, at, count) => ask(exchange(this.#part(at, count), board)),
      i2c_start: (sercom, address, reads) => ask(
        Number(board.i2cStart(address, Boolean(reads)))),
      i2c_write: (sercom, byte) => Number(board.i2cWrite(byte)),
      i2c_read: () => board.i2cRead(),
      i2c_stop: () => board.i2cStop(),
      chance: () => {
        this.chances++;
        return board.chance();
      },
    };
  }

  #part(at, count) {
    return new Uint8Array(this.memory.buffer, at, count);
  }
}

// Answers each byte in its place.
function exchange(bytes, board) {
  for (let at = 0; at < bytes.length; at++) {
    bytes[at] = board.spi(bytes[at]);
  }
}

// Copies an array, since it is a view of the chip's memory, which changes.
function copied(given) {
  return ArrayBuffer.isView(given) ? given.slice() : given;
}
