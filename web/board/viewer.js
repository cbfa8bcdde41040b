// SPDX-License-Identifier: MIT
// Shows the page what is seen of the board, not more often than a screen takes pictures: its
// picture and its lights when they have changed, its time in ms, and what it has printed.

const FRAME_MS = 15;
// A program that prints for ever leaves the page time for others.
const PRINT_MS = 50, MOST_PRINTED = 10000;

export class Viewer {
  #desk;
  #tell;
  #clock;
  #frame = -1;
  #shown = -Infinity;
  #look = "";
  #printed = "";
  #told = -Infinity;

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
    if (this.#printed && now - this.#told > PRINT_MS) {
      this.#told = now;
      this.flush();
    }
    if (now - this.#shown < FRAME_MS) {
      return;
    }
    this.#shown = now;
    this.#picture();
    this.#lights();
    this.#tell({ time: Math.floor(this.#desk.time / 1e6) });
  }

  flush() {
    this.#tell({ printed: this.#printed });
    this.#printed = "";
  }

  #picture() {
    const { panel } = this.#desk;
    if (panel.frame !== this.#frame) {
      this.#frame = panel.frame;
      const picture = panel.pixels();
      this.#tell({ picture }, [picture.buffer]);
    }
  }

  #lights() {
    const { look } = this.#desk;
    const seen = JSON.stringify(look);
    if (seen !== this.#look) {
      this.#look = seen;
      this.#tell({ look });
    }
  }
}
