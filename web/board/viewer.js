// SPDX-License-Identifier: MIT
// Sends the page what can be seen of the board: its picture and lights when they have changed, its
// output, and its time in ms; not more often than a screen shows pictures and the page can follow.

const FRAME_MS = 8;
// Text and time are sent seldom enough that a program that prints for ever does not block the page.
const PRINT_MS = 50, MOST_PRINTED = 10000, TIME_MS = 200;
// The page may be busy with the last picture for so long.
const BUSY_MS = 1000;
// A picture that changes by itself every so many ms or less, as a clock does, is expected to do it again.
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
  // How many ms nothing had changed before that.
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

  // Notes that the user has done something, or that a sound plays: pictures may follow soon.
  noteActivity() {
    this.#changedAt = this.#clock();
    this.#before = 0;
  }

  // How many ms nothing has changed; for a picture that changes regularly, the time until it will.
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

  // Called when the page has shown the last picture.
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
