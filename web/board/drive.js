// SPDX-License-Identifier: MIT
// The drive in the chip's storage: filled with a program's files, looked at when the board has
// written, and written by the computer at the other end of the cable.

import { BLOCK, Volume } from "./fat.js";
import { MOST_BLOCKS } from "./chip.js";

// The firmware writes it anew at each start.
const BOOT_OUTPUT = "boot_out.txt";
// Over the cable, the partition's table comes before the file system.
const FIRST_BLOCK = 1;

// `changed(path, bytes)` is called for a file that the board's program wrote, with null for one that
// it removed. A file that the computer saves is not reported until the drive holds all of it: before
// that the drive has older states and parts of it.
export class Drive {
  #storage;
  #files;
  #changed;
  // Files sent over the cable that the drive does not hold yet, and the blocks that bring them.
  #saved = new Map();
  #sent = new Map();

  constructor(storage, files, changed) {
    this.#storage = storage;
    this.#files = new Map(files);
    this.#changed = changed;
  }

  // Throws RangeError where there is no room for all.
  fill() {
    const volume = new Volume(this.#storage);
    volume.format();
    for (const [path, bytes] of this.#files) {
      volume.write(path, bytes);
    }
  }

  // Reports files that have changed in the storage, unless the file system is damaged or being written.
  look() {
    const found = new Volume(this.#storage).files();
    if (!found || [...this.#saved].some(([path, bytes]) => !same(bytes, found.get(path)))) {
      return;
    }
    this.#saved.clear();
    this.#sent.clear();
    found.delete(BOOT_OUTPUT);
    for (const path of [...this.#files.keys()].filter((one) => !found.has(one))) {
      this.#put(path, null);
    }
    for (const [path, bytes] of found) {
      if (!same(bytes, this.#files.get(path))) {
        this.#put(path, bytes);
      }
    }
  }

  // Returns [block, bytes] of each write over USB that puts a file onto the drive.
  writesOf(path, bytes) {
    const image = this.#storage.slice(), blocks = new Set();
    this.#sent.forEach((content, block) => image.set(content, block * BLOCK));
    new Volume(image, (block) => blocks.add(block)).write(path, bytes);
    this.#files.set(path, bytes);
    blocks.forEach((block) => this.#sent.set(block, part(image, block, 1)));
    this.#saved.set(path, bytes);
    return runs([...blocks].sort((one, other) => one - other))
      .map(([first, count]) => [FIRST_BLOCK + first, part(image, first, count)]);
  }

  #put(path, bytes) {
    if (bytes) {
      this.#files.set(path, bytes);
    } else {
      this.#files.delete(path);
    }
    this.#changed(path, bytes);
  }
}

function part(image, block, count) {
  return image.slice(block * BLOCK, (block + count) * BLOCK);
}

// [first, count] of blocks that follow each other.
function runs(blocks) {
  const found = [];
  for (const block of blocks) {
    const last = found.at(-1);
    if (last && last[0] + last[1] === block && last[1] < MOST_BLOCKS) {
      last[1]++;
    } else {
      found.push([block, 1]);
    }
  }
  return found;
}

function same(bytes, other) {
  if (bytes.length !== other?.length) {
    return false;
  }
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== other[at]) {
      return false;
    }
  }
  return true;
}
