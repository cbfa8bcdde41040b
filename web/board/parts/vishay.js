// SPDX-License-Identifier: MIT
// The VEML7700 and the VCNL4040, as in sim/board/parts/vishay.py.

import { WordRegisters } from "./part.js";

export class VEML7700 extends WordRegisters {
  word(register) {
    const { LIGHT, WHITE, IDENTITY, ID } = this.facts;
    if (register === LIGHT || register === WHITE) {
      return this.#light();
    }
    return register === IDENTITY ? ID : super.word(register);
  }

  #light() {
    const { CONFIGURATION, SHUT_DOWN, FULL, FINEST_LUX, GAINS, TIMES_MS } = this.facts;
    const setTo = this.registers.get(CONFIGURATION) ?? SHUT_DOWN;
    if (setTo & SHUT_DOWN) {
      return 0;
    }
    const time = TIMES_MS[setTo >> 6 & 15] ?? 100;
    const step = FINEST_LUX * 800 / time * 2 / GAINS[setTo >> 11 & 3];
    return Math.min(Math.round(this.values.lux / step), FULL);
  }
}

export class VCNL4040 extends WordRegisters {
  word(register) {
    const { PROXIMITY, FLAGS, LIGHT, WHITE, MODE, WHITE_OFF, IDENTITY, ID } = this.facts;
    if (register === PROXIMITY) {
      return this.#near();
    }
    if (register === FLAGS) {
      return this.#flags();
    }
    const measuresWhite = !(super.word(MODE) & WHITE_OFF);
    if (register === LIGHT || (register === WHITE && measuresWhite)) {
      return this.#light();
    }
    return register === IDENTITY ? ID : super.word(register);
  }

  // In 12 bits unless the program asks for 16.
  #near() {
    const { PROXIMITY_SETUP, SHUT_DOWN, WIDE, FULL } = this.facts;
    const setTo = this.registers.get(PROXIMITY_SETUP) ?? SHUT_DOWN;
    return setTo & SHUT_DOWN ? 0 : Math.min(this.values.proximity, setTo & WIDE ? FULL : 0xfff);
  }

  #light() {
    const { LIGHT_SETUP, SHUT_DOWN, COARSEST_LUX, FULL } = this.facts;
    const setTo = this.registers.get(LIGHT_SETUP) ?? SHUT_DOWN;
    const steps = this.values.lux / COARSEST_LUX * (1 << (setTo >> 6 & 3));
    return setTo & SHUT_DOWN ? 0 : Math.min(Math.round(steps), FULL);
  }

  // Which of the thresholds that the program asked for are passed.
  #flags() {
    const { PROXIMITY_SETUP, HIGH, LOW, CLOSE, AWAY } = this.facts;
    const asked = super.word(PROXIMITY_SETUP) >> 8 & 3;
    const isClose = asked & 1 && this.#near() > super.word(HIGH);
    const isAway = asked & 2 && this.#near() < super.word(LOW);
    return (isClose ? CLOSE : 0) | (isAway ? AWAY : 0);
  }
}
