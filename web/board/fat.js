// SPDX-License-Identifier: MIT
// The drive's file system, as CircuitPython formats a PyPortal's flash: FAT16, one table, clusters
// of two blocks (Microsoft's "FAT: General Overview of On-Disk Format", 1.03).

import { readLong, readWord } from "./numbers.js";

export const BLOCK = 512;
const BLOCKS = 16376, CLUSTER_BLOCKS = 2, TABLE = 1, TABLE_BLOCKS = 32, ROOT_ENTRIES = 512;
const ROOT = TABLE + TABLE_BLOCKS, DATA = ROOT + ROOT_ENTRIES * 32 / BLOCK;
const CLUSTER = CLUSTER_BLOCKS * BLOCK, FIRST_CLUSTER = 2;
const CLUSTERS = Math.floor((BLOCKS - DATA) / CLUSTER_BLOCKS);
const FREE = 0, LAST_CLUSTER = 0xffff, NO_CLUSTER = 0xfff8;
// The boot sector up to its words: jump, name, and the sizes above.
const BOOT = Uint8Array.of(
  0xeb, 0xfe, 0x90, ...latin("MSDOS5.0"), 0x00, 0x02, CLUSTER_BLOCKS, TABLE, 0, 1, 0x00, 0x02,
  BLOCKS & 0xff, BLOCKS >> 8, 0xf8, TABLE_BLOCKS, 0, 63, 0, 255, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0x80, 0,
  0x29, 0x50, 0x59, 0x50, 0x54, ...latin("CIRCUITPY  FAT16   "));
const SIZES = 11, SIZES_END = 24;
const SIGNATURE = [0x55, 0xaa];

const ENTRY = 32, END = 0x00, REMOVED = 0xe5, DOT = 0x2e;
const LABEL = 0x08, FOLDER = 0x10, ARCHIVE = 0x20, LONG = 0x0f, LAST_PART = 0x40;
const PART = 13, SPANS = [[1, 11], [14, 26], [28, 32]];
// 1 January 1980.
const DATE = 0x21;
const NOT_PLAIN = /[^A-Z0-9_-]/g;

// `image` is the memory that holds it; `written(block)` is called for each block that changes.
export class Volume {
  #image;
  #written;

  constructor(image, written = () => {}) {
    this.#image = image;
    this.#written = written;
  }

  format() {
    this.#image.fill(0, 0, DATA * BLOCK);
    this.#image.set(BOOT);
    this.#image.set(SIGNATURE, BLOCK - SIGNATURE.length);
    this.#setLink(0, 0xfff8);
    this.#setLink(1, LAST_CLUSTER);
    this.#put(ROOT * BLOCK, entryOf(latin("CIRCUITPY  "), LABEL, 0, 0));
  }

  // Returns the bytes of all files by path; null if this is no such file system.
  files() {
    const sizes = this.#image.subarray(SIZES, SIZES_END);
    if (!sizes.every((byte, at) => byte === BOOT[SIZES + at])) {
      return null;
    }
    const found = new Map();
    this.#collect(null, "", found, new Set());
    return found;
  }

