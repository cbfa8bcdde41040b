// SPDX-License-Identifier: MIT
// A program: a title, the files of its drive, bytes by path, and an id.

// Names that the firmware looks for, in its order.
const FIRST = ["code.txt", "code.py", "main.txt", "main.py"];
const LEFT_OUT = /(^|\/)(\.|__pycache__\/|__MACOSX\/)/;
// FatFs writes no such name (ff.c), nor one of more than so many letters.
const NO_NAME = /^$|[\0-\x1f\x7f"*:<>?|\\]|[. ]$/, LONGEST_NAME = 255;
// The drive has 8,188 KB; its file system takes some.
export const MOST = 7_500_000;

// The id of the game, and of what the user makes of it: no digest.
export const GAME = "game";

export class Program {
  // Saved data is kept under the program's `id`; without one it is not kept.
  constructor(title, files, id = null) {
    this.title = title;
    this.files = files;
    this.id = id;
  }

  // The file that runs.
  get main() {
    return FIRST.find((name) => this.files.has(name));
  }

  get size() {
    return [...this.files.values()].reduce((sum, bytes) => sum + bytes.length, 0);
  }

  // Text files, by path, the program first.
  get texts() {
    const paths = [...this.files.keys()].filter((path) => textOf(this.files.get(path)) !== null);
    return paths.sort((one, other) => (other === this.main) - (one === this.main)
      || one.localeCompare(other));
  }

  text(path) {
    return textOf(this.files.get(path));
  }

  write(path, text) {
    this.files.set(path, new TextEncoder().encode(text));
  }
}

// A program out of any files: the drive is the uppermost folder with a code.py. Throws an Error
// with a sentence where there is none.
export function find(title, files) {
  const kept = [...files].filter(([path]) => !LEFT_OUT.test(path));
  const folder = folderOf(kept.map(([path]) => path));
  if (folder === null) {
    throw new Error(`${title} has no code.py: a program for the board begins with one.`);
  }
  const inside = kept.filter(([path]) => path.startsWith(folder));
  const program = new Program(title, new Map(
    inside.map(([path, bytes]) => [path.slice(folder.length), bytes])));
  const odd = [...program.files.keys()].find((path) => !isPath(path));
  if (odd !== undefined) {
    throw new Error(`${title} has ${odd}, and the board's drive no such names: rename it.`);
  }
  if (program.size > MOST) {
    throw new Error(`${title} has ${kilobytes(program.size)}, and the board's drive `
      + `${kilobytes(MOST)}.`);
  }
  return program;
}

// Whether the board's drive can have a file at this path.
export function isPath(path) {
  return path.split("/").every((name) => !NO_NAME.test(name) && name.length <= LONGEST_NAME);
}

export function count(number, noun) {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

export function kilobytes(size) {
  return `${Math.ceil(size / 1000).toLocaleString("en")} KB`;
}

// The folder's path with its slash, null if no folder has a program.
function folderOf(paths) {
  const folders = paths.filter((path) => FIRST.includes(path.split("/").pop()))
    .map((path) => path.slice(0, path.lastIndexOf("/") + 1));
  const depth = (folder) => folder.split("/").length;
  return folders.sort((one, other) => depth(one) - depth(other))[0] ?? null;
}

// Returns null for bytes that are no text.
function textOf(bytes) {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}
