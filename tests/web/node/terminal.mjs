// SPDX-License-Identifier: MIT
// Given: pieces of what a board prints, in base64. Returned: the text of each.

import { Terminal } from "../../../web/board/terminal.js";

export default (pieces) => {
  const terminal = new Terminal();
  return pieces.map((piece) => terminal.take(Buffer.from(piece, "base64")));
};
