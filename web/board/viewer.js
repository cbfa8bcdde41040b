// SPDX-License-Identifier: MIT
// Shows the page what is seen of the board, not more often than a screen takes pictures and the
// page can follow: picture and lights when they have changed, what was printed, the time in ms.

const FRAME_MS = 15;
// A program that prints for ever leaves the page time for others.
const PRINT_MS = 50, MOST_PRINTED = 10000;
// So long may the page be busy with what it was shown last.
const BUSY_MS = 1000;

export class Viewer {
  #desk;
  #tell;
  #clock;
  #frame = -1;
  #look = "";
  #printed = "";
  #shownAt = -Infinity;
  #printedAt = -Infinity;
  #waits = false;

  // `tell(message, transferred)` is a worker's postMessage.
  constructor(desk, tell, clock = () => performance.now()) {
    this.#desk = desk;
    this.#tell = tell;
    this.#clock = clock;
  }

  print(text) {
    this.#printed = (this.#printed + text).slice(-MOST_PRINTED);
  }

  show() {
    const now = this.#clock();
    if (now - this.#shownAt < (this.#waits ? BUSY_MS : FRAME_MS)) {
      return;
    }
    this.#shownAt = now;
    this.#waits = true;
    const picture = this.#picture();
    const time = Math.floor(this.#desk.time / 1e6);
    this.#tell({ ...picture, ...this.#lights(), ...this.#text(now), time },
      picture ? [picture.picture.buffer] : []);
  }

  // The page has taken what it was shown.
  seen() {
    this.#waits = false;
  }

  // Before the worker ends.
  flush() {
    this.#tell({ printed: this.#printed });
    this.#printed = "";
  }

  #picture() {
    const { panel } = this.#desk;
    if (panel.frame === this.#frame) {
      return null;
    }
    this.#frame = panel.frame;
    return { picture: panel.pixels() };
  }

  #lights() {
    const { look } = this.#desk;
    const seen = JSON.stringify(look);
    if (seen === this.#look) {
      return null;
    }
    this.#look = seen;
    return { look };
  }

  #text(now) {
    if (!this.#printed || now - this.#printedAt < PRINT_MS) {
      return null;
    }
    const printed = this.#printed;
    this.#printedAt = now;
    this.#printed = "";
    return { printed };
  }
}
