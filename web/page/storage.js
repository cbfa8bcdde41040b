// SPDX-License-Identifier: MIT
// What outlives the page, by name: nvm of each program, and what the page is set to. Where the
// browser keeps nothing, the page forgets.

import { base64, bytesOf } from "./program/packing.js";

// nvm of the program with this title, null if nothing was kept.
export function nvmOf(title) {
  const kept = read(`nvm ${title}`);
  return kept && bytesOf(kept);
}

// null for erased flash.
export function keepNvm(title, nvm) {
  write(`nvm ${title}`, nvm && base64(nvm));
}

function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key, value) {
  try {
    if (value === null) {
      localStorage.removeItem(key);
    } else {
      localStorage.setItem(key, value);
    }
  } catch {
    // Storage that is full or forbidden: the board goes on without.
  }
}
