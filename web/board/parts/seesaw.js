// SPDX-License-Identifier: MIT
// Parts with Adafruit's seesaw chip, as in sim/board/parts/seesaw.py: the soil sensor and the
// rotary encoder. A write selects a module and a function of it; a read returns the value.

import { bytesOf, I2CPart } from "./part.js";

class Seesaw extends I2CPart {
  #asked = [this.facts.STATUS, this.facts.HARDWARE];

  write([module, called, ...bytes]) {
    if (called !== undefined) {
      this.#asked = [module, called];
      this.take(module, called, bytes);
    }
  }

  read(length) {
    return [...this.answer(...this.#asked), ...Array(length).fill(0)].slice(0, length);
  }

  // Does what a write asks for.
  take() {
  }

  answer(module, called) {
    const { STATUS, HARDWARE, VERSION, OPTIONS, SAMD09, PRODUCT, MODULES } = this.facts;
    if (module !== STATUS) {
      return [];
    }
    const options = [STATUS, ...MODULES].reduce((all, each) => all | 1 << each, 0);
    return { [HARDWARE]: [SAMD09], [VERSION]: [...bytesOf(PRODUCT, 2), 0, 0],
             [OPTIONS]: bytesOf(options, 4) }[called] ?? [];
  }
}

export class SoilSensor extends Seesaw {
  answer(module, called) {
    const { TOUCH, MOISTURE, STATUS, TEMPERATURE } = this.facts;
    if (module === TOUCH && called === MOISTURE) {
      return bytesOf(this.values.moisture, 2);
    }
    if (module === STATUS && called === TEMPERATURE) {
      return bytesOf(Math.round(this.values.temperature * 65536), 4);
    }
    return super.answer(module, called);
  }
}

export class Encoder extends Seesaw {
  #start = this.values.turned;
  #seen = this.values.turned;
  #buffer = [0, 0, 0];
  #pixel = [0, 0, 0];

  get lamps() {
    return [this.#pixel];
  }

  take(module, called, bytes) {
    const { STATUS, RESET, ENCODER, POSITION, PIXELS, PIXEL_DATA, PIXEL_SHOW } = this.facts;
    const place = `${module} ${called}`, { turned } = this.values;
    if (place === `${STATUS} ${RESET}`) {
      this.#start = this.#seen = turned;
      this.#buffer = [0, 0, 0];
      this.#pixel = [0, 0, 0];
    } else if (place === `${ENCODER} ${POSITION}` && bytes.length === 4) {
      this.#start = turned - bytes.reduce((all, byte) => all << 8 | byte, 0);
    } else if (place === `${PIXELS} ${PIXEL_DATA}` && bytes.length > 2) {
      const [high, low, ...colours] = bytes;
      this.#buffer.splice(high << 8 | low, colours.length, ...colours);
      this.#buffer.length = 3;
    } else if (place === `${PIXELS} ${PIXEL_SHOW}`) {
      const [green, red, blue] = this.#buffer;
      this.#pixel = [red, green, blue];
    }
  }

  answer(module, called) {
    const { GPIO, BULK, BUTTON_PIN, ENCODER, POSITION, DELTA } = this.facts;
    const { turned, pressed } = this.values;
    if (module === GPIO && called === BULK) {
      return bytesOf(pressed ? 0 : 1 << BUTTON_PIN, 4);
    }
    if (module === ENCODER && called === POSITION) {
      return bytesOf(turned - this.#start, 4);
    }
    if (module === ENCODER && called === DELTA) {
      const passed = turned - this.#seen;
      this.#seen = turned;
      return bytesOf(passed, 4);
    }
    return super.answer(module, called);
  }
}
