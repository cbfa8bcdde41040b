// SPDX-License-Identifier: MIT
// The service worker: keeps the site's files, so that the page works without a network once it has
// been loaded. The list and its version are made when the site is built. An open page goes on with
// the files of its own version, which are kept as long as it holds a lock of that name.

importScripts("offline-files.js");

const HERE = new URL("./", self.location).href;
// Another copy of the site may be beside this one, with caches of its own.
const OURS = `pyportal ${HERE} `;
const CACHE = OURS + VERSION;
const opened = caches.open(CACHE);
opened.catch(() => {});

self.addEventListener("install", (event) => {
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(takeOver());
});

self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(HERE)) {
    event.respondWith(answer(event.request));
  }
});

async function keep() {
  await Promise.all(["./", ...FILES].map(keepFile));
  await self.skipWaiting();
}

async function keepFile(name) {
  const request = new Request(name, { cache: "no-cache" });
  const response = await fetch(request);
  if (!response.ok) {
    throw new Error(`${name}: ${response.status}`);
  }
  await (await opened).put(request, response);
}

async function takeOver() {
  await self.clients.claim();
  for (const client of await self.clients.matchAll()) {
    client.postMessage({ version: VERSION });
  }
  await forgetOthers();
}

async function forgetOthers() {
  const { held } = await navigator.locks.query(), inUse = held.map(({ name }) => name);
  const old = (await caches.keys()).filter(
    (name) => name.startsWith(OURS) && name !== CACHE && !inUse.includes(name));
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function answer(request) {
  return await kept(request) ?? await fetch(request);
}

// Nothing where the browser's storage is damaged or blocked.
async function kept(request) {
  try {
    const cache = await opened;
    // The browser looks through all that is kept when it is to ignore a search.
    return await cache.match(request, { ignoreSearch: request.url.includes("?") })
      ?? await caches.match(request);
  } catch {
    return undefined;
  }
}
