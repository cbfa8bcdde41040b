// SPDX-License-Identifier: MIT
// A board on the page's own modules, as fast as it goes. Standard input: {core, facts, files, nvm,
// chance, events, moments}: bytes in base64, moments in ns. Standard output: {pictures: of
// each moment in hexadecimal digits, told}; told has all that the page would hear but pictures.

import { readFileSync } from "node:fs";

import { Core } from "../../../web/board/core.js";
import { Desk } from "../../../web/board/desk.js";

const given = JSON.parse(readFileSync(0, "utf8"));
const bytes = (text) => text && new Uint8Array(Buffer.from(text, "base64"));
const moments = [...given.moments];
const pictures = [], told = [];

// Ends the core between two of its messages.
class Enough extends Error {}

const host = {
  hear: (...message) => desk.hear(...message),
  answer(kind, now, payload) {
    const answer = desk.answer(kind, now, payload);
    while (moments.length && desk.time >= moments[0]) {
      moments.shift();
      pictures.push(Buffer.from(desk.panel.pixels().buffer).toString("hex"));
    }
    if (!moments.length) {
      throw new Enough();
    }
    return answer;
  },
  until: () => undefined,
  now: () => desk.time,
};

const core = new Core(host);
const desk = new Desk(core, given.facts, {
  files: Object.entries(given.files).map(([path, text]) => [path, bytes(text)]),
  nvm: bytes(given.nvm),
  chance: bytes(given.chance),
  events: given.events,
}, { random: (count) => new Uint8Array(count), tell: (message) => told.push(plain(message)) });

// Typed arrays as arrays.
function plain(message) {
  return JSON.parse(JSON.stringify(message,
    (_, value) => ArrayBuffer.isView(value) ? Array.from(value) : value));
}

try {
  await core.run(new WebAssembly.Module(readFileSync(given.core)));
} catch (error) {
  if (!(error instanceof Enough)) {
    throw error;
  }
}
console.log(JSON.stringify({ pictures, told }));
