// SPDX-License-Identifier: MIT
// Keeps nvm in the browser's storage, by the program's id. Where the storage is damaged, full or
// blocked, the board runs without it, and a sentence says what to do.

import { base64, bytesOf } from "./program/packing.js";
import { GAME } from "./program/program.js";

export const SIZE = 8192;
const KEY = "pyportal nvm ";
// Where the game's was when it was kept by the program's title.
const OLD = "nvm Minesweeper";
const UNREAD = "The browser blocks this page's storage, so what was saved cannot be read: allow it "
  + "and reload the page.";
const UNKEPT = "The browser could not keep what the program saved, as its storage is full or "
  + "blocked: save nvm to a file before you close the page.";
const NAMELESS = "A page that came without https keeps nvm of the game only: save this program's "
  + "to a file before you close the page.";

const OVERTAKEN = "Another tab has saved this program's data meanwhile, so nothing more is kept "
  + "here: reload the page to go on with what was saved.";

export class Storage {
  #warn;
  #local;
  // The text that this tab read or wrote last, by its key.
  #known = new Map();

  // `warn(sentence)`; `local()` gives the browser's storage, or throws.
  constructor(warn, local = () => localStorage) {
    this.#warn = warn;
    this.#local = local;
  }

  // Returns a program's nvm, null if none was kept.
  nvmOf({ id, title }) {
    const keys = id === GAME ? [KEY + id, OLD] : [KEY + id];
    const key = id && keys.find((name) => this.#read(name) !== null);
    const nvm = key ? this.#decoded(key, title) : null;
    this.#known.set(KEY + id, this.#read(KEY + id));
    return nvm;
  }

  // Saves the nvm of a program. Where the browser has no locks, another tab's is not overwritten.
  keepNvm(program, nvm) {
    const { id } = program;
    if (id && this.#read(KEY + id) !== this.#known.get(KEY + id)) {
      this.#warn(OVERTAKEN);
    } else {
      this.putNvm(program, nvm);
    }
  }

  // Replaces the nvm; null stands for erased flash.
  putNvm({ id }, nvm) {
    const text = nvm && base64(nvm);
    if (!id) {
      this.#warn(NAMELESS);
    } else if (this.#write(KEY + id, text)) {
      this.#known.set(KEY + id, text);
      this.#forgetOld(id);
    }
  }

  #forgetOld(id) {
    if (id === GAME) {
      this.#write(OLD, null);
    }
  }

  // Keeps damaged data under another key, where it is not overwritten.
  #decoded(key, title) {
    const text = this.#read(key), nvm = decoded(text), aside = `${key} damaged`;
    if (nvm === null && this.#write(aside, text) && this.#write(key, null)) {
      this.#warn(`The saved nvm of “${title}” is damaged, so the program begins with an erased `
        + `one: load nvm from a file if you have one. The browser's storage has it as “${aside}”.`);
    }
    return nvm;
  }

  #read(key) {
    try {
      return this.#local().getItem(key);
    } catch {
      this.#warn(UNREAD);
      return null;
    }
  }

  // Whether it worked.
  #write(key, value) {
    try {
      if (value === null) {
        this.#local().removeItem(key);
      } else {
        this.#local().setItem(key, value);
      }
      return true;
    } catch {
      this.#warn(UNKEPT);
      return false;
    }
  }
}

// Returns null for text that is no nvm.
function decoded(text) {
  try {
    const bytes = bytesOf(text);
    return bytes.length === SIZE ? bytes : null;
  } catch {
    return null;
  }
}
