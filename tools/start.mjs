// SPDX-License-Identifier: MIT
// Boots a board when the site is built, so that a visitor's begins at its title. Standard input:
// {chip, uf2, files by their paths: bytes in base64; facts; sum: the chip's in the site}. Standard
// output: {name: of the start, clock: {name, place}, snapshot: in base64}.

import { readFileSync } from "node:fs";

import { Board } from "../web/board/board.js";
import { findClock } from "../web/board/clock.js";
import { pack } from "../web/board/snapshotfile.js";
import { clockNameOf, startNameOf } from "../web/board/snapshots.js";
import { readFirmware } from "../web/page/firmware/uf2.js";
import { read } from "../web/page/parts/reading.js";

// A program that asks for nothing so long waits for a finger. The snapshot is so much earlier.
const LATEST_NS = 8e9, STEP_NS = 1e6, MARGIN_NS = 4e6, CYCLES_PER_NS = 0.12;
const CHANCE = new Uint8Array(16);

const { chip, uf2, files, facts, sum } = JSON.parse(readFileSync(0, "utf8"));
const bytes = (text) => new Uint8Array(Buffer.from(text, "base64"));
const { image, board: name } = readFirmware(bytes(uf2), "the firmware", facts);
const module = new WebAssembly.Module(bytes(chip));
const own = { ...facts, ...facts.boards[name] };
const start = {
  firmware: image, nvm: null, card: null, chance: CHANCE, rtc: 0, permits: [], reason: "POWER_ON",
  files: new Map(Object.entries(files).map(([path, text]) => [path, bytes(text)])),
  parts: read(null, own),
};
const newBoard = (others = {}, tell = () => {}) => new Board(module, own, { ...start, ...others }, tell);

// When the program first asks for what differs from board to board: random numbers, or voltages.
function firstQuestion() {
  const board = newBoard();
  board.boot();
  const { chip: trial } = board, { chances } = trial;
  while (!trial.hasAsked && trial.chances === chances && board.time < LATEST_NS) {
    board.advance(board.time + STEP_NS);
  }
  return board.time;
}

const until = Math.floor((firstQuestion() - MARGIN_NS) * CYCLES_PER_NS);
const snapshot = newBoard().boot(until);
console.log(JSON.stringify({
  name: await startNameOf(start, sum),
  clock: { name: await clockNameOf(start, sum),
           place: findClock((trial, tell) => newBoard({ files: trial, parts: [] }, tell)) },
  snapshot: snapshot && Buffer.from(pack(snapshot)).toString("base64"),
}));
