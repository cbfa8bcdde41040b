// SPDX-License-Identifier: MIT
// Given: {facts, texts}. Returned: for each text of a parts.toml the sentence that refuses it, or
// its parts.

import { read } from "../../../web/page/parts/reading.js";

export default ({ facts, texts }) => texts.map((text) => {
  try {
    return read(text, facts);
  } catch (error) {
    return error.message;
  }
});
