// SPDX-License-Identifier: MIT
// Checks whether the board can run in this browser.

// Browser features that the page needs.
const NEEDED = { WebAssembly: "WebAssembly", Worker: "workers", DecompressionStream: "zip files" };

// Throws an Error with a sentence for a browser that lacks any of it.
export function check() {
  const lacking = Object.keys(NEEDED).filter((name) => !(name in self));
  if (lacking.length) {
    throw new Error(`This browser has no ${lacking.map((name) => NEEDED[name]).join(" and no ")}, `
      + "without which the board cannot run: allow it in the settings, or take a current Chrome, "
      + "Edge, Firefox or Safari.");
  }
}
