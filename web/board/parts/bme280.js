// SPDX-License-Identifier: MIT
// The BME280, which measures temperature, humidity and pressure, as in sim/board/parts/bme280.py:
// it searches for the raw numbers of what it measures.

import { bytesOf, ByteRegisters } from "./part.js";

export class BME280 extends ByteRegisters {
  constructor(values, facts) {
    super(values, facts);
    this.#reset();
  }

  #reset() {
    const f = this.facts;
    const little = (...words) => words.flatMap((word) => bytesOf(word, 2).reverse());
    this.registers.fill(0);
    this.registers[f.IDENTITY] = f.BME280_ID;
    this.registers.set([...little(f.T1, f.T2, f.T3, f.P1, f.P2, f.P3, f.P4, f.P5, f.P6, f.P7, f.P8,
                                  f.P9), 0, f.H1], f.CALIBRATION);
    this.registers.set([...little(f.H2), f.H3, f.H4 >> 4, f.H4 & 15 | (f.H5 & 15) << 4, f.H5 >> 4,
                        f.H6], f.MORE_CALIBRATION);
    this.registers.set(f.EMPTY, f.RESULTS);
  }

  store(register, value) {
    const { RESET, RESET_WORD, WRITABLE, CONTROL, SLEEPING } = this.facts;
    if (register === RESET && value === RESET_WORD) {
      this.#reset();
    } else if (WRITABLE.includes(register)) {
      this.registers[register] = value;
    }
    if (register === CONTROL && value & SLEEPING) {
      this.#convert();
      if ((value & SLEEPING) !== SLEEPING) {
        this.registers[CONTROL] &= ~SLEEPING;  // it sleeps after a forced measurement
      }
    }
  }

  // Measures anew in normal mode.
  measure() {
    const { CONTROL, SLEEPING } = this.facts;
    if ((this.registers[CONTROL] & SLEEPING) === SLEEPING) {
      this.#convert();
    }
  }

  // Fills the results; a quantity whose oversampling is 0 is skipped.
  #convert() {
    const { CONTROL, CONTROL_HUMIDITY, RESULTS, EMPTY } = this.facts, { values } = this;
    const control = this.registers[CONTROL];
    const [fine, raw] = search((adc) => this.#fine(adc), 20, values.temperature * 5120);
    const [, pressure] = search((adc) => this.#pressure(adc, fine), 20, values.pressure * 100);
    const [, humidity] = search((adc) => this.#humidity(adc, fine), 16, values.humidity);
    const measures = [[control >> 2 & 7, bytesOf(pressure << 4, 3), 0],
                      [control >> 5, bytesOf(raw << 4, 3), 3],
                      [this.registers[CONTROL_HUMIDITY] & 7, bytesOf(humidity, 2), 6]];
    this.registers.set(EMPTY, RESULTS);
    measures.filter(([wanted]) => wanted)
      .forEach(([, bytes, at]) => this.registers.set(bytes, RESULTS + at));
  }

  // The temperature in 1/5120 °C.
  #fine(adc) {
    const { T1, T2, T3 } = this.facts;
    return (adc / 16384 - T1 / 1024) * T2 + (adc / 131072 - T1 / 8192) ** 2 * T3;
  }

  // In Pa.
  #pressure(adc, fine) {
    const { P1, P2, P3, P4, P5, P6, P7, P8, P9 } = this.facts;
    const half = fine / 2 - 64000;
    const second = (half * half * P6 / 32768 + half * P5 * 2) / 4 + P4 * 65536;
    const first = (1 + (P3 * half * half / 524288 + P2 * half) / 524288 / 32768) * P1;
    const pressure = (1048576 - adc - second / 4096) * 6250 / first;
    return pressure + (P9 * pressure * pressure / 2147483648 + pressure * P8 / 32768 + P7) / 16;
  }

  // The relative humidity in %.
  #humidity(adc, fine) {
    const { H1, H2, H3, H4, H5, H6 } = this.facts;
    const warm = fine - 76800;
    const humidity = (adc - (H4 * 64 + H5 / 16384 * warm)) * (
      H2 / 65536 * (1 + H6 / 67108864 * warm * (1 + H3 / 67108864 * warm)));
    return humidity * (1 - H1 * humidity / 524288);
  }
}

// [the compensated value nearest to `wanted`, the raw number that gives it].
function search(compensated, bits, wanted) {
  const rises = compensated(2 ** bits - 1) > compensated(0);
  let low = 0, high = 2 ** bits - 1;
  while (low < high) {
    const middle = low + high >> 1;
    if ((compensated(middle) < wanted) === rises) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return [compensated(low), low];
}
