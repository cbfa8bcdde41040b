// SPDX-License-Identifier: MIT
// Given: {facts, cases}, a case being {levels: of the four pins by name, touch}. Returned: for each
// case the four pins' readings, and the levels that the panel drives them to.

import { Pins } from "../../../web/board/pins.js";
import { TouchPanel } from "../../../web/board/touchpanel.js";

function readings({ levels, touch }, facts) {
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

export default ({ facts, cases }) => cases.map((each) => readings(each, facts));
