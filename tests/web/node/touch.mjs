// SPDX-License-Identifier: MIT
// Standard input: {facts, cases}, a case being {levels: of the four pins by name, touch}. Standard
// output: for each case the four pins' readings.

import { readFileSync } from "node:fs";

import { Pins } from "../../../web/board/pins.js";
import { TouchPanel } from "../../../web/board/touchpanel.js";

const { facts, cases } = JSON.parse(readFileSync(0, "utf8"));

function readings({ levels, touch }) {
  const pins = new Pins(facts.pins, () => {});
  const panel = new TouchPanel(pins, facts.touch);
  panel.touch = touch;
  for (const [name, level] of Object.entries(levels)) {
    pins.named(name).level = level;
  }
  return Object.keys(levels).map((name) => pins.named(name).reading());
}

console.log(JSON.stringify(cases.map(readings)));
