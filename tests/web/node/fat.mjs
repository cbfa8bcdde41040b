// SPDX-License-Identifier: MIT
// Given: {image: a file, made: whether it is to be formatted first, steps}, a step being ["write",
// path, bytes in base64] or ["remove", path]. Changes the file. Returned: {files: bytes by path in
// base64, null if it is no file system; written: the blocks that changed}.

import { readFileSync, writeFileSync } from "node:fs";

import { Volume } from "../../../web/board/fat.js";

export default ({ image, made, steps }) => {
  const bytes = new Uint8Array(readFileSync(image)), written = new Set();
  const volume = new Volume(bytes, (block) => written.add(block));
  if (made) {
    volume.format();
  }
  written.clear();
  for (const [act, path, content] of steps) {
    volume[act](path, content && new Uint8Array(Buffer.from(content, "base64")));
  }
  writeFileSync(image, bytes);
  const files = volume.files();
  return {
    files: files && Object.fromEntries([...files].map(
      ([path, content]) => [path, Buffer.from(content).toString("base64")])),
    written: [...written],
  };
};
