// SPDX-License-Identifier: MIT
// A board on the page's own modules, as fast as it goes. Standard input: {chip: a path, firmware,
// facts, files, nvm, chance, events, saves, moments}: bytes in base64, [cycle, event] of each,
// [second, path, bytes] of each file that is put onto the drive, and seconds. Standard output:
// {pictures: of each moment in hexadecimal digits, told, now, heap, look}; told has all that the
// page would hear but pictures.

import { readFileSync } from "node:fs";

import { Board } from "../../../web/board/board.js";

const given = JSON.parse(readFileSync(0, "utf8"));
const bytes = (text) => text && new Uint8Array(Buffer.from(text, "base64"));
const told = [];

// Typed arrays as arrays.
function plain(message) {
  return JSON.parse(JSON.stringify(message,
    (_, value) => ArrayBuffer.isView(value) ? Array.from(value) : value));
}

const board = new Board(new WebAssembly.Module(readFileSync(given.chip)), given.facts, {
  firmware: bytes(given.firmware),
  files: Object.entries(given.files).map(([path, text]) => [path, bytes(text)]),
  nvm: bytes(given.nvm),
  chance: bytes(given.chance),
  rtc: given.rtc ?? 0,
  events: given.events,
  reason: "POWER_ON",
  permits: [],
}, (message) => told.push(plain(message)));

const saves = [...given.saves ?? []];
const pictures = given.moments.map((moment) => {
  while (saves.length && saves[0][0] <= moment) {
    const [second, path, content] = saves.shift();
    board.advance(second * 1e9);
    board.save(path, bytes(content));
  }
  board.advance(moment * 1e9);
  return Buffer.from(board.panel.pixels().buffer).toString("hex");
});
console.log(JSON.stringify({ pictures, told, now: board.chip.now, heap: board.heap,
                             look: board.look }));
