// SPDX-License-Identifier: MIT
// Keeps one value over a reload, in a database of its own.

const KEY = "last";
// A database that says nothing for so long never will.
const PATIENCE_MS = 5000;

// Methods throw where the browser's storage is damaged, full or blocked.
export class Database {
  #name;
  #store;
  #opened = null;

  constructor(name, store) {
    this.#name = name;
    this.#store = store;
  }

  // undefined where there is nothing.
  take() {
    return this.#ask("readonly", (store) => store.get(KEY));
  }

  keep(thing) {
    return this.#ask("readwrite", (store) => store.put(thing, KEY));
  }

  clear() {
    return this.#ask("readwrite", (store) => store.delete(KEY));
  }

  async #ask(mode, act) {
    try {
      return await Promise.race([this.#asked(mode, act),
                                 new Promise((_, fail) => setTimeout(fail, PATIENCE_MS))]);
    } catch (error) {
      this.#opened = null;
      throw error;
    }
  }

  // Once the database is open, a commit is on its way before the page can be left.
  async #asked(mode, act) {
    this.#opened ??= this.#open();
    const database = await this.#opened;
    const transaction = database.transaction(this.#store, mode);
    const request = act(transaction.objectStore(this.#store));
    transaction.commit();
    await finished(transaction, "oncomplete");
    return request.result;
  }

  async #open() {
    const request = indexedDB.open(this.#name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(this.#store);
    await finished(request, "onsuccess");
    const database = request.result;
    database.onclose = () => { this.#opened = null; };
    database.onversionchange = () => {
      database.close();
      this.#opened = null;
    };
    return database;
  }
}

// Resolves when the transaction is complete; until then nothing is kept.
function finished(work, event) {
  return new Promise((done, fail) => {
    work[event] = done;
    work.onerror = work.onabort = () => fail(work.error);
  });
}
