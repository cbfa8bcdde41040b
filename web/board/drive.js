// SPDX-License-Identifier: MIT
// The drive's files while a core runs: what it is filled with, and what the program changes.

import { joined } from "./numbers.js";

// The longest piece of a file in one message.
const PIECE = 32768;
const text = (bytes) => new TextDecoder().decode(bytes);
const bytes = (words) => new TextEncoder().encode(words);

// `files` has bytes by path without the first slash; `changed(path, bytes)` hears of a file that
// was written, bytes being null for one that is gone. `boot` has the names of `files` that run
// before the program, and of the `output` that they print, which the core writes without them too.
export class Drive {
  #files;
  #changed;
  #boot;
  #path = "";
  #pieces = [];

  constructor(files, changed, boot) {
    this.#boot = boot;
    this.#files = new Map(files);
    this.#changed = changed;
  }

  // [kind, payload] of each message that fills the core's drive: folders, then files.
  *messages() {
    for (const folder of folders(this.#files.keys())) {
      yield ["d", bytes(`/${folder}`)];
    }
    for (const [path, content] of this.#files) {
      yield ["f", bytes(`/${path}`)];
      for (let at = 0; at < content.length; at += PIECE) {
        yield ["w", content.subarray(at, at + PIECE)];
      }
    }
  }

  // Throws RangeError where there is no such file.
  read(path) {
    const content = this.#files.get(plain(path));
    if (!content) {
      throw new RangeError(`no file ${path}`);
    }
    return content;
  }

  begin(path) {
    this.#path = plain(text(path));
    this.#pieces = [];
  }

  write(piece) {
    this.#pieces.push(piece.slice());
  }

  end() {
    const boots = this.#boot.files.some((name) => this.#files.has(name));
    if (boots || this.#path !== this.#boot.output) {
      this.#put(this.#path, joined(...this.#pieces));
    }
  }

  remove(path) {
    this.#put(plain(text(path)), null);
  }

  // Of a file, or a folder with all that is in it.
  rename(paths) {
    const [from, to] = text(paths).split("\0").map(plain);
    for (const [path, content] of [...this.#files]) {
      if (path === from || path.startsWith(`${from}/`)) {
        this.#put(path, null);
        this.#put(to + path.slice(from.length), content);
      }
    }
  }

  #put(path, content) {
    if (content) {
      this.#files.set(path, content);
    } else if (!this.#files.delete(path)) {
      return;
    }
    this.#changed(path, content);
  }
}

function folders(paths) {
  const found = new Set();
  for (const path of paths) {
    const parts = path.split("/");
    for (let depth = 1; depth < parts.length; depth++) {
      found.add(parts.slice(0, depth).join("/"));
    }
  }
  return [...found].sort();
}

function plain(path) {
  return path.replace(/^\/+/, "");
}
