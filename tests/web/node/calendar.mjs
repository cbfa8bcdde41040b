// SPDX-License-Identifier: MIT
// Standard input: {asked, now}, ms since 1970. Standard output: what the board's clock is set to.

import { readFileSync } from "node:fs";

import { clockAt } from "../../../web/page/calendar.js";

const { asked, now } = JSON.parse(readFileSync(0, "utf8"));
console.log(clockAt(asked, new Date(now)));
