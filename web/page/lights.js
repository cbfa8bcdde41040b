// SPDX-License-Identifier: MIT
// The NeoPixel beside the glass, and the light that falls on the board.

// The lowest levels of an LED are far from dark.
const GAMMA = 0.45;

export class Lights {
  #pixel;

  // `shine(level)` takes 0 to 1.
  constructor(pixel, slider, shine) {
    this.#pixel = pixel;
    slider.oninput = () => shine(slider.value / slider.max);
  }

  show([red, green, blue]) {
    const most = Math.max(red, green, blue), lit = most > 0;
    const hue = [red, green, blue].map((level) => Math.round(255 * (level / most) ** GAMMA));
    const seen = `rgb(${hue.join(" ")} / ${((most / 255) ** GAMMA).toFixed(3)})`;
    this.#pixel.style.setProperty("--glow", lit ? seen : "transparent");
    const words = lit ? `red ${red}, green ${green}, blue ${blue} of 255` : "off";
    this.#pixel.setAttribute("aria-label", `NeoPixel: ${words}`);
    this.#pixel.title = `NeoPixel: ${words}`;
  }
}
