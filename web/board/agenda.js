// SPDX-License-Identifier: MIT
// A board's future events, each at a cycle of its chip.

export class Agenda {
  #items = [];

  // Acts of the same cycle happen in the order in which they were added.
  add(cycle, act) {
    const later = this.#items.findIndex((item) => item.cycle > cycle);
    this.#items.splice(later < 0 ? this.#items.length : later, 0, { cycle, act });
  }

  // The cycle of the first.
  get next() {
    return this.#items[0]?.cycle ?? Infinity;
  }

  // Does all that is due, and what becomes due by it.
  reach(now) {
    while (this.next <= now) {
      this.#items.shift().act();
    }
  }
}
