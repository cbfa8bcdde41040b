// SPDX-License-Identifier: MIT
// The display controller: commands and pixels come in, a picture is shown. Its commands and bits
// come from the simulator's panel (sim/board/panel.py), and the tests hold both together.

import { Scan } from "./scan.js";

// `facts` are the panel's of facts.js, `now` gives the time in ns.
export class Panel {
  #facts;
  #memory;
  #lines;
  #columns;
  #axes;
  // The first byte of a pixel whose second has not come yet.
  #half = null;

  constructor(facts, now) {
    this.#facts = facts;
    this.width = facts.width;
    this.height = facts.height;
    this.#lines = Math.max(facts.width, facts.height);
    this.#columns = Math.min(facts.width, facts.height);
    this.#memory = new Uint16Array(this.#lines * this.#columns);
    this.frame = 0;
    this.scan = new Scan(this.#lines, facts.scan, now);
    this.reset();
  }

  reset() {
    Object.assign(this, { sleeping: true, on: false, inverted: false, format: 0 });
    this.#direct(0);
    this.code = 0;
    this.parameters = [];
    this.columns = [0, this.#columns - 1];
    this.pages = [0, this.#lines - 1];
    this.written = 0;
    this.scan.reset();
    this.frame++;
  }

  // A byte with the command line low.
  command(code) {
    const { commands, switches } = this.#facts;
    this.code = code;
    this.parameters = [];
    this.#half = null;
    if (code === commands.MEMORY_WRITE) {
      this.written = 0;
    } else if (code === commands.SOFTWARE_RESET) {
      this.reset();
    } else if (code in switches) {
      const [attribute, value] = switches[code];
      this[attribute] = value;
      this.frame++;
    } else {
      this.scan.command(code);
    }
  }

  // Bytes with the command line high: parameters, or big-endian pixels.
  data(bytes) {
    const { commands, parameters } = this.#facts;
    if (this.code === commands.MEMORY_WRITE || this.code === commands.MEMORY_WRITE_CONTINUE) {
      this.#write(bytes);
    } else if (this.code in parameters) {
      this.parameters.push(...bytes);
      if (this.parameters.length >= parameters[this.code]) {
        this.#set(this.code, this.parameters);
      }
    }
  }

  #set(code, values) {
    const { commands } = this.#facts;
    if (code === commands.COLUMN_ADDRESS) {
      this.columns = span(values);
    } else if (code === commands.PAGE_ADDRESS) {
      this.pages = span(values);
    } else if (code === commands.PIXEL_FORMAT) {
      this.format = values[0];
    } else {
      this.frame++;
      if (code === commands.MADCTL) {
        this.#direct(values[0]);
      } else {
        this.scan.set(code, values);
      }
    }
  }

  // Pixels fill the window row by row, continuing where the last bytes ended. The window ends where
  // the memory does.
  #write(bytes) {
    const { across, down } = this.#axes;
    const [left, right] = this.columns, [top, bottom] = this.pages;
    const width = Math.min(right + 1, across.length) - left;
    const height = Math.min(bottom + 1, down.length) - top;
    if (this.format !== this.#facts.rgb565 || width <= 0 || height <= 0) {
      return;
    }
    let x = this.written % width, y = Math.floor(this.written / width) % height;
    let half = this.#half;
    for (const byte of bytes) {
      if (half === null) {
        half = byte;
        continue;
      }
      this.#memory[across[left + x] + down[top + y]] = half << 8 | byte;
      half = null;
      if (++x === width) {
        x = 0;
        y = (y + 1) % height;
      }
    }
    this.#half = half;
    this.written = y * width + x;
    this.frame++;
  }

  // Under a scan direction, what each column and each row adds to a pixel's place in the memory.
  // `order` has the line that is found at each line's place.
  #axesOf(madctl, order) {
    const { ROW_FLIP, COLUMN_FLIP, EXCHANGE } = this.#facts.bits;
    const lines = order.map((line) => line * this.#columns);
    const columns = Array.from({ length: this.#columns }, (_, column) => column);
    if (madctl & ROW_FLIP) {
      lines.reverse();
    }
    if (madctl & COLUMN_FLIP) {
      columns.reverse();
    }
    const [across, down] = madctl & EXCHANGE ? [lines, columns] : [columns, lines];
    return { across: Int32Array.from(across), down: Int32Array.from(down) };
  }

  #direct(madctl) {
    this.madctl = madctl;
    this.#axes = this.#axesOf(madctl, Array.from({ length: this.#lines }, (_, line) => line));
  }

  // The picture row by row, RGB565: black when asleep or off.
  pixels() {
    const picture = new Uint16Array(this.width * this.height);
    if (this.sleeping || !this.on) {
      return picture;
    }
    const { across, down } = this.#axesOf(this.#facts.madctl, this.scan.order());
    let to = 0;
    for (const row of down) {
      for (let x = 0; x < across.length; x++) {
        picture[to++] = this.#memory[across[x] + row];
      }
    }
    return this.#coloured(picture);
  }

  #coloured(picture) {
    if ((this.madctl ^ this.#facts.madctl) & this.#facts.bits.BGR) {
      picture.forEach((pixel, at) => { picture[at] = swap(pixel); });
    }
    if (this.inverted) {
      picture.forEach((pixel, at) => { picture[at] = ~pixel; });
    }
    return picture;
  }
}

function span(values) {
  return [values[0] << 8 | values[1], values[2] << 8 | values[3]];
}

// Red and blue change places.
function swap(pixel) {
  return pixel >> 11 | pixel & 0x07e0 | pixel << 11 & 0xf800;
}
