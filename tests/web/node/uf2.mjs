// SPDX-License-Identifier: MIT
// Standard input: {facts, files: bytes in base64}. Standard output: of each {version, title, size:
// of the image}, or {error}.

import { readFileSync } from "node:fs";

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

const { facts, files } = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(files.map((text) => read(text, facts))));
