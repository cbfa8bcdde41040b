// SPDX-License-Identifier: MIT
// Standard input: {facts, streams}, a stream being [["c" or "b", bytes], …]. Standard output: for
// each stream the picture at its end, in hexadecimal digits.

import { readFileSync } from "node:fs";

import { Panel } from "../../../web/board/panel.js";

const { facts, streams } = JSON.parse(readFileSync(0, "utf8"));

function shown(stream) {
  const panel = new Panel(facts.panel, () => 0);
  for (const [kind, bytes] of stream) {
    if (kind === "c") {
      panel.command(bytes[0]);
    } else {
      panel.data(Uint8Array.from(bytes));
    }
  }
  return Buffer.from(panel.pixels().buffer).toString("hex");
}

console.log(JSON.stringify(streams.map(shown)));
