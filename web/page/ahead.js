// SPDX-License-Identifier: MIT
// What takes longest to load: the core, the drive and the worker. A script of its own, so that it
// begins before the page's other modules are here.

import { unzip } from "./program/zip.js";

export const HOME = new URL("../", import.meta.url);
const WORKER = new URL("../board/worker.js", import.meta.url);

// Of the first board.
export const worker = newWorker();
// The core, compiled, and the files of the site's drive by their paths.
export const core = loadCore();
export const drive = loadDrive();

export function newWorker() {
  return new Worker(WORKER, { type: "module" });
}

async function load(name) {
  const answer = await fetch(new URL(name, HOME));
  if (!answer.ok) {
    throw new Error(`${name} could not be loaded (${answer.status}): reload the page.`);
  }
  return unzip(await answer.arrayBuffer());
}

async function loadCore() {
  const files = await load("core.zip");
  return WebAssembly.compile(files.get("core.wasm"));
}

async function loadDrive() {
  const files = await load("drive.zip");
  return unzip(files.get("drive").buffer);
}

// Who waits for them is told, later.
for (const loaded of [core, drive]) {
  loaded.catch(() => {});
}
