// SPDX-License-Identifier: MIT
// The SD card in SPI mode: its slot's pin, commands and blocks of data, as the simulator's
// (sim/board/sdcard.py), for cards of up to 1 GB. A silent card reads 0xff.

import { BLOCK, Volume } from "./fat.js";

const COMMAND = 6, DATA = BLOCK + 2, NOTHING = 0xff;
// The first byte of an answer.
const FINE = 0x00, IDLE = 0x01, ILLEGAL = 0x04, BAD_CHECKSUM = 0x08, MISPLACED = 0x20;
const OUT_OF_RANGE = 0x40;
// Tokens: before a block, before one of several to be written, and after the last of them.
const ONE = 0xfe, ONE_OF_SEVERAL = 0xfc, STOP = 0xfd;
const GAP = [NOTHING], BUSY = [0, 0, 0, 0];
const NO_DATA = [0x08], WRITTEN = [0x05, ...BUSY], SPOILED = [0x0b], NOT_WRITTEN = [0x0d];
const BEFORE_START = [0, 1, 8, 41, 55, 58, 59], APPLICATION = 55;
// Commands whose checksum counts even while checking is off.
const ALWAYS_CHECKED = [0, 8];
const VOLTAGE = 1, OCR_READY = 0x80, OCR_VOLTAGES = [0xff, 0x80, 0x00];
const STATUS = new Uint8Array(64);
// Where the CSD has the card's size, twelve bits in units of 512 blocks.
const SIZE_AT = 6, UNIT = 512;
// An empty card's blocks.
const EMPTY = 16_384;

// The image of a card with these files, bytes by path. Throws RangeError where there is no room.
export function imageWith(files) {
  const image = new Uint8Array(EMPTY * BLOCK), volume = new Volume(image);
  volume.format();
  files.forEach((bytes, path) => volume.write(path, bytes));
  return image;
}

// `facts` are the card's of facts.js; `written(block)` is called for each block that changes.
export class SdCard {
  #image;
  #count;
  #facts;
  #written;
  #tables;
  #selected = false;
  #said = [];
  #command = [];
  #block = null;
  // The next block that the card sends, and the one that it waits for; whether more follow.
  #reading;
  #writing;
  #several;
  #idle;
  #asked;
  #checks;
  #after;
  #writes;
  #erased;

  constructor(image, facts, written) {
    this.#image = image;
    this.#count = Math.ceil(image.length / BLOCK / UNIT) * UNIT;
    this.#facts = facts;
    this.#written = written;
    this.#tables = this.#newTables();
    this.#restart();
  }

  select(selected) {
    if (this.#selected && !selected) {
      this.#said = [];
      this.#command = [];
      this.#block = null;
    }
    this.#selected = selected;
  }

  // null while it is not selected.
  exchange(sent) {
    if (!this.#selected) {
      return null;
    }
    while (!this.#said.length && this.#reading !== null) {
      this.#said = this.#send();
    }
    const said = this.#said.shift() ?? NOTHING;
    this.#hear(sent);
    return said;
  }

