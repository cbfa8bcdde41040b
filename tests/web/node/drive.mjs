// SPDX-License-Identifier: MIT
// Given: {files, steps}, bytes in base64. A step is ["save", path, bytes], a file that the computer
// sends; ["land", number], after which so many more of the sent blocks are in the storage, in an
// order of the test's; ["write", path, bytes] or ["remove", path], by the board's program; or
// ["look"]. Returned: after each look, [path, bytes or null] of what came back since.

import { Drive } from "../../../web/board/drive.js";
import { BLOCK, Volume } from "../../../web/board/fat.js";

export default ({ files, steps, order }) => {
  const bytes = (text) => new Uint8Array(Buffer.from(text, "base64"));
  const text = (content) => content && Buffer.from(content).toString("base64");
  const storage = new Uint8Array(8 << 20).fill(0xff), sent = new Map(), looks = [];
  let back = [];
  const drive = new Drive(
    storage, new Map(Object.entries(files).map(([path, content]) => [path, bytes(content)])),
    (path, content) => back.push([path, text(content)]));
  drive.fill();

  const STEPS = {
    save: (path, content) => {
      for (const [first, run] of drive.writesOf(path, bytes(content))) {
        for (let at = 0; at < run.length; at += BLOCK) {
          // Over the cable, the partition's table is the first block.
          sent.set(first - 1 + at / BLOCK, run.slice(at, at + BLOCK));
        }
      }
    },
    land: (number) => {
      for (let left = number; left && sent.size; left--) {
        const [block, content] = [...sent][order.shift() % sent.size];
        sent.delete(block);
        storage.set(content, block * BLOCK);
      }
    },
    write: (path, content) => new Volume(storage).write(path, bytes(content)),
    remove: (path) => new Volume(storage).remove(path),
    look: () => {
      drive.look();
      looks.push(back);
      back = [];
    },
  };
  steps.forEach(([name, ...given]) => STEPS[name](...given));
  return looks;
};
