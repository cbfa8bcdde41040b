// SPDX-License-Identifier: MIT
// Shows the serial console: the board's output, which a screen reader reads aloud, and a line to type.

const CTRL_C = "\x03", CTRL_D = "\x04";
// The number of lines that are kept.
const KEPT = 500;

export class Console {
  #output;
  #line;

  // `section` holds the form and the log; `type(keys)` sends keys to the board.
  constructor(section, type) {
    this.#output = section.querySelector("pre");
    const [form, typed] = [section.querySelector("form"), section.querySelector("input")];
    form.onsubmit = (event) => {
      event.preventDefault();
      type(`${typed.value}\n`);
      typed.value = "";
    };
    section.querySelector("#interrupt").onclick = () => type(CTRL_C);
    section.querySelector("#reload").onclick = () => type(CTRL_D);
    this.#clear();
  }

  // A backspace goes back in the line, as the board's echo has it.
  print(text) {
    const below = this.#isAtEnd();
    for (const part of text.replaceAll("\r", "").split(/(\n|\x08)/)) {
      this.#put(part);
    }
    this.#forget();
    if (below) {
      this.#output.scrollTop = this.#output.scrollHeight;
    }
  }

  // A line is an element of its own, so that it is spoken once, as a whole.
  #put(part) {
    if (part === "\n") {
      this.#line.append("\n");
      this.#newLine();
    } else if (part === "\b") {
      this.#line.textContent = this.#line.textContent.slice(0, -1);
    } else if (part) {
      this.#line.append(part);
    }
  }

  #newLine() {
    this.#line = document.createElement("span");
    this.#output.append(this.#line);
  }

  #clear() {
    this.#output.replaceChildren();
    this.#newLine();
  }

  #forget() {
    while (this.#output.childElementCount > KEPT) {
      this.#output.firstChild.remove();
    }
  }

  #isAtEnd() {
    const { scrollTop, clientHeight, scrollHeight } = this.#output;
    return scrollTop + clientHeight > scrollHeight - 8;
  }
}
