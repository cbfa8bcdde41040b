// SPDX-License-Identifier: MIT
// Puts a card into the SD slot: an image, the files of a folder, or an empty card. The board starts
// again with it, and the image with what the board has written can be saved.

import { save } from "./download.js";

const BLOCK = 512;
// Larger cards count in another way, and no browser holds them.
const MOST = 2 ** 30, MOST_FILES = 7_500_000;

// `card()` gives the image that is in the slot, null for none; `put(card)` takes an image, bytes by
// path, or null; `say(sentence)`.
export class CardSlot {
  #element;
  #put;
  #say;

  constructor(element, { card, put, say }) {
    this.#element = element;
    this.#put = put;
    this.#say = say;
    for (const kind of ["image", "folder"]) {
      element(`card-${kind}`).onclick = () => element(`card-${kind}-file`).click();
    }
    element("card-image-file").onchange = ({ target }) => this.#chosen(target, insertedImage);
    element("card-folder-file").onchange = ({ target }) => this.#chosen(target, insertedFiles);
    element("card-empty").onclick = () => this.#insert(new Map(), "An empty card of 8 MB is in.");
    element("card-remove").onclick = () => this.#insert(null, "The SD slot is empty.");
    element("card-save").onclick = () => card() && save("card.img", card());
  }

  async #chosen(input, inserted) {
    try {
      const [card, name] = await inserted([...input.files]);
      this.#insert(card, `The SD card is ${name}.`);
    } catch ({ message }) {
      this.#say(message);
    }
    input.value = "";
  }

  #insert(card, sentence) {
    this.#put(card);
    this.#element("card-remove").disabled = this.#element("card-save").disabled = card === null;
    this.#say(sentence);
  }
}

async function insertedImage([file]) {
  if (!file.size || file.size % BLOCK || file.size > MOST) {
    throw new Error(`${file.name} is no image of an SD card that the page can take: its size must `
      + "be a multiple of 512 bytes, at most 1 GB.");
  }
  return [new Uint8Array(await file.arrayBuffer()), file.name];
}

async function insertedFiles(files) {
  const name = files[0].webkitRelativePath.split("/")[0];
  if (files.reduce((sum, { size }) => sum + size, 0) > MOST_FILES) {
    throw new Error(`${name} is too large for a card of 8 MB: make an image of it.`);
  }
  const read = files.map(async (file) => [
    file.webkitRelativePath.slice(name.length + 1), new Uint8Array(await file.arrayBuffer())]);
  return [new Map(await Promise.all(read)), name];
}
