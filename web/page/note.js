// SPDX-License-Identifier: MIT
// A sentence beside the workbench's button that was pressed last: it lies over the page, moves
// nothing, and goes after a while or with the next press.

const LASTS_MS = 6000;
// Between the button and the sentence, in CSS pixels.
const GAP = 6;

export class Note {
  #note;
  #bench;
  #status;
  #button = null;
  #timer;

  // `status` is where else the sentence may be.
  constructor(note, bench, status) {
    this.#note = note;
    this.#bench = bench;
    this.#status = status;
    document.addEventListener("click", (event) => this.#follow(event), true);
  }

  show(sentence) {
    this.#note.ariaHidden = false;
    this.#place(sentence);
  }

  // What the status says as well: only where that is out of sight, and not aloud.
  repeat(sentence) {
    const { top, bottom } = this.#status.getBoundingClientRect();
    if (sentence && this.#button && (bottom <= 0 || top >= innerHeight)) {
      this.#note.ariaHidden = true;
      this.#place(sentence);
    }
  }

  // A script's own click, which opens a file dialog, is none of the user's.
  #follow({ target, isTrusted }) {
    if (isTrusted) {
      this.#button = target.closest("#workbench button");
      this.#clear();
    }
  }

  #place(sentence) {
    if (!this.#button) {
      this.#status.textContent = sentence;
      return;
    }
    const note = this.#note, bench = this.#bench.getBoundingClientRect();
    const { left, bottom } = this.#button.getBoundingClientRect();
    note.textContent = sentence;
    note.style.left = `${Math.min(left - bench.left, bench.width - note.offsetWidth)}px`;
    note.style.top = `${bottom - bench.top + GAP}px`;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#clear(), LASTS_MS);
  }

  #clear() {
    this.#note.textContent = "";
  }
}