  // Writes a file and makes its folders. Throws RangeError if the drive is full.
  write(path, bytes) {
    const names = path.split("/"), name = names.pop();
    const folder = names.reduce((first, part) => this.#enter(first, part), null);
    const old = this.#find(folder, name);
    if (old) {
      this.#release(old.cluster);
    }
    const cluster = this.#store(bytes);
    if (old) {
      this.#put(old.at, entryOf(old.short, ARCHIVE, cluster, bytes.length));
    } else {
      this.#add(folder, name, ARCHIVE, cluster, bytes.length);
    }
  }

  // Removes a file; its folders stay.
  remove(path) {
    const names = path.split("/"), name = names.pop();
    const folder = names.reduce((first, part) => this.#enter(first, part), null);
    const { places, cluster } = this.#find(folder, name) ?? { places: [], cluster: 0 };
    places.forEach((at) => this.#put(at, [REMOVED]));
    this.#release(cluster);
  }

  // Visits each folder once, even in a damaged file system.
  #collect(folder, path, found, folders) {
    folders.add(folder);
    for (const { name, attributes, cluster, size } of this.#entries(folder)) {
      if (!(attributes & FOLDER)) {
        found.set(path + name, this.#read(cluster, size));
      } else if (!folders.has(cluster)) {
        this.#collect(cluster, `${path}${name}/`, found, folders);
      }
    }
  }

  // Yields the files and folders in a folder, null for the root, with the places of their entries.
  *#entries(folder) {
    let units = [], places = [];
    for (const at of this.#places(folder)) {
      const raw = this.#image.subarray(at, at + ENTRY), [first] = raw, attributes = raw[11];
      if (first === END) {
        return;
      }
      if (attributes === LONG && first !== REMOVED) {
        units = [...SPANS.flatMap(([from, to]) => wordsOf(raw.subarray(from, to))), ...units];
        places.push(at);
        continue;
      }
      if (first !== REMOVED && first !== DOT && !(attributes & LABEL)) {
        const short = raw.slice(0, 11), name = units.length ? longName(units) : shortName(raw);
        yield { name, short, attributes, at, places: [...places, at], cluster: readWord(raw, 26),
                size: readLong(raw, 28) };
      }
      [units, places] = [[], []];
    }
  }

  #find(folder, name) {
    const wanted = name.toUpperCase();
    for (const entry of this.#entries(folder)) {
      if (entry.name.toUpperCase() === wanted) {
        return entry;
      }
    }
    return null;
  }

  // Returns the first cluster of a folder in another; makes it if it is not there.
  #enter(folder, name) {
    const found = this.#find(folder, name);
    if (found) {
      return found.cluster;
    }
    const cluster = this.#store(new Uint8Array(CLUSTER));
    const at = placeOf(cluster);
    this.#put(at, entryOf(latin(".          "), FOLDER, cluster, 0));
    this.#put(at + ENTRY, entryOf(latin("..         "), FOLDER, folder ?? 0, 0));
    this.#add(folder, name, FOLDER, cluster, 0);
    return cluster;
  }

  #add(folder, name, attributes, cluster, size) {
    const taken = new Set([...this.#entries(folder)].map(({ short }) => String(short)));
    const short = shortOf(name, taken);
    const entries = [...longEntries(name, short), entryOf(short, attributes, cluster, size)];
    const places = this.#slots(folder, entries.length);
    entries.forEach((entry, n) => this.#put(places[n], entry));
  }

  // Returns the places of so many free entries in a row.
  #slots(folder, wanted) {
    let free = [], ended = false;
    for (const at of this.#places(folder)) {
      ended ||= this.#image[at] === END;
      free = ended || this.#image[at] === REMOVED ? [...free, at] : [];
      if (free.length === wanted) {
        return free;
      }
    }
    if (folder === null) {
      throw new RangeError("the drive's first folder is full");
    }
    const last = this.#chain(folder).at(-1), more = this.#store(new Uint8Array(CLUSTER));
    this.#setLink(last, more);
    return this.#slots(folder, wanted);
  }

  // Yields the place of each entry of a folder.
  *#places(folder) {
    const runs = folder === null ? [[ROOT * BLOCK, ROOT_ENTRIES * ENTRY]]
      : this.#chain(folder).map((cluster) => [placeOf(cluster), CLUSTER]);
    for (const [start, size] of runs) {
      for (let at = start; at < start + size; at += ENTRY) {
        yield at;
      }
    }
  }

  #read(first, size) {
    const chain = this.#chain(first);
    const bytes = new Uint8Array(Math.min(size, chain.length * CLUSTER));
    chain.forEach((cluster, n) => {
      const part = bytes.subarray(n * CLUSTER, (n + 1) * CLUSTER), at = placeOf(cluster);
      part.set(this.#image.subarray(at, at + part.length));
    });
    return bytes;
  }

