// SPDX-License-Identifier: MIT
// What takes longest to load: the core, the drive and the worker. A script of its own, so that it
// begins before the page's other modules are here.

import { unzip } from "./program/zip.js";

export const HOME = new URL("../", import.meta.url);
const WORKER = new URL("../board/worker.js", import.meta.url);
const ASKER = new URL("../board/radio/asker.js", import.meta.url);

// Of the first board; null once it is taken, and where it could not be loaded.
let early = null;
if ("Worker" in self) {
  early = newWorker(WORKER);
  early.onerror = () => { early = null; };
}
// The core, compiled, and the files of the site's drive by their paths.
export const core = loadCore();
export const drive = loadDrive();

// A worker for another board.
export function takeWorker() {
  const worker = early ?? newWorker(WORKER);
  early = null;
  return worker;
}

// One that asks hosts for a board.
export function newAsker() {
  return newWorker(ASKER);
}

function newWorker(address) {
  return new Worker(address, { type: "module" });
}

// What `made` makes of the files in a zip of the site's.
async function load(name, made) {
  try {
    const answer = await fetch(new URL(name, HOME));
    if (!answer.ok) {
      throw new Error(`the server says ${answer.status}`);
    }
    return await made(await unzip(await answer.arrayBuffer()));
  } catch ({ message }) {
    throw new Error(`${name} could not be loaded (${message}), so the board cannot start: reload `
      + "the page.");
  }
}

function loadCore() {
  return load("core.zip", (files) => WebAssembly.compile(files.get("core.wasm")));
}

function loadDrive() {
  return load("drive.zip", (files) => unzip(files.get("drive").buffer));
}

// Who waits for them is told, later.
for (const loaded of [core, drive]) {
  loaded.catch(() => {});
}
