// SPDX-License-Identifier: MIT
// The panel's picture on the page, as large as its stage allows, and darker where the backlight is.

const COLOURS = colours();
// A picture of whole pixels of the display for each of the panel's is taken if it is not smaller
// than so much of the stage.
const WHOLE = 0.9;

export class Screen {
  #canvas;
  #context;
  #image;

  constructor(canvas) {
    this.#canvas = canvas;
    this.#context = canvas.getContext("2d", { alpha: false });
    this.#image = this.#context.createImageData(canvas.width, canvas.height);
    new ResizeObserver(() => this.fit()).observe(canvas.closest("#stage"));
  }

  // For a board with another glass.
  resize(width, height) {
    if (width !== this.#canvas.width) {
      Object.assign(this.#canvas, { width, height });
      this.#image = this.#context.createImageData(width, height);
      this.fit();
    }
  }

  // RGB565, row by row.
  show(picture) {
    const pixels = new Uint32Array(this.#image.data.buffer);
    for (let at = 0; at < picture.length; at++) {
      pixels[at] = COLOURS[picture[at]];
    }
    this.#context.putImageData(this.#image, 0, 0);
  }

  // 0 dark, 1 full. The eye finds half the light not half as bright.
  light(backlight) {
    this.#canvas.style.filter = `brightness(${Math.sqrt(backlight).toFixed(3)})`;
  }

  fit() {
    const { width, height } = this.#canvas, stage = this.#canvas.closest("#stage");
    const bezel = 2 * frame(this.#canvas);
    const most = Math.min((stage.clientWidth - bezel) / width,
                          (stage.clientHeight - bezel) / height) * devicePixelRatio;
    const whole = Math.floor(most);
    const scale = Math.max(whole / most < WHOLE ? most : whole, 0) / devicePixelRatio;
    this.#canvas.style.width = `${width * scale}px`;
    this.#canvas.style.height = `${height * scale}px`;
  }
}

// How wide the bezel beside the glass is.
function frame(canvas) {
  return parseFloat(getComputedStyle(canvas.parentElement).paddingLeft);
}

// Maps each RGB565 value to the four bytes of a canvas' pixel, full scale to full scale.
function colours() {
  const bytes = new Uint8ClampedArray(0x40000);
  for (let value = 0, at = 0; value < 0x10000; value++, at += 4) {
    const red = value >> 11, green = value >> 5 & 0x3f, blue = value & 0x1f;
    bytes.set([red << 3 | red >> 2, green << 2 | green >> 4, blue << 3 | blue >> 2, 255], at);
  }
  return new Uint32Array(bytes.buffer);
}
