// SPDX-License-Identifier: MIT
// Takes files that the user opens by a button or drops onto the page: a program, as code.py, other
// files, a zip or a folder; a game's replay; or a firmware.

import { find } from "./program.js";
import { isReplay, LONGEST } from "./rawvf.js";
import { unzip } from "./zip.js";

// A file without one of these names may be a replay, whatever it is called.
const PROGRAM = /\.(zip|py)$/, REPLAY = /\.rawvf$/, FIRMWARE = /\.uf2$/i;

// `take(program)`, `play(text)` or `equip(file)` gets what was found, `refuse(sentence)` why
// nothing was.
export class Picker {
  #take;
  #play;
  #equip;
  #refuse;

  constructor(element, { take, play, equip, refuse }) {
    this.#take = take;
    this.#play = play;
    this.#equip = equip;
    this.#refuse = refuse;
    for (const [button, input] of [["open-files", "files"], ["open-folder", "folder"]]) {
      element(button).onclick = () => element(input).click();
      element(input).onchange = ({ target }) => this.#choose(target);
    }
    this.#followDrops(document.body);
  }

  async #choose(input) {
    await this.#offer([...input.files].map((file) => [file.webkitRelativePath || file.name, file]));
    input.value = "";
  }

  #followDrops(body) {
    body.ondragover = (event) => {
      event.preventDefault();
      body.classList.add("over");
    };
    body.ondragleave = () => body.classList.remove("over");
    body.ondrop = async (event) => {
      event.preventDefault();
      body.classList.remove("over");
      const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry());
      await this.#offer((await Promise.all(entries.filter(Boolean).map(walk))).flat());
    };
  }

  // [path, File] of each.
  async #offer(found) {
    try {
      const firmware = found.find(([path]) => FIRMWARE.test(path));
      const replay = firmware ? null : await replayOf(found);
      if (firmware) {
        await this.#equip(firmware[1]);
      } else if (replay !== null) {
        await this.#play(replay);
      } else if (found.length) {
        await this.#take(await programOf(found));
      }
    } catch (error) {
      this.#refuse(error.message);
    }
  }
}

// A replay's text; null for anything else.
async function replayOf(found) {
  const [[path, file] = [], ...others] = found;
  if (!file || others.length || PROGRAM.test(path) || file.size > LONGEST) {
    return null;
  }
  const text = await file.text();
  return REPLAY.test(path) || isReplay(text) ? text : null;
}

async function programOf(found) {
  const [[path, file]] = found;
  const title = path.split("/")[0].replace(PROGRAM, "");
  if (found.length === 1 && path.endsWith(".zip")) {
    return find(title, await unzip(await file.arrayBuffer()));
  }
  const files = await Promise.all(found.map(
    async ([name, one]) => [name, new Uint8Array(await one.arrayBuffer())]));
  if (found.length === 1 && path.endsWith(".py")) {
    return find(title, [["code.py", files[0][1]]]);
  }
  return find(title, files);
}

// Returns [path, File] of all files in a dropped file or folder.
async function walk(entry) {
  if (entry.isFile) {
    const file = await new Promise((done, fail) => entry.file(done, fail));
    return [[entry.fullPath.slice(1), file]];
  }
  return (await Promise.all((await listed(entry.createReader())).map(walk))).flat();
}

// A browser lists a folder in parts; an empty one is the last.
async function listed(reader) {
  const part = await new Promise((done, fail) => reader.readEntries(done, fail));
  return part.length ? [...part, ...await listed(reader)] : [];
}
