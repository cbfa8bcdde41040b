// SPDX-License-Identifier: MIT
// Standard input: texts. Standard output: what the page reads of each, null where it refuses.

import { readFileSync } from "node:fs";

import { readReplay } from "../../../web/page/program/rawvf.js";

function read(text) {
  try {
    const { number, status, moves } = readReplay(text);
    return { number, status, moves };
  } catch {
    return null;
  }
}

console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(read)));
