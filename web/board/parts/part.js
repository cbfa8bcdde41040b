// SPDX-License-Identifier: MIT
// The bases of parts that are plugged into the board. They follow the simulator's in
// sim/board/parts, whose numbers they get as `facts`; the tests hold both together.

// `values` has what a part's settings are now.
export class Part {
  constructor(values, facts) {
    this.values = values;
    this.facts = facts;
  }

  // A setting has changed.
  changed() {
  }

  // Disconnects it.
  pull() {
  }

  // [red, green, blue] of each of its lights.
  get lamps() {
    return [];
  }
}

// A part on one pin, D3 or D4, whose voltage is a fraction of 3.3 V, null for none.
export class PinPart extends Part {
  plug({ pins }) {
    this.line = pins.named(this.values.pin);
    this.line.outside = () => this.voltage();
    this.changed();
  }

  changed() {
    const voltage = this.voltage();
    this.line.hold(voltage === null ? null : Number(voltage > 0.5));
  }

  pull() {
    this.line.outside = () => null;
    this.line.driven = () => {};
    this.line.hold(null);
  }

  voltage() {
    return null;
  }
}

// A chip at an address. A transfer is `write(bytes)`, `read(length)` or both.
export class I2CPart extends Part {
  plug({ i2c }) {
    i2c.connect(this.values.address, this);
  }
}

// A chip with 256 registers of a byte. A write selects one and fills it and those that follow.
export class ByteRegisters extends I2CPart {
  registers = new Uint8Array(256);
  pointer = 0;

  write([register, ...bytes]) {
    this.pointer = register;
    bytes.forEach((value, at) => this.store((register + at) & 0xff, value));
  }

  read(length) {
    this.measure();
    return Array.from({ length }, (_, at) => this.registers[(this.pointer + at) & 0xff]);
  }

  store(register, value) {
    this.registers[register] = value;
  }

  // Fills the registers that hold results.
  measure() {
  }
}

// A chip with registers of two bytes, the low one first.
export class WordRegisters extends I2CPart {
  registers = new Map();
  pointer = 0;

  write(bytes) {
    [this.pointer] = bytes;
    if (bytes.length === 3) {
      this.registers.set(bytes[0], bytes[1] | bytes[2] << 8);
    }
  }

  read() {
    const word = this.word(this.pointer);
    return [word & 0xff, word >> 8];
  }

  word(register) {
    return this.registers.get(register) ?? 0;
  }
}

// The lowest `count` bytes of a whole number, the highest first.
export function bytesOf(number, count) {
  return Array.from({ length: count }, (_, at) => number >> 8 * (count - 1 - at) & 0xff);
}
