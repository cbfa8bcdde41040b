// SPDX-License-Identifier: MIT
// A chip's memory after boot: the pages that differ from those of a chip with its drive and without
// power, and what the chip has reported to the board until then, so that a power-on takes
// milliseconds.

const PAGE = 4096;

// {numbers, pages, reports, chances} of a memory, and of a copy of it from before power-on.
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
