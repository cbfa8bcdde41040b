// SPDX-License-Identifier: MIT
// Snapshots of a chip after boot, so that power-on takes milliseconds: the pages of its memory that
// differ from before power-on, and its calls to the board until then.

const PAGE = 4096;

// Returns {numbers, pages, reports, chances}; `before` is a copy of the memory from before power-on.
export function take(memory, before, { reports, chances }) {
  const now = words(memory), was = words(before), numbers = [];
  for (let page = 0; page < now.length / (PAGE / 4); page++) {
    if (differs(now, was, page * PAGE / 4)) {
      numbers.push(page);
    }
  }
  const pages = new Uint8Array(numbers.length * PAGE);
  numbers.forEach((page, at) => pages.set(part(memory, page), at * PAGE));
  return { numbers, pages, reports, chances };
}

export function restore(memory, { numbers, pages }) {
  numbers.forEach((page, at) => memory.set(part(pages, at), page * PAGE));
}

function words(bytes) {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
}

function differs(now, was, start) {
  for (let at = start; at < start + PAGE / 4; at++) {
    if (now[at] !== was[at]) {
      return true;
    }
  }
  return false;
}

function part(bytes, page) {
  return bytes.subarray(page * PAGE, (page + 1) * PAGE);
}
