// SPDX-License-Identifier: MIT
// Given: {facts, streams}, a stream being [["c" or "b", bytes], …]. Returned: for each stream the
// picture at its end, in hexadecimal digits.

import { Panel } from "../../../web/board/panel.js";

function shown(stream, facts) {
  const panel = new Panel(facts.panel, () => 0);
  for (const [kind, bytes] of stream) {
    if (kind === "c") {
      panel.command(bytes[0]);
    } else {
      panel.data(Uint8Array.from(bytes));
    }
  }
  return Buffer.from(panel.pixels().buffer).toString("hex");
}

export default ({ facts, streams }) => streams.map((stream) => shown(stream, facts));
