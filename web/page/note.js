// SPDX-License-Identifier: MIT
// Shows a sentence on the workbench's button that was pressed last, else in the status line. It
// disappears after a while or with the next press.

const LASTS_MS = 4000, LETTER_MS = 80;

export class Note {
  #note;
  #bench;
  #status;
  #button = null;
  // What was said last, and where; something else may stand there now.
  #said;
  #where;
  #timer;

  // `status` is where else the sentence may be.
  constructor(note, bench, status) {
    this.#note = this.#where = note;
    this.#bench = bench;
    this.#status = status;
    document.addEventListener("click", (event) => this.#follow(event), true);
    // The press may have moved the button.
    new ResizeObserver(() => this.#place()).observe(bench);
  }

  show(sentence) {
    this.#note.ariaHidden = false;
    this.#begin(sentence, this.#button && isSeen(this.#button) ? this.#note : this.#status);
  }

  // The status says it too: show it only where that is out of sight, and not aloud.
  repeat(sentence) {
    if (sentence && this.#button && !isSeen(this.#status)) {
      this.#note.ariaHidden = true;
      this.#begin(sentence, this.#note);
    }
  }

  // A script's own click, which opens a file dialog, is none of the user's.
  #follow({ target, isTrusted }) {
    if (isTrusted) {
      this.#button = target.closest("#workbench button");
      this.#clear();
    }
  }

  #begin(sentence, where) {
    this.#clear();
    this.#where = where;
    where.textContent = this.#said = sentence;
    this.#place();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#clear(), LASTS_MS + LETTER_MS * sentence.length);
  }

  #place() {
    const note = this.#note, bench = this.#bench.getBoundingClientRect();
    if (!note.textContent) {
      return;
    }
    const { left, top, width } = this.#button.getBoundingClientRect();
    note.style.minWidth = `${width}px`;
    const at = Math.min(top, innerHeight - note.offsetHeight);
    note.style.left = `${Math.min(left - bench.left, bench.width - note.offsetWidth)}px`;
    note.style.top = `${at - bench.top}px`;
  }

  #clear() {
    if (this.#where.textContent === this.#said) {
      this.#where.textContent = "";
    }
  }
}

function isSeen(element) {
  const { top, bottom, height } = element.getBoundingClientRect();
  return height > 0 && bottom > 0 && top < innerHeight;
}
