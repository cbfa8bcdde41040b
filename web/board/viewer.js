// SPDX-License-Identifier: MIT
// Shows the page what is seen of the board, not more often than a screen takes pictures: its picture
// and its lights when they have changed, and its time in ms.

const FRAME_MS = 15;

export class Viewer {
  #desk;
  #tell;
  #clock;
  #frame = -1;
  #shown = -Infinity;
  #look = "";

  // `tell(message, transferred)` is a worker's postMessage.
  constructor(desk, tell, clock = () => performance.now()) {
    this.#desk = desk;
    this.#tell = tell;
    this.#clock = clock;
  }

  show() {
    const now = this.#clock();
    if (now - this.#shown < FRAME_MS) {
      return;
    }
    this.#shown = now;
    this.#picture();
    this.#lights();
    this.#tell({ time: Math.floor(this.#desk.time / 1e6) });
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
