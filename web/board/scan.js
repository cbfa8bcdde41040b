// SPDX-License-Identifier: MIT
// Models how the display controller reads its memory out: which line it shows where, and when it is
// between two frames.

const SECOND = 1e9;

export class Scan {
  #lines;
  #facts;
  #now;

  constructor(lines, facts, now) {
    this.#lines = lines;
    this.#facts = facts;
    this.#now = now;
    this.reset();
  }

  reset() {
    this.tearing = false;
    this.clocks = 27;
    this.porches = 4;
    this.top = 0;
    this.height = this.#lines;
    this.start = 0;
  }

  command(code) {
    if (code === this.#facts.TEARING_ON || code === this.#facts.TEARING_OFF) {
      this.tearing = code === this.#facts.TEARING_ON;
    }
  }

  set(code, values) {
    if (code === this.#facts.SCROLL_AREA) {
      this.top = values[0] << 8 | values[1];
      this.height = values[2] << 8 | values[3];
    } else if (code === this.#facts.SCROLL_START) {
      this.start = values[0] << 8 | values[1];
    } else if (code === this.#facts.FRAME_RATE) {
      this.clocks = (values[1] & 0x1f) << (values[0] & 3);
    } else {
      this.porches = (values[0] & 0x7f) + (values[1] & 0x7f);
    }
  }

  // The level of the pin TE: high between a frame's last line and the next one's first.
  tearingEffect() {
    return Number(this.tearing && this.#line() % this.#frame >= this.#lines);
  }

  // Returns when the pin may change next, in ns.
  nextEdge() {
    const line = this.#line(), first = line - line % this.#frame;
    const next = line < first + this.#lines ? first + this.#lines : first + this.#frame;
    return next * this.#lineNs;
  }

  get #lineNs() {
    return Math.floor(Math.max(1, this.clocks) * SECOND / this.#facts.OSCILLATOR_HZ);
  }

  // The lines of a frame with those between two frames.
  get #frame() {
    return this.#lines + this.porches;
  }

  // The number of lines scanned since power-on.
  #line() {
    return Math.floor(this.#now() / this.#lineNs);
  }

  // For each line of the glass, the line of the memory that it shows.
  order() {
    const order = Array.from({ length: this.#lines }, (_, line) => line);
    const height = Math.min(this.height, this.#lines - this.top);
    for (let n = 0; n < height; n++) {
      order[this.top + n] = this.top + modulo(n + this.start - this.top, height);
    }
    return order;
  }
}

function modulo(value, by) {
  return (value % by + by) % by;
}
