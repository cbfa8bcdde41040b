// SPDX-License-Identifier: MIT
// Lets one of the browser's tabs save what a program keeps, by a lock of the program's (Web Locks).
// A tab that wants to save instead asks the other to let go.

const NAME = "pyportal saves ";
// A tab that was just closed or reloaded lets go within so long, and one that is asked to.
const PATIENCE_MS = 300, ANSWER_MS = 1000;

export class SaveLock {
  // Whether this tab saves; without locks, as on a page without https, each tab does.
  held = true;
  #changed;
  #name = null;
  #channel = null;
  #release = () => {};
  #asking = new AbortController();

  // `changed(held)` is told whether this tab saves, each time that it may have changed.
  constructor(changed) {
    this.#changed = changed;
  }

  // Takes the lock of a program, by its id, in place of the one before; null for none. Resolves to
  // whether this tab saves.
  async take(id) {
    const name = id && navigator.locks ? NAME + id : null;
    if (name === null || name !== this.#name) {
      this.#drop();
      this.#name = name;
      this.held = !name;
      this.#listen();
    }
    if (!this.held) {
      await this.#ask(name, PATIENCE_MS);
    }
    this.#changed(this.held);
    return this.held;
  }

  // Takes it from the other tab: from one that does not answer too.
  async takeOver() {
    const name = this.#name, asking = this.#ask(name, ANSWER_MS);
    this.#channel.postMessage("let go");
    await asking;
    if (!this.held && name === this.#name) {
      await this.#ask(name);
    }
    this.#changed(this.held);
  }

  // Asks for the lock for so many ms, in place of what was asked before; without ms it takes it at
  // once. Resolves when it was given or not.
  #ask(name, ms) {
    const asking = new AbortController(), { signal } = asking;
    this.#asking.abort();
    this.#asking = asking;
    setTimeout(() => asking.abort(), ms ?? ANSWER_MS);
    return new Promise((answered) => {
      navigator.locks.request(name, ms ? { signal } : { steal: true },
                              () => this.#keep(name, answered))
        .catch((error) => this.#fail(name, error))
        .finally(answered);
    });
  }

  // The lock is this tab's until the promise is kept.
  #keep(name, answered) {
    if (name !== this.#name) {
      return null;
    }
    this.held = true;
    answered();
    return new Promise((release) => { this.#release = release; });
  }

  #listen() {
    if (this.#name) {
      this.#channel = new BroadcastChannel(this.#name);
      this.#channel.onmessage = () => this.held && this.#letGo();
    }
  }

  #letGo() {
    this.held = false;
    this.#asking.abort();
    this.#release();
    this.#changed(false);
  }

  // It was not given in time, or was stolen; or the browser gives this page no locks.
  #fail(name, { name: why }) {
    if (name === this.#name && why !== "AbortError") {
      this.held = true;
    } else if (name === this.#name && this.held) {
      this.#letGo();
    }
  }

  #drop() {
    this.#release();
    this.#channel?.close();
    this.#channel = null;
  }
}
