// SPDX-License-Identifier: MIT
// Shows the page what is seen of the board, not more often than a screen takes pictures and the
// page can follow: picture and lights when they have changed, what was printed, the time in ms.

const FRAME_MS = 8;
// A program that prints for ever leaves the page time for others, and so does the time itself.
const PRINT_MS = 50, MOST_PRINTED = 10000, TIME_MS = 200;
// So long may the page be busy with what it was shown last.
const BUSY_MS = 1000;
// What changes by itself after so long a rest, or a longer one, will rest as long again: a clock.
const BEAT_MS = 800;

export class Viewer {
  #board;
  #tell;
  #clock;
  #frame = -1;
  #look = "";
  #printed = "";
  #shownAt = -Infinity;
  #printedAt = -Infinity;
  #changedAt = -Infinity;
  // How long it had been still before that.
  #before = 0;
  #waits = false;
  #isInLine = false;

  // `tell(message, transferred)` is a worker's postMessage.
  constructor(board, tell, clock = () => performance.now()) {
    this.#board = board;
    this.#tell = tell;
    this.#clock = clock;
  }

  print(text) {
    this.#printed = (this.#printed + text).slice(-MOST_PRINTED);
    this.#isInLine = text ? !text.endsWith("\n") : this.#isInLine;
  }

  // Prints a line of its own.
  note(line) {
    this.print(`${this.#isInLine ? "\n" : ""}${line}\n`);
  }

  // Something was done to the board, or is heard of it.
  stir() {
    this.#changedAt = this.#clock();
    this.#before = 0;
  }

  // How many ms nothing was seen or done, or will not be if it goes on as before.
  get stillness() {
    return Math.max(this.#clock() - this.#changedAt, Math.min(this.#before, BEAT_MS));
  }

  show() {
    const now = this.#clock(), since = now - this.#shownAt;
    if (since < (this.#waits ? BUSY_MS : FRAME_MS)) {
      return;
    }
    const picture = this.#picture(), lights = this.#lights(), text = this.#text(now);
    if (picture || lights) {
      this.#before = now - this.#changedAt;
      this.#changedAt = now;
    } else if (!text && since < TIME_MS) {
      return;
    }
    this.#shownAt = now;
    this.#waits = true;
    const time = Math.floor(this.#board.time / 1e6);
    this.#tell({ ...picture, ...lights, ...text, time },
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
    const { panel } = this.#board;
    if (panel.frame === this.#frame) {
      return null;
    }
    this.#frame = panel.frame;
    return { picture: panel.pixels() };
  }

  #lights() {
    const { look } = this.#board;
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
