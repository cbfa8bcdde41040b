// SPDX-License-Identifier: MIT
// Standard input: {facts, cases}, a case being {levels: of the four pins by name, touch}. Standard
// output: for each case the four pins' readings, and the levels that the panel drives them to.

import { readFileSync } from "node:fs";

import { Pins } from "../../../web/board/pins.js";
import { TouchPanel } from "../../../web/board/touchpanel.js";

const { facts, cases } = JSON.parse(readFileSync(0, "utf8"));

function readings({ levels, touch }) {
  const held = {};
  const pins = new Pins(facts.pins, (number, level) => { held[number] = level; });
  const panel = new TouchPanel(pins, facts.touch);
  panel.touch = touch;
  for (const [name, level] of Object.entries(levels)) {
    pins.named(name).level = level;
  }
  panel.drive();
  const names = Object.keys(levels);
  return [names.map((name) => pins.named(name).reading()),
          names.map((name) => held[facts.pins[name]] ?? null)];
}

console.log(JSON.stringify(cases.map(readings)));
