// SPDX-License-Identifier: MIT
// Shows the program's text files and changes them. Saving puts a file onto the drive, and the board
// runs the program again.

export class Editor {
  #select;
  #text;
  #program = null;
  #saved;

  // `saved(path)` is called when a file has been changed.
  constructor(element, saved) {
    this.#select = element("file");
    this.#text = element("text");
    this.#saved = saved;
    this.#select.onchange = () => this.#show();
    element("save").onclick = () => this.#save();
    this.#text.onkeydown = (event) => {
      if (event.key === "s" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        this.#save();
      }
    };
  }

  open(program) {
    const path = this.#select.value;
    this.#program = program;
    const options = program.texts.map((name) => new Option(name, name, false, name === path));
    this.#select.replaceChildren(...options);
    this.#show();
  }

  #show() {
    this.#text.value = this.#program.text(this.#select.value) ?? "";
  }

  #save() {
    this.#program.write(this.#select.value, this.#text.value);
    this.#saved(this.#select.value);
  }
}
