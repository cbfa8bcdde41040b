// SPDX-License-Identifier: MIT
// Standard input: steps, {now: virtual ms, real: ms} or {on} or {held}. Standard output: for each
// step with a time how many ms to rest, null for none, -1 for ever.

import { readFileSync } from "node:fs";

import { Pace } from "../../../web/board/pace.js";

let real = 0;
const pace = new Pace(() => real);
const due = [];
for (const step of JSON.parse(readFileSync(0, "utf8"))) {
  if ("now" in step) {
    real = step.real;
    const ms = pace.due(step.now * 1e6);
    due.push(ms === Infinity ? -1 : ms);
    pace.listened();
  } else {
    Object.assign(pace, step);
  }
}
console.log(JSON.stringify(due));
