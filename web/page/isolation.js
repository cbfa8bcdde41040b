// SPDX-License-Identifier: MIT
// Where WebAssembly cannot wait for promises, the worker sleeps on memory that it shares with the
// page. Browsers share memory only in an isolated page, which is one whose server, or else the
// service worker, says so in its headers.

import { canWait } from "./machine.js";

const TRIED = "isolation was tried";

// Returns when the machine can run. Loads the page once more if the service worker has just come.
// Throws an Error with a sentence for a browser that can do neither.
export async function prepare() {
  if (canWait() || self.crossOriginIsolated) {
    return;
  }
  if (!navigator.serviceWorker || sessionStorage.getItem(TRIED)) {
    throw new Error("This browser cannot let the core wait here: open the page by https or on "
      + "localhost, or take a current Chrome, Edge, Firefox or Safari.");
  }
  sessionStorage.setItem(TRIED, "yes");
  await navigator.serviceWorker.ready;
  location.reload();
  await new Promise(() => {});
}
