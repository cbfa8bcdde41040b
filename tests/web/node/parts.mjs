// SPDX-License-Identifier: MIT
// Standard input: {facts, texts}. Standard output: for each text of a parts.toml the sentence that
// refuses it, or its parts.

import { readFileSync } from "node:fs";

import { read } from "../../../web/page/parts/reading.js";

const { facts, texts } = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(texts.map((text) => {
  try {
    return read(text, facts);
  } catch (error) {
    return error.message;
  }
})));
