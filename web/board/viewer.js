// SPDX-License-Identifier: MIT
// Shows the page what is seen of the board: its picture when it has changed, not more often than a
// screen takes pictures, and its lights.

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
    this.#picture(now);
    this.#lights();
  }

  #picture(now) {
    const { panel } = this.#desk;
    if (panel.frame !== this.#frame) {
      this.#frame = panel.frame;
      this.#shown = now;
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
