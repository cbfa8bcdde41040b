// SPDX-License-Identifier: MIT
// Keeps snapshots in the browser's database, by a digest of all that a boot depends on. Where the
// database or digests are missing, every power-on boots.

import { joined } from "./numbers.js";
import { unpack } from "./snapshotfile.js";

const NAME = "pyportal snapshots", VERSION = 2;
// The stores of snapshots and of the time when each was used last, both by its name.
const STORE = "snapshots", USES = "uses";
// The number of the snapshots' format.
const FORM = 4;
const KEPT = 8;
// A board waits no longer for a database.
const PATIENCE_MS = 500;
const BOOT_FILES = ["boot.py", "boot.txt"];

// The name under which the place of a firmware's clock is kept.
export function clockNameOf({ firmware }, chip) {
  return nameOf({ firmware, files: new Map(), nvm: null, reason: "clock" }, chip);
}

// The name of the snapshot of a program's start, up to its first question to the board; null for a
// start that has none.
export function startNameOf(given, chip) {
  return given.card || given.reason !== "POWER_ON" ? null
    : nameOf({ ...given, reason: "start" }, chip, true);
}

// A digest of all that a boot depends on: nvm too where a program may read it, and the parts on pins.
// null where the browser calculates no digests.
export async function nameOf({ firmware, files, nvm, reason, parts = [] }, chip, isStart = false) {
  if (!globalThis.crypto?.subtle) {
    return null;
  }
  const paths = [...files.keys()].sort();
  const reads = isStart || BOOT_FILES.some((name) => files.has(name));
  const onPins = parts.map(({ values }) => values).filter(({ pin }) => pin);
  const contents = [firmware, reads && nvm ? nvm : new Uint8Array(),
                    ...paths.map((path) => files.get(path))];
  const head = JSON.stringify([FORM, chip, reason, paths, onPins, contents.map(({ length }) => length)]);
  const whole = joined(new TextEncoder().encode(head), ...contents);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The site's own snapshot of its game's start, where it is for this start; else null.
export async function shipped(given, { chip, start }) {
  try {
    if (start && start === await startNameOf(given, chip)) {
      const packed = await fetch(new URL("../start.bin", import.meta.url));
      const whole = packed.body.pipeThrough(new DecompressionStream("gzip"));
      return unpack(await new Response(whole).arrayBuffer());
    }
  } catch {
    // The board boots.
  }
  return null;
}

// Resolves to null where there is none.
export async function load(name) {
  const late = new Promise((done) => setTimeout(done, PATIENCE_MS, null));
  try {
    return name && await Promise.race([taken(name), late]);
  } catch {
    return null;
  }
}

// Keeps it and forgets those that were not used for the longest time.
export async function save(name, snapshot) {
  try {
    const [store, uses] = await opened();
    store.put(snapshot, name);
    uses.put(Date.now(), name);
    for (const [old] of await oldest(uses)) {
      store.delete(old);
      uses.delete(old);
    }
  } catch {
    // The next power-on boots.
  }
}

async function taken(name) {
  const [store, uses] = await opened();
  const found = await result(store.get(name));
  if (found) {
    uses.put(Date.now(), name);
  }
  return found ?? null;
}

// Returns [name, time] of the snapshots to forget, those that were not used for the longest time.
async function oldest(uses) {
  const [names, times] = await Promise.all([result(uses.getAllKeys()), result(uses.getAll())]);
  return names.map((name, at) => [name, times[at]]).sort(([, one], [, other]) => one - other)
    .slice(0, -KEPT);
}

async function opened() {
  const request = indexedDB.open(NAME, VERSION);
  request.onupgradeneeded = () => {
    const { result: database } = request;
    [...database.objectStoreNames].forEach((old) => database.deleteObjectStore(old));
    [STORE, USES].forEach((store) => database.createObjectStore(store));
  };
  const database = await result(request);
  const transaction = database.transaction([STORE, USES], "readwrite");
  transaction.oncomplete = transaction.onabort = () => database.close();
  return [STORE, USES].map((store) => transaction.objectStore(store));
}

function result(request) {
  return new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
}