  #hear(byte) {
    if (this.#block) {
      this.#block.push(byte);
      if (this.#block.length === DATA) {
        this.#takeBlock();
      }
    } else if (this.#command.length || (byte & 0xc0) === 0x40) {
      this.#command.push(byte);
      if (this.#command.length === COMMAND) {
        this.#do();
      }
    } else if (this.#writing !== null) {
      this.#hearToken(byte);
    }
  }

  #hearToken(token) {
    if (token === (this.#several ? ONE_OF_SEVERAL : ONE)) {
      this.#block = [];
    } else if (token === STOP && this.#several) {
      this.#writing = null;
      this.#said = [...GAP, ...BUSY];
    }
  }

  #takeBlock() {
    const data = Uint8Array.from(this.#block.slice(0, BLOCK));
    const [high, low] = this.#block.slice(BLOCK);
    this.#block = null;
    const isRight = !this.#checks || crc16(data) === (high << 8 | low);
    this.#said = isRight ? this.#take(data) : [...SPOILED];
  }

  #take(data) {
    const block = this.#writing;
    this.#writing = this.#several ? block + 1 : null;
    if (block >= this.#count) {
      this.#writing = null;
      return [...NOT_WRITTEN];
    }
    this.#put(block, data);
    this.#writes++;
    return [...WRITTEN];
  }

  // Drops a block behind the image's end.
  #put(block, data) {
    if ((block + 1) * BLOCK <= this.#image.length) {
      this.#image.set(data, block * BLOCK);
      this.#written(block);
    }
  }

  #send() {
    const block = this.#reading;
    if (block >= this.#count) {
      this.#reading = null;
      return [...NO_DATA];
    }
    this.#reading = this.#several ? block + 1 : null;
    const data = new Uint8Array(BLOCK);
    data.set(this.#image.subarray(block * BLOCK, (block + 1) * BLOCK));
    return framed(data);
  }

  #do() {
    const [first, ...bytes] = this.#command, number = first & 0x3f;
    const argument = bytes.slice(0, 4).reduce((all, byte) => (all << 8 | byte) >>> 0, 0);
    const isChecked = this.#checks || ALWAYS_CHECKED.includes(number);
    const isWrong = isChecked && crc7(this.#command.slice(0, 5)) !== (this.#command[5] | 1);
    this.#command = [];
    this.#said = [...GAP, ...isWrong ? this.#first(BAD_CHECKSUM) : this.#answer(number, argument)];
  }

  #answer(number, argument) {
    const { plain, application } = this.#tables;
    const after = this.#after;
    this.#after = number;
    const act = (after === APPLICATION && application[number]) || plain[number];
    if (!act || (this.#idle && !BEFORE_START.includes(number))) {
      return this.#first(ILLEGAL);
    }
    this.#reading = this.#writing = null;
    return act(argument);
  }

  // R1, the byte that every answer begins with.
  #first(errors = FINE) {
    return [errors | (this.#idle ? IDLE : 0)];
  }

  #newTables() {
    const first = () => this.#first(), data = (make) => () => [...first(), ...framed(make())];
    const { CID, SCR } = this.#facts;
    const start = () => this.#start();
    return {
      plain: {
        0: () => this.#restart(), 1: start, 8: (argument) => this.#agree(argument),
        9: data(() => this.#csd()), 10: data(() => Uint8Array.from(CID)),
        12: () => [NOTHING, ...first(), ...BUSY], 13: () => [...first(), 0],
        16: (argument) => this.#first(argument === BLOCK ? FINE : OUT_OF_RANGE),
        17: (argument) => this.#read(argument, false), 18: (argument) => this.#read(argument, true),
        24: (argument) => this.#write(argument, false),
        25: (argument) => this.#write(argument, true),
        32: (argument) => this.#eraseFrom(argument), 33: (argument) => this.#eraseTo(argument),
        38: () => this.#erase(), 55: first,
        58: () => [...first(), this.#idle ? 0 : OCR_READY, ...OCR_VOLTAGES],
        59: (argument) => {
          this.#checks = Boolean(argument & 1);
          return first();
        },
      },
      application: {
        13: () => [...first(), 0, ...framed(STATUS)], 22: data(() => this.#wellWritten()),
        23: first, 41: start, 42: first, 51: data(() => Uint8Array.from(SCR)),
      },
    };
  }

  #restart() {
    this.#idle = true;
    this.#asked = this.#checks = this.#several = false;
    this.#after = this.#writes = 0;
    this.#erased = [0, 0];
    this.#reading = this.#writing = null;
    return this.#first();
  }

  // It is ready when it is asked the second time.
  #start() {
    this.#idle = !this.#asked;
    this.#asked = true;
    return this.#first();
  }

  #agree(argument) {
    const voltage = argument >> 8 & 0xf;
    return [...this.#first(), 0, 0, voltage === VOLTAGE ? voltage : 0, argument & 0xff];
  }

  #csd() {
    const csd = Uint8Array.from(this.#facts.CSD), size = this.#count / UNIT - 1;
    csd[SIZE_AT] = csd[SIZE_AT] & ~3 | size >> 10;
    csd[SIZE_AT + 1] = size >> 2;
    csd[SIZE_AT + 2] = csd[SIZE_AT + 2] & 0x3f | size << 6;
    csd[15] = crc7([...csd.subarray(0, 15)]);
    return csd;
  }

  #wellWritten() {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setUint32(0, this.#writes);
    return bytes;
  }

  // [block, errors] of an address.
  #blockAt(argument) {
    const block = Math.floor(argument / BLOCK);
    return [block, block >= this.#count ? OUT_OF_RANGE : argument % BLOCK ? MISPLACED : FINE];
  }

  #read(argument, several) {
    const [block, errors] = this.#blockAt(argument);
    this.#several = several;
    this.#reading = errors ? null : block;
    return this.#first(errors);
  }

  #write(argument, several) {
    const [block, errors] = this.#blockAt(argument);
    this.#several = several;
    this.#writes = 0;
    this.#writing = errors ? null : block;
    return this.#first(errors);
  }

  #eraseFrom(argument) {
    const [block, errors] = this.#blockAt(argument);
    this.#erased = [block, block];
    return this.#first(errors);
  }

  #eraseTo(argument) {
    const [block, errors] = this.#blockAt(argument);
    this.#erased = [this.#erased[0], block + 1];
    return this.#first(errors);
  }

  #erase() {
    const [first, end] = this.#erased;
    for (let block = first; block < Math.min(end, this.#count); block++) {
      this.#put(block, new Uint8Array(BLOCK));
    }
    return [...this.#first(), ...BUSY];
  }
}

// Data as the card sends it: a gap, the token, the data and the checksum.
function framed(data) {
  const check = crc16(data);
  return [...GAP, ONE, ...data, check >> 8, check & 0xff];
}

function crc16(data) {
  return data.reduce((crc, byte) => {
    let next = crc ^ byte << 8;
    for (let bit = 0; bit < 8; bit++) {
      next = next << 1 ^ (next & 0x8000 ? 0x1021 : 0);
    }
    return next & 0xffff;
  }, 0);
}

// With the end bit that follows it.
function crc7(data) {
  let crc = 0;
  for (const byte of data) {
    for (let bit = 7; bit >= 0; bit--) {
      crc = crc << 1 & 0x7f ^ ((crc >> 6 ^ byte >> bit) & 1 ? 0x09 : 0);
    }
  }
  return crc << 1 | 1;
}
