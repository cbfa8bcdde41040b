// SPDX-License-Identifier: MIT
// A worker of the page's that asks hosts for the board, one request at a time: the board's own may
// be asleep meanwhile.

import { ask } from "./outside.js";

let last = null;

// Comes with a Connection's request; what `ask` returns goes back.
self.onmessage = async ({ data }) => {
  URL.revokeObjectURL(last);
  const found = await ask(data);
  last = found.answer;
  postMessage(found);
};
