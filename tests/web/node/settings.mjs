// SPDX-License-Identifier: MIT
// Given: {facts, text: of a parts.toml, settings: by their names}. Returned: the values of each
// part by its name, after a link has set these on the page and on the board.

import { I2CBus } from "../../../web/board/parts/i2c.js";
import { Plugged } from "../../../web/board/parts/plugged.js";
import { Pins } from "../../../web/board/pins.js";
import { read } from "../../../web/page/parts/reading.js";
import { apply } from "../../../web/page/parts/settings.js";

export default ({ facts, text, settings }) => {
  const parts = read(text, facts);
  const pins = new Pins(facts.pins, () => {});
  const plugged = new Plugged(facts, { pins, i2c: new I2CBus(), now: () => 0 });
  plugged.plug(parts);
  apply(parts, settings, facts);
  Object.entries(settings).forEach(([name, value]) => plugged.set(name, value));
  structuredClone(parts);
  structuredClone(plugged.lamps);
  return parts.map(({ name, values }) => [name, values]);
};
