// SPDX-License-Identifier: MIT
// Reads a PyPortal's firmware from a UF2 file, and refuses what the board could not run
// (Microsoft's UF2 specification). The simulator's (sim/engines/firmware/releases.py) does the same, and
// the tests hold both together.

const BLOCK = 512, HEADER = 32, MOST_DATA = 476;
const FIRST = 0x0a324655, SECOND = 0x9e5d5157, LAST = 0x0ab16f30;
const NOT_FOR_FLASH = 0x0001, HAS_FAMILY = 0x2000, SAMD51 = 0x55114460;
const RAM = 0x2000_0000, RAM_END = 0x2004_0000;
const IDENTITY = /Adafruit CircuitPython ([\w.+-]{1,40}) on ([\d-]+); ([^;\0]{1,60}?) with \w+/;
const LATIN = new TextDecoder("latin1");

// {image: the flash from the bootloader's end on, version, title: the board's, board: its name in
// `facts`, sum} of a file's bytes. `facts` are those of facts.js. Throws an Error with a sentence
// that names the file.
export function readFirmware(bytes, name, { flash, firmware }) {
  const refuse = (why) => { throw new Error(`${name} ${why}`); };
  const image = imageOf(blocksOf(bytes, refuse), bytes, flash, refuse);
  const view = new DataView(image.buffer);
  const stack = view.getUint32(0, true), start = view.getUint32(4, true);
  if (!(stack > RAM && stack <= RAM_END && start % 2 && start > flash.start
        && start < flash.start + image.length)) {
    refuse("is damaged, as no program starts at its beginning: download it again.");
  }
  const [, version, , title] = IDENTITY.exec(LATIN.decode(image))
    ?? refuse("holds no CircuitPython: choose an adafruit-circuitpython-pyportal file.");
  if (!Object.hasOwn(firmware.titles, title)) {
    const [first] = Object.keys(firmware.titles);
    refuse(`is for the ${title}, and this page is an ${first}: choose that one's.`);
  }
  if (!firmware.majors.includes(parseInt(version, 10))) {
    refuse(`holds CircuitPython ${version}: choose a version ${firmware.majors.join(" or ")}.`);
  }
  return { image, version, title, board: firmware.titles[title], sum: sumOf(image) };
}

// Checks each block and returns its header's facts.
function blocksOf(bytes, refuse) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const word = (block, number) => view.getUint32(block * BLOCK + 4 * number, true);
  if (bytes.length < BLOCK || word(0, 0) !== FIRST) {
    refuse("is not a UF2 file: choose the .uf2 for a PyPortal.");
  }
  const count = Math.floor(bytes.length / BLOCK), total = word(0, 6);
  if (bytes.length % BLOCK || count < total) {
    refuse(`is truncated, with ${count} of ${total} blocks: download it again.`);
  }
  return Array.from({ length: count }, (_, n) => {
    if (word(n, 0) !== FIRST || word(n, 1) !== SECOND || word(n, 127) !== LAST
        || word(n, 5) !== n || word(n, 6) !== count) {
      refuse(`is damaged at block ${n}: download it again.`);
    }
    return { flags: word(n, 2), address: word(n, 3), size: word(n, 4), family: word(n, 7),
             at: n * BLOCK + HEADER };
  });
}

function imageOf(all, bytes, flash, refuse) {
  const blocks = all.filter(({ flags }) => !(flags & NOT_FOR_FLASH));
  if (blocks.some(({ flags, family }) => flags & HAS_FAMILY && family !== SAMD51)) {
    refuse("is for another chip than a PyPortal's SAMD51: choose the .uf2 for a PyPortal.");
  }
  const isIn = ({ address, size }) => size <= MOST_DATA && address >= flash.start
    && address + size <= flash.nvm;
  if (!blocks.length || !blocks.every(isIn)) {
    refuse("is for other places of the flash than a PyPortal's: choose the .uf2 for a PyPortal.");
  }
  const end = Math.max(...blocks.map(({ address, size }) => address + size));
  const image = new Uint8Array(end - flash.start).fill(0xff);
  for (const { address, size, at } of blocks) {
    image.set(bytes.subarray(at, at + size), address - flash.start);
  }
  return image;
}

// Thirty-two bits that tell one firmware from another (FNV-1a).
function sumOf(bytes) {
  const sum = bytes.reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193), 0x811c9dc5);
  return (sum >>> 0).toString(16).padStart(8, "0");
}
