// SPDX-License-Identifier: MIT
// Given: texts. Returned: what the page reads of each, null where it refuses.

import { readReplay } from "../../../web/page/program/rawvf.js";

function read(text) {
  try {
    const { number, status, moves } = readReplay(text);
    return { number, status, moves };
  } catch {
    return null;
  }
}

export default (given) => given.map(read);
