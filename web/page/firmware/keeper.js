// SPDX-License-Identifier: MIT
// The firmware file that the user gave, kept in the browser's database.

import { Database } from "../database.js";

const UNKEPT = "The browser could not keep the firmware, as its storage is full or blocked: the "
  + "page will ask for the file again.";

export class Keeper {
  #database = new Database("pyportal firmware", "firmware");
  #warn;

  // `warn(sentence)`.
  constructor(warn) {
    this.#warn = warn;
  }

  // {name, bytes}, null where there is none. Throws where the database cannot be read.
  async take() {
    const { name, bytes } = await this.#database.take() ?? {};
    return typeof name === "string" && bytes instanceof Uint8Array ? { name, bytes } : null;
  }

  async keep(file) {
    await this.#database.keep(file).catch(() => this.#warn(UNKEPT));
  }

  async clear() {
    await this.#database.clear().catch(() => this.#warn(UNKEPT));
  }
}
