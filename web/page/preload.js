// SPDX-License-Identifier: MIT
// Loads first what takes longest: the chip, the drive, the firmware and the worker. A script of its
// own, so that it begins before the page's other modules are here.

import { FACTS } from "../board/facts.js";
import { unzip } from "./program/zip.js";

export const HOME = new URL("../", import.meta.url);
const WORKER = new URL("../board/worker.js", import.meta.url);
const ASKER = new URL("../board/radio/asker.js", import.meta.url);

// The next board's worker; null once it is taken, and where it could not be loaded.
let early = null;
if ("Worker" in self) {
  prepareWorker();
}
// The chip, compiled; the files of the site's drive by their paths; and the site's firmware,
// {name, bytes}, null where it has none.
export const chip = load("chip.wasm", (bytes) => WebAssembly.compile(bytes));
export const drive = load("drive.zip", async (bytes) => unzip(
  (await unzip(bytes)).get("drive").buffer));
export const firmware = FACTS.site.firmware ? load("firmware.zip", firmwareOf) : noFirmware();

// Loads a worker, so that the next board starts sooner.
export function prepareWorker() {
  early ??= newWorker(WORKER);
  early.onerror = () => { early = null; };
}

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

// Loads a file of the site and returns the result of `made` for it.
async function load(name, made) {
  try {
    const answer = await fetch(new URL(name, HOME));
    if (!answer.ok) {
      throw new Error(`the server says ${answer.status}`);
    }
    return await made(await answer.arrayBuffer());
  } catch ({ message }) {
    throw new Error(`${name} could not be loaded (${message}), so the board cannot start: reload `
      + "the page.");
  }
}

async function firmwareOf(zip) {
  const [[name, bytes]] = await unzip(zip);
  return { name, bytes };
}

async function noFirmware() {
  return null;
}

// Callers that wait for them get the error later.
for (const loaded of [chip, drive, firmware]) {
  loaded.catch(() => {});
}
