// SPDX-License-Identifier: MIT
// The program that the user last ran or changed, kept in the browser's database over a reload.
// Where that is damaged, full or blocked, the user is told what to do.

import { Database } from "../database.js";
import { idOf } from "./digest.js";
import { Program } from "./program.js";

const UNREAD = "The browser's database cannot be read, so the program that was kept there is not "
  + "opened: allow the page its storage and reload it.";
const DAMAGED = "The program that the browser kept is damaged and not opened: open it from its "
  + "file. It stays there until another is opened.";
const UNKEPT = "The browser could not keep the program, as its storage is full or blocked: keep "
  + "its files, or a link to it, before you close the page.";
const REMAINS = "The browser could not forget the program that it keeps: reloading the page opens "
  + "that again, until its storage is allowed.";

export class Shelf {
  #database = new Database("pyportal", "programs");
  #warn;

  // `warn(sentence)`.
  constructor(warn) {
    this.#warn = warn;
  }

  async keep({ title, files, id }) {
    await this.#tried(() => this.#database.keep({ title, files, id }), UNKEPT);
  }

  // null for an empty shelf.
  async take() {
    const kept = await this.#tried(() => this.#database.take(), UNREAD);
    if (kept && !isProgram(kept)) {
      this.#warn(DAMAGED);
      return null;
    }
    return kept ? new Program(kept.title, kept.files, kept.id ?? await idOf(kept.files)) : null;
  }

  async clear() {
    await this.#tried(() => this.#database.clear(), REMAINS);
  }

  async #tried(act, sentence) {
    try {
      return await act();
    } catch {
      this.#warn(sentence);
      return undefined;
    }
  }
}

function isProgram({ title, files }) {
  return typeof title === "string" && files instanceof Map && [...files].every(
    ([path, bytes]) => typeof path === "string" && bytes instanceof Uint8Array);
}
