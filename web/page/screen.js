// SPDX-License-Identifier: MIT
// Draws the panel's picture as large as the stage allows, and darker when the backlight is dimmed.

const COLOURS = colours();
// Whole pixels of the display for each of the panel's are taken if the picture is then not smaller
// than so much of the stage, on a coarse display and on a fine one.
const COARSE = 0.9, FINE = 0.97;

export class Screen {
  #canvas;
  // The picture in the panel's pixels.
  #small;
  #image;

  constructor(canvas) {
    this.#canvas = canvas;
    this.#small = document.createElement("canvas");
    this.#begin(canvas.width, canvas.height);
    new ResizeObserver(() => this.#fit()).observe(canvas.closest("#stage"));
  }

  // The panel's.
  get width() {
    return this.#small.width;
  }

  get height() {
    return this.#small.height;
  }

  // For a board with another glass.
  resize(width, height) {
    if (width !== this.width) {
      this.#begin(width, height);
      this.#fit();
    }
  }

  // RGB565, row by row.
  show(picture) {
    const pixels = new Uint32Array(this.#image.data.buffer);
    for (let at = 0; at < picture.length; at++) {
      pixels[at] = COLOURS[picture[at]];
    }
    this.#small.getContext("2d").putImageData(this.#image, 0, 0);
    this.#draw();
  }

  // From 0, dark, to 1. Half the light does not look half as bright.
  light(backlight) {
    this.#canvas.style.filter = `brightness(${Math.sqrt(backlight).toFixed(3)})`;
  }

  #begin(width, height) {
    Object.assign(this.#small, { width, height });
    this.#image = this.#small.getContext("2d").createImageData(width, height);
  }

  // Where a pixel is no whole number of the display's, it is drawn as a larger square, which the
  // browser then reduces: pixels stay alike, and their edges sharp.
  #fit() {
    const { width, height } = this, stage = this.#canvas.closest("#stage");
    const bezel = getComputedStyle(this.#canvas.parentElement);
    const inside = (size, ...sides) => sides.reduce(
      (left, side) => left - parseFloat(bezel[`padding${side}`]), size);
    const most = devicePixelRatio * Math.max(0, Math.min(
      inside(stage.clientWidth, "Left", "Right") / width,
      inside(stage.clientHeight, "Top", "Bottom") / height));
    const whole = Math.floor(most), isWhole = whole >= (devicePixelRatio < 2 ? COARSE : FINE) * most;
    const scale = (isWhole ? whole : most) / devicePixelRatio;
    this.#canvas.style.width = `${width * scale}px`;
    this.#canvas.style.height = `${height * scale}px`;
    this.#canvas.style.imageRendering = isWhole ? "pixelated" : "auto";
    this.#enlarge(isWhole ? 1 : whole + 1);
  }

  #enlarge(times) {
    const width = this.width * times, height = this.height * times;
    if (this.#canvas.width !== width || this.#canvas.height !== height) {
      Object.assign(this.#canvas, { width, height });
      this.#draw();
    }
  }

  #draw() {
    const context = this.#canvas.getContext("2d", { alpha: false });
    context.imageSmoothingEnabled = false;
    context.drawImage(this.#small, 0, 0, this.#canvas.width, this.#canvas.height);
  }
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
