// SPDX-License-Identifier: MIT
// Shows a sentence beside the workbench's button that was pressed last. It lies over the page, and
// disappears after a while or with the next press.

const LASTS_MS = 4000, LETTER_MS = 80;
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
    // The press may have moved the button.
    new ResizeObserver(() => this.#place()).observe(bench);
  }

  show(sentence) {
    if (this.#button && isSeen(this.#button)) {
      this.#note.ariaHidden = false;
      this.#begin(sentence);
    } else {
      this.#status.textContent = sentence;
    }
  }

  // The status says it too: show it only where that is out of sight, and not aloud.
  repeat(sentence) {
    if (sentence && this.#button && !isSeen(this.#status)) {
      this.#note.ariaHidden = true;
      this.#begin(sentence);
    }
  }

  // A script's own click, which opens a file dialog, is none of the user's.
  #follow({ target, isTrusted }) {
    if (isTrusted) {
      this.#button = target.closest("#workbench button");
      this.#clear();
    }
  }

  #begin(sentence) {
    this.#note.textContent = sentence;
    this.#place();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#clear(), LASTS_MS + LETTER_MS * sentence.length);
  }

  #place() {
    const note = this.#note, bench = this.#bench.getBoundingClientRect();
    if (!note.textContent) {
      return;
    }
    const { left, top, bottom } = this.#button.getBoundingClientRect();
    const isBelow = bottom + GAP + note.offsetHeight <= innerHeight;
    const at = isBelow ? bottom + GAP : top - GAP - note.offsetHeight;
    note.style.left = `${Math.min(left - bench.left, bench.width - note.offsetWidth)}px`;
    note.style.top = `${at - bench.top}px`;
  }

  #clear() {
    this.#note.textContent = "";
  }
}

function isSeen(element) {
  const { top, bottom, height } = element.getBoundingClientRect();
  return height > 0 && bottom > 0 && top < innerHeight;
}
