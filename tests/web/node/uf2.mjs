// SPDX-License-Identifier: MIT
// Given: {facts, files: bytes in base64}. Returned: of each {version, title, size: of the image},
// or {error}.

import { readFirmware } from "../../../web/page/firmware/uf2.js";

function read(text, facts) {
  try {
    const bytes = new Uint8Array(Buffer.from(text, "base64"));
    const { image, version, title } = readFirmware(bytes, "it", facts);
    return { version, title, size: image.length };
  } catch (error) {
    return { error: error.message };
  }
}

export default ({ facts, files }) => files.map((text) => read(text, facts));
