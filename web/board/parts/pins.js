// SPDX-License-Identifier: MIT
// Parts on the pins D3 and D4, as in sim/board/parts/pins.py.

import { PinPart } from "./part.js";

export class Button extends PinPart {
  voltage() {
    return this.values.pressed ? Number(this.values.to === "3V") : null;
  }
}

export class Potentiometer extends PinPart {
  voltage() {
    return this.values.position;
  }
}

export class Motion extends PinPart {
  voltage() {
    return Number(this.values.motion);
  }
}

export class Relay extends PinPart {
  get lamps() {
    const { RED, DARK } = this.facts;
    return [this.line.voltage() > 0.5 ? RED : DARK];
  }
}

// A strip of WS2812, which follows its pin's level: a bit is in the length of each pulse.
export class NeoPixels extends PinPart {
  #sent = new Uint8Array(this.values.count * this.values.order.length);
  #bits = 0;
  #rose = 0;
  #fell = 0;

  plug(board) {
    super.plug(board);
    this.line.driven = (level) => this.#edge(level === 1, board.now());
  }

  // White adds to all three.
  get lamps() {
    const { order } = this.values, size = order.length;
    const lamp = (at) => {
      const [red, green, blue, white = 0] = [..."RGBW".slice(0, size)]
        .map((letter) => this.#sent[at * size + order.indexOf(letter)]);
      return [red, green, blue].map((level) => Math.min(255, level + white));
    };
    return Array.from({ length: this.values.count }, (_, at) => lamp(at));
  }

  // `now` is in ns.
  #edge(isHigh, now) {
    const { LONG_NS, PAUSE_NS } = this.facts;
    if (isHigh) {
      this.#bits = now - this.#fell > PAUSE_NS ? 0 : this.#bits;
      this.#rose = now;
      return;
    }
    this.#fell = now;
    const at = this.#bits >> 3, mask = 0x80 >> (this.#bits & 7);
    this.#bits++;
    if (at < this.#sent.length) {
      const one = now - this.#rose > LONG_NS;
      this.#sent[at] = this.#sent[at] & ~mask | (one ? mask : 0);
    }
  }
}
