// SPDX-License-Identifier: MIT
// The LIS3DH, an accelerometer, as in sim/board/parts/lis3dh.py.

import { ByteRegisters } from "./part.js";

export class LIS3DH extends ByteRegisters {
  #increments = false;

  constructor(values, facts) {
    super(values, facts);
    this.#boot();
  }

  #boot() {
    const { IDENTITY, LIS3DH_ID, CONTROL_1 } = this.facts;
    this.registers.fill(0);
    this.registers[IDENTITY] = LIS3DH_ID;
    this.registers[CONTROL_1] = 0x07;
  }

  // The highest bit of a register's number says that those after it follow.
  write([register, ...bytes]) {
    const { INCREMENT } = this.facts;
    this.#increments = Boolean(register & INCREMENT);
    super.write([register & ~INCREMENT, ...bytes]);
  }

  read(length) {
    return this.#increments ? super.read(length) : Array(length).fill(super.read(1)[0]);
  }

  store(register, value) {
    const { CONTROL_5, REBOOT, READ_ONLY } = this.facts;
    if (register === CONTROL_5 && value & REBOOT) {
      this.#boot();
    } else if (!READ_ONLY.includes(register)) {
      super.store(register, value);
    }
  }

  measure() {
    const { CONTROL_1, CONTROL_4, STEPS, STANDARD_GRAVITY, AXES, STATUS, ALL_NEW, CLICK_SOURCE }
      = this.facts;
    const on = this.registers[CONTROL_1], range = this.registers[CONTROL_4];
    if (!(on >> 4)) {
      return;  // it is powered down
    }
    const steps = STEPS[range >> 4 & 3], view = new DataView(this.registers.buffer);
    [this.values.x, this.values.y, this.values.z].forEach((acceleration, axis) => {
      const value = Math.round(acceleration / STANDARD_GRAVITY * steps);
      const most = Math.min(Math.max(value, -0x8000), 0x7fff);
      view.setInt16(AXES + 2 * axis, on >> axis & 1 ? most : 0, true);
    });
    this.registers[STATUS] = ALL_NEW;
    this.registers[CLICK_SOURCE] = this.#taps();
  }

  #taps() {
    const { CLICK, TAPPED, ON_Z, SINGLE, DOUBLE, IS_SINGLE, IS_DOUBLE } = this.facts;
    const asked = this.registers[CLICK];
    return !this.values.tapped || !asked ? 0
      : TAPPED | ON_Z | (asked & SINGLE ? IS_SINGLE : 0) | (asked & DOUBLE ? IS_DOUBLE : 0);
  }
}
