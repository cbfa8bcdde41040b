// SPDX-License-Identifier: MIT
// What outlives the page: nvm in the browser's storage, one for each program. Where the browser
// keeps nothing, the page forgets.

export class Storage {
  #program;

  // `program` names whose nvm it is.
  constructor(program) {
    this.#program = program;
  }

  // null if nothing was kept.
  nvm() {
    const kept = read(`nvm ${this.#program}`);
    return kept && Uint8Array.from(atob(kept), (letter) => letter.charCodeAt(0));
  }

  keep(nvm) {
    write(`nvm ${this.#program}`, btoa(String.fromCharCode(...nvm)));
  }

  forget() {
    write(`nvm ${this.#program}`, null);
  }
}

function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key, value) {
  try {
    if (value === null) {
      localStorage.removeItem(key);
    } else {
      localStorage.setItem(key, value);
    }
  } catch {
    // Storage that is full or forbidden: the board goes on without.
  }
}
