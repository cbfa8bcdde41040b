// SPDX-License-Identifier: MIT
// The program that the user last ran or changed, kept in the browser's database over a reload.
// Where that is damaged, full or blocked, the user is told what to do.

import { idOf } from "./digest.js";
import { Program } from "./program.js";

const STORE = "programs", KEY = "last";
// A database that says nothing for so long never will.
const PATIENCE_MS = 5000;
const UNREAD = "The browser's database cannot be read, so the program that was kept there is not "
  + "opened: allow the page its storage and reload it.";
const DAMAGED = "The program that the browser kept is damaged and not opened: open it from its "
  + "file. It stays there until another is opened.";
const UNKEPT = "The browser could not keep the program, as its storage is full or blocked: keep "
  + "its files, or a link to it, before you close the page.";
const REMAINS = "The browser could not forget the program that it keeps: reloading the page opens "
  + "that again, until its storage is allowed.";

export class Shelf {
  #warn;

  // `warn(sentence)`.
  constructor(warn) {
    this.#warn = warn;
  }

  async keep({ title, files, id }) {
    await this.#ask("readwrite", (store) => store.put({ title, files, id }, KEY), UNKEPT);
  }

  // null for an empty shelf.
  async take() {
    const kept = await this.#ask("readonly", (store) => store.get(KEY), UNREAD);
    if (kept && !isProgram(kept)) {
      this.#warn(DAMAGED);
      return null;
    }
    return kept ? new Program(kept.title, kept.files, kept.id ?? await idOf(kept.files)) : null;
  }

  async clear() {
    await this.#ask("readwrite", (store) => store.delete(KEY), REMAINS);
  }

  async #ask(mode, act, sentence) {
    try {
      return await inTime(asked(mode, act));
    } catch {
      this.#warn(sentence);
      return undefined;
    }
  }
}

async function asked(mode, act) {
  const database = await open();
  try {
    const transaction = database.transaction(STORE, mode);
    const request = act(transaction.objectStore(STORE));
    await finished(transaction, "oncomplete");
    return request.result;
  } finally {
    database.close();
  }
}

async function open() {
  const request = indexedDB.open("pyportal", 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  await finished(request, "onsuccess");
  return request.result;
}

// What is written is kept when its transaction is complete, and not before.
function finished(work, event) {
  return new Promise((done, fail) => {
    work[event] = done;
    work.onerror = work.onabort = () => fail(work.error);
  });
}

function inTime(promise) {
  return Promise.race([promise, new Promise((_, fail) => setTimeout(fail, PATIENCE_MS))]);
}

function isProgram({ title, files }) {
  return typeof title === "string" && files instanceof Map && [...files].every(
    ([path, bytes]) => typeof path === "string" && bytes instanceof Uint8Array);
}
