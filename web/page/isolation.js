// SPDX-License-Identifier: MIT
// Whether the board can run here. Where WebAssembly cannot wait for promises, the worker sleeps on
// memory that it shares with the page. Browsers share memory only in an isolated page, which is one
// whose server, or else the service worker, says so in its headers.

import { canWait } from "./machine.js";

const TRIED = "isolation was tried";
const CURRENT = "a current Chrome, Edge, Firefox or Safari";
// What the page cannot do without.
const NEEDED = { WebAssembly: "WebAssembly", Worker: "workers", DecompressionStream: "zip files" };

// Returns when the machine can run. Loads the page once more if the service worker has just come;
// `registering` is the promise of its registration. Throws an Error with a sentence for a browser
// that can do neither.
export async function prepare(registering) {
  const lacking = Object.keys(NEEDED).filter((name) => !(name in self));
  if (lacking.length) {
    throw new Error(`This browser has no ${lacking.map((name) => NEEDED[name]).join(" and no ")}, `
      + `without which the board cannot run: allow it in the settings, or take ${CURRENT}.`);
  }
  if (canWait() || self.crossOriginIsolated) {
    return;
  }
  await isolate(registering).catch(() => {
    throw new Error("This browser cannot let the core wait here: open the page by https or on "
      + `localhost, let it keep data and have a service worker, or take ${CURRENT}.`);
  });
  location.reload();
  await new Promise(() => {});
}

// Throws where there is no service worker, or where it was of no use.
async function isolate(registering) {
  const { installing, waiting, active } = await registering;
  if (sessionStorage.getItem(TRIED)) {
    throw new Error(TRIED);
  }
  await activated(installing ?? waiting ?? active);
  sessionStorage.setItem(TRIED, "yes");
}

function activated(worker) {
  return new Promise((done, fail) => {
    const look = () => {
      if (worker.state === "activated") {
        done();
      } else if (worker.state === "redundant") {
        fail(new Error(worker.state));
      }
    };
    worker.onstatechange = look;
    look();
  });
}