  // Returns the first cluster, 0 for nothing.
  #store(bytes) {
    const clusters = this.#free(Math.ceil(bytes.length / CLUSTER));
    clusters.forEach((cluster, n) => {
      const part = new Uint8Array(CLUSTER);
      part.set(bytes.subarray(n * CLUSTER, (n + 1) * CLUSTER));
      this.#put(placeOf(cluster), part);
      this.#setLink(cluster, clusters[n + 1] ?? LAST_CLUSTER);
    });
    return clusters[0] ?? 0;
  }

  #free(count) {
    const found = [];
    for (let cluster = FIRST_CLUSTER; found.length < count; cluster++) {
      if (cluster >= FIRST_CLUSTER + CLUSTERS) {
        throw new RangeError("the drive is full");
      }
      if (this.#link(cluster) === FREE) {
        found.push(cluster);
      }
    }
    return found;
  }

  #release(first) {
    this.#chain(first).forEach((cluster) => this.#setLink(cluster, FREE));
  }

  // A damaged chain ends where it leaves the table, or after all clusters.
  #chain(first) {
    const found = [];
    for (let at = first; at >= FIRST_CLUSTER && at < NO_CLUSTER && at < FIRST_CLUSTER + CLUSTERS
         && found.length < CLUSTERS; at = this.#link(at)) {
      found.push(at);
    }
    return found;
  }

  #link(cluster) {
    return readWord(this.#image, TABLE * BLOCK + 2 * cluster);
  }

  #setLink(cluster, to) {
    this.#put(TABLE * BLOCK + 2 * cluster, [to & 0xff, to >> 8]);
  }

  #put(at, bytes) {
    this.#image.set(bytes, at);
    for (let block = Math.floor(at / BLOCK); block * BLOCK < at + bytes.length; block++) {
      this.#written(block);
    }
  }
}

function placeOf(cluster) {
  return (DATA + (cluster - FIRST_CLUSTER) * CLUSTER_BLOCKS) * BLOCK;
}

function entryOf(short, attributes, cluster, size) {
  const entry = new Uint8Array(ENTRY), view = new DataView(entry.buffer);
  entry.set(short);
  entry[11] = attributes;
  for (const at of [16, 18, 24]) {
    view.setUint16(at, DATE, true);
  }
  view.setUint16(26, cluster, true);
  view.setUint32(28, size, true);
  return entry;
}

// Returns a short name of 11 letters that no other entry of the folder has.
function shortOf(name, taken) {
  const [body, extension] = name.toUpperCase().split(/\.(?=[^.]*$)/);
  const plain = (text = "") => text.replaceAll(NOT_PLAIN, "");
  for (let number = 1; ; number++) {
    const tail = `~${number}`;
    const short = latin((plain(body).slice(0, 8 - tail.length) + tail).padEnd(8)
                        + plain(extension).slice(0, 3).padEnd(3));
    if (!taken.has(String(Uint8Array.from(short)))) {
      return short;
    }
  }
}

// Returns the entries of a long name, in the order in which they precede the short one.
function longEntries(name, short) {
  const check = short.reduce((sum, byte) => ((sum >> 1 | sum << 7) + byte) & 0xff, 0);
  const count = Math.ceil(name.length / PART);
  const units = name.split("").map((unit) => unit.charCodeAt(0));
  if (units.length < count * PART) {
    units.push(0);
  }
  return Array.from({ length: count }, (_, n) => {
    const number = count - n;
    return longEntry(number | (n ? 0 : LAST_PART), check,
                     units.slice((number - 1) * PART, number * PART));
  });
}

function longEntry(number, check, units) {
  const entry = new Uint8Array(ENTRY), view = new DataView(entry.buffer);
  let next = 0;
  for (const [from, to] of SPANS) {
    for (let at = from; at < to; at += 2) {
      view.setUint16(at, units[next++] ?? 0xffff, true);
    }
  }
  [entry[0], entry[11], entry[13]] = [number, LONG, check];
  return entry;
}

function wordsOf(bytes) {
  return Array.from({ length: bytes.length / 2 }, (_, n) => readWord(bytes, 2 * n));
}

function longName(units) {
  const end = units.indexOf(0);
  return String.fromCharCode(...units.slice(0, end < 0 ? units.length : end));
}

// Two bits keep the case of the name and of what follows its dot.
function shortName(raw) {
  const part = (from, to, bit) => {
    const text = String.fromCharCode(...raw.subarray(from, to)).trimEnd();
    return raw[12] & bit ? text.toLowerCase() : text;
  };
  const extension = part(8, 11, 0x10);
  return part(0, 8, 0x08) + (extension && `.${extension}`);
}

function latin(text) {
  return Array.from(text, (letter) => letter.charCodeAt(0));
}
