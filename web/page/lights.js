// SPDX-License-Identifier: MIT
// Draws the NeoPixel beside the glass, and gives lights their colours.

// The lowest levels of an LED are far from dark.
const GAMMA = 0.45;

// The colour of a light as it looks, transparent for one that is off.
export function glow([red, green, blue]) {
  const most = Math.max(red, green, blue);
  const hue = [red, green, blue].map((level) => Math.round(255 * (level / most) ** GAMMA));
  return most > 0 ? `rgb(${hue.join(" ")} / ${((most / 255) ** GAMMA).toFixed(3)})` : "transparent";
}

export class Lights {
  #pixel;

  constructor(pixel) {
    this.#pixel = pixel;
  }

  show([red, green, blue]) {
    this.#pixel.style.setProperty("--glow", glow([red, green, blue]));
    const words = red || green || blue ? `red ${red}, green ${green}, blue ${blue} of 255` : "off";
    this.#pixel.setAttribute("aria-label", `NeoPixel: ${words}`);
    this.#pixel.title = `NeoPixel: ${words}`;
  }
}
