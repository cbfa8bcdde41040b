// SPDX-License-Identifier: MIT
// The program that the user last ran or changed, kept in the browser's database over a reload.
// Where the browser keeps nothing, the shelf is empty.

import { Program } from "./program.js";

const STORE = "programs", KEY = "last";

export class Shelf {
  async keep(program) {
    await this.#ask("readwrite", (store) => store.put(
      { title: program.title, files: program.files }, KEY));
  }

  // null for an empty shelf.
  async take() {
    const kept = await this.#ask("readonly", (store) => store.get(KEY));
    return kept ? new Program(kept.title, kept.files) : null;
  }

  async clear() {
    await this.#ask("readwrite", (store) => store.delete(KEY));
  }

  async #ask(mode, act) {
    try {
      const database = await open();
      const result = await settled(act(database.transaction(STORE, mode).objectStore(STORE)));
      database.close();
      return result;
    } catch {
      return undefined;
    }
  }
}

function open() {
  const request = indexedDB.open("pyportal", 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return settled(request);
}

function settled(request) {
  return new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
}
