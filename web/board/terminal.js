// SPDX-License-Identifier: MIT
// Turns the board's output into text: lines end in a newline, and escape sequences are removed.

// An operating system command, which sets a window's title; or a control sequence.
const ESCAPES = /\x1b(?:\][^\x07\x1b]*(?:\x07|\x1b\\)|\[[0-?]*[ -/]*[@-~])/g;
const TITLE = /\x1b\]0;([^\x07\x1b]*)(?:\x07|\x1b\\)/g;
const UNFINISHED = /\x1b(?:\][^\x07\x1b]*\x1b?|\[[0-?]*[ -/]*)?$|\r$/;

export class Terminal {
  // The window's title, in which CircuitPython says what runs.
  title = "";
  #decoder = new TextDecoder();
  #held = "";

  // Returns what can be shown now; the rest waits for more.
  take(bytes) {
    const all = this.#held + this.#decoder.decode(bytes, { stream: true });
    this.#held = UNFINISHED.exec(all)?.[0] ?? "";
    const text = all.slice(0, all.length - this.#held.length);
    this.title = [...text.matchAll(TITLE)].at(-1)?.[1] ?? this.title;
    return text.replace(ESCAPES, "").replaceAll("\r\n", "\n");
  }
}
