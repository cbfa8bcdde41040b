// SPDX-License-Identifier: MIT
// The thermometer on the I2C bus, an ADT7410. Its registers are the simulator's (sim/board/
// sensors.py).

export class Thermometer {
  #facts;
  #registers;
  #pointer;
  // The register that comes next.
  #at = 0;
  // Whether a write's next byte is the register's number.
  #addressed = false;

  constructor(facts) {
    this.#facts = facts;
    this.#reset();
  }

  // Begins a read or a write, which goes to the register that was named last.
  start() {
    this.#addressed = true;
    this.#at = this.#pointer;
  }

  write(byte) {
    const { REGISTERS, CONFIGURATION, IDENTITY, RESET } = this.#facts;
    if (this.#addressed) {
      this.#addressed = false;
      this.#at = this.#pointer = byte % REGISTERS;
      if (this.#pointer === RESET) {
        this.#reset();
      }
      return;
    }
    if (this.#at >= CONFIGURATION && this.#at < IDENTITY) {
      this.#registers[this.#at] = byte;
    }
    this.#at++;
  }

  read() {
    const { REGISTERS, TEMPERATURE } = this.#facts, reading = this.#reading();
    this.#registers.set([reading >> 8, reading & 0xff], TEMPERATURE);
    return this.#registers[this.#at++ % REGISTERS];
  }

  #reset() {
    const { REGISTERS, CONFIGURATION, IDENTITY, LIMITS, MANUFACTURER } = this.#facts;
    this.#at = this.#pointer = 0;
    this.#registers = new Uint8Array(REGISTERS);
    this.#registers.set(LIMITS, CONFIGURATION + 1);
    this.#registers[IDENTITY] = MANUFACTURER;
  }

  // Steps of 1/128 °C in 16 bits, or of 1/16 °C in 13 bits before three of alarms.
  #reading() {
    const { CONFIGURATION, SIXTEEN_BITS, CELSIUS } = this.#facts;
    const reading = Math.round(CELSIUS * 128);
    return this.#registers[CONFIGURATION] & SIXTEEN_BITS ? reading : reading & ~7;
  }
}
