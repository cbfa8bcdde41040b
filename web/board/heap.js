// SPDX-License-Identifier: MIT
// Reads the figures of the program's heap from MicroPython's own tables in the chip's memory
// (py/gc.c). Their place is not known, so it is searched: a table has two bits for each block of 16
// bytes in the pool that it describes, and its bounds must agree with its length.

const RAM = 0x2000_0000, BLOCK = 16, BLOCKS_PER_BYTE = 4;
const BYTES_PER_ENTRY = BLOCK * BLOCKS_PER_BYTE;
const FREE = 0;
// Between the table's length and the pool's bounds lie one or two other addresses.
const MOST_BETWEEN = 3;
const SMALLEST = 16;

// Returns {used, free, largest} in bytes, null while there is no heap.
export function figures(ram) {
  const words = new Uint32Array(ram.buffer, ram.byteOffset, ram.length / 4);
  const areas = [];
  for (let at = 0; at < words.length - MOST_BETWEEN - 3; at++) {
    const area = areaAt(words, at);
    if (area) {
      areas.push(area);
    }
  }
  const sums = areas.map(({ table, size }) => sum(ram.subarray(table - RAM, table - RAM + size)));
  return sums.length ? {
    used: total(sums, "used") * BLOCK, free: total(sums, "free") * BLOCK,
    largest: Math.max(...sums.map(({ largest }) => largest)) * BLOCK,
  } : null;
}

// Returns the table described by the words from `at` on (its address, its size, …, start and end of
// the pool), null if they describe none.
function areaAt(words, at) {
  const table = words[at], size = words[at + 1];
  if (!isIn(table, words) || size < SMALLEST || size * BYTES_PER_ENTRY > words.length * 4) {
    return null;
  }
  for (let next = at + 2; next < at + 2 + MOST_BETWEEN; next++) {
    const start = words[next], end = words[next + 1];
    if (start >= table + size && end - start === size * BYTES_PER_ENTRY && isIn(end - 1, words)) {
      return { table, size };
    }
  }
  return null;
}

function isIn(address, words) {
  return address >= RAM && address < RAM + words.length * 4;
}

function sum(table) {
  let used = 0, run = 0, largest = 0;
  for (let block = 0; block < table.length * BLOCKS_PER_BYTE; block++) {
    const kind = table[block >> 2] >> 2 * (block & 3) & 3;
    run = kind === FREE ? run + 1 : 0;
    used += kind === FREE ? 0 : 1;
    largest = Math.max(largest, run);
  }
  return { used, free: table.length * BLOCKS_PER_BYTE - used, largest };
}

function total(sums, name) {
  return sums.reduce((all, each) => all + each[name], 0);
}
