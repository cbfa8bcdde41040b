// SPDX-License-Identifier: MIT
// Keeps a page of the scoreboard up to date: what has changed on the server takes its place.
"use strict";

const EVERY_MS = 10_000;

async function look() {
  const answer = document.hidden ? null : await fetch(location.href);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const newer = page.querySelector("main"), main = document.querySelector("main");
  if (newer.innerHTML === main.innerHTML) return;
  const link = document.activeElement?.getAttribute("href");
  main.replaceWith(newer);
  if (link) newer.querySelector(`a[href="${CSS.escape(link)}"]`)?.focus();
}

// A server that does not answer is asked again later.
const tryLook = () => look().catch(() => {});
setInterval(tryLook, EVERY_MS);
document.addEventListener("visibilitychange", tryLook);
