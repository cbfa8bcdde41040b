// SPDX-License-Identifier: MIT
// Standard input: steps, {begin: ms} or {end} or {now: ms}. Standard output: of each `now` whether
// the opening lasts.

import { readFileSync } from "node:fs";

import { Opening } from "../../../web/board/opening.js";

const opening = new Opening();
const lasts = [];
for (const step of JSON.parse(readFileSync(0, "utf8"))) {
  if ("now" in step) {
    lasts.push(opening.lasts(step.now * 1e6));
  } else if ("begin" in step) {
    opening.begin(step.begin * 1e6);
  } else {
    opening.end();
  }
}
console.log(JSON.stringify(lasts));
