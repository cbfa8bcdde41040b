// SPDX-License-Identifier: MIT
// Standard input: pieces of what a board prints, in base64. Standard output: the text of each.

import { readFileSync } from "node:fs";

import { Terminal } from "../../../web/board/terminal.js";

const terminal = new Terminal();
const pieces = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(pieces.map((piece) => terminal.take(Buffer.from(piece, "base64")))));
