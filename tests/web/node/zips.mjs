// SPDX-License-Identifier: MIT
// Given: a zip file in base64. Returned: the sentence that refuses it, "" for one that is unpacked.

import { unzip } from "../../../web/page/program/zip.js";

export default (packed) => {
  const { buffer } = Uint8Array.from(Buffer.from(packed, "base64"));
  return unzip(buffer).then(() => "", (error) => error.message);
};
