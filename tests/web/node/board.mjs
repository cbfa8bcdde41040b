// SPDX-License-Identifier: MIT
// A board on the page's own modules, as fast as it goes. Given: {chip: a path, firmware, facts,
// files, card, nvm, chance, events, saves, moments, again}: bytes in base64, [cycle, event] of
// each, [second, path, bytes] of each file that is put onto the drive, and seconds; the files of
// the SD card, `parts`, the text of a parts.toml; and whether the board begins from a snapshot of
// itself. Returned: {pictures: of each moment in hexadecimal digits, messages, now, heap, look,
// shakes: [how often the picture was scrolled between the last two moments, how many of these
// pictures the page was shown], stillness: the viewer's}; messages has all that the page would hear
// but pictures.

import { readFileSync } from "node:fs";

import { Board } from "../../../web/board/board.js";
import { findClock } from "../../../web/board/clock.js";
import { read } from "../../../web/page/parts/reading.js";
import { imageWith } from "../../../web/board/sdcard.js";
import { Viewer } from "../../../web/board/viewer.js";

export default (given) => {
  const bytes = (text) => text && new Uint8Array(Buffer.from(text, "base64"));
  const messages = [];

  // Typed arrays as arrays.
  function plain(message) {
    return JSON.parse(JSON.stringify(message,
      (_, value) => ArrayBuffer.isView(value) ? Array.from(value) : value));
  }

  const map = (files) => new Map(Object.entries(files).map(([path, text]) => [path, bytes(text)]));
  const module = new WebAssembly.Module(readFileSync(given.chip));
  const start = {
    firmware: bytes(given.firmware),
    files: map(given.files),
    card: given.card && imageWith(map(given.card)),
    nvm: bytes(given.nvm),
    chance: bytes(given.chance),
    rtc: given.rtc ?? 0,
    events: given.events,
    reason: "POWER_ON",
    permits: [],
  };
  const facts = { ...given.facts, ...given.facts.boards[given.board] };
  start.parts = read(given.parts ?? null, facts);
  if (given.rtc) {
    start.clock = findClock((files, tell) => new Board(module, facts, { ...start, files }, tell));
  }
  const snapshot = given.again ? new Board(module, facts, start, () => {}).boot() : null;
  const board = new Board(module, facts, { ...start, snapshot },
                          (message) => messages.push(plain(message)));
  board.boot();
  let scrolled = null;
  const shakes = [0, 0];
  const viewer = new Viewer(board, ({ picture }) => {
    viewer.seen();
    if (picture && scrolled !== board.panel.scan.start) {
      scrolled = board.panel.scan.start;
      shakes[1]++;
    }
  }, () => board.time / 1e6);

  // The worker's pieces, in a browser that is always on time.
  function watch(ns) {
    const { scan } = board.panel, set = scan.set.bind(scan);
    scrolled = scan.start;
    scan.set = (...given) => {
      const { start } = scan;
      set(...given);
      shakes[0] += scan.start !== start;
    };
    while (board.time < ns) {
      board.advance(board.time + 4e6);
      viewer.show();
    }
  }

  const saves = [...given.saves ?? []];
  const pictures = given.moments.map((moment) => {
    while (saves.length && saves[0][0] <= moment) {
      const [second, path, content] = saves.shift();
      board.advance(second * 1e9);
      board.save(path, bytes(content));
    }
    if (given.watched && moment === given.moments.at(-1)) {
      watch(moment * 1e9);
    }
    board.advance(moment * 1e9);
    return Buffer.from(board.panel.pixels().buffer).toString("hex");
  });
  return { pictures, messages, now: board.chip.now, heap: board.heap, look: board.look, shakes,
           stillness: viewer.stillness };
};
