// SPDX-License-Identifier: MIT
// Saves nvm to a file and loads it from one, to carry a game to another browser or to a board.

import { save } from "./download.js";
import { SIZE } from "./storage.js";

// `nvm()` gives what there is, `put(bytes)` takes another, null for erased flash; `say(sentence)`.
export class NvmFile {
  constructor(element, { nvm, put, say }) {
    element("export").onclick = () => save(
      "pyportal.nvm", nvm() ?? new Uint8Array(SIZE).fill(0xff));
    element("import").onclick = () => element("nvm-file").click();
    element("nvm-file").onchange = async ({ target }) => {
      const [file] = target.files;
      const bytes = new Uint8Array(await file.arrayBuffer());
      target.value = "";
      if (bytes.length !== SIZE) {
        const size = bytes.length.toLocaleString("en");
        say(`${file.name} has ${size} bytes; a file of nvm has 8,192.`);
      } else {
        put(bytes);
        say(`nvm is now that of ${file.name}.`);
      }
    };
    element("forget").onclick = () => {
      if (confirm("Erase nvm? What the program has saved is lost.")) {
        put(null);
        say("nvm is erased.");
      }
    };
  }
}
