// SPDX-License-Identifier: MIT
// Standard input: {facts, steps}, a step being ["w", bytes] or ["r", how many}]. Standard output: the
// bytes of each read.

import { readFileSync } from "node:fs";

import { Thermometer } from "../../../web/board/thermometer.js";

const { facts, steps } = JSON.parse(readFileSync(0, "utf8"));
const thermometer = new Thermometer(facts.thermometer);
const seen = [];
for (const [kind, what] of steps) {
  thermometer.start();
  if (kind === "w") {
    what.forEach((byte) => thermometer.write(byte));
  } else {
    seen.push(Array.from({ length: what }, () => thermometer.read()));
  }
}
console.log(JSON.stringify(seen));
