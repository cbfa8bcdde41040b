// SPDX-License-Identifier: MIT
// The board's glass on the whole screen, where the browser has that, and on a phone that lies on
// its side; Escape or a swipe leaves it.

export function follow(button, stage) {
  button.hidden = !document.fullscreenEnabled;
  button.onclick = () => show(stage);
}

async function show(stage) {
  await stage.requestFullscreen();
  // Only some phones can be turned by a page.
  await screen.orientation?.lock?.("landscape").catch(() => {});
}
