// SPDX-License-Identifier: MIT
// Shows the program's memory: how much is used, and the largest free block.

const EVERY_MS = 2000;
const NOTHING = "not measured yet";
const NUMBER = new Intl.NumberFormat("en");

export class Meter {
  #bar;
  #text;

  // `ask()` requests the figures while the meter is visible; `show` gets them.
  constructor(bar, text, ask) {
    this.#bar = bar;
    this.#text = text;
    this.clear();
    setInterval(() => bar.checkVisibility() && !document.hidden && ask(), EVERY_MS);
  }

  // Nothing is known of another program's memory yet.
  clear() {
    this.#bar.value = 0;
    this.#text.textContent = NOTHING;
  }

  show({ used, free, largest }) {
    if (!used) {
      return;
    }
    this.#bar.max = used + free;
    this.#bar.value = used;
    const [u, f, l] = [used, free, largest].map((number) => NUMBER.format(number));
    this.#text.textContent = `${u} bytes used, ${f} free, ${l} in the largest block`;
  }
}
