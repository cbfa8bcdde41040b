// SPDX-License-Identifier: MIT
// Plays a game's frames: each is a time in milliseconds and the cells that it changes.
"use strict";

const SIGNS = { "-": "", 0: "", F: "⚑", "?": "?", "*": "✹", "!": "✹", X: "✗" };
const { width, height, frames } = JSON.parse(document.getElementById("game").textContent);
const board = document.getElementById("board");
const play = document.getElementById("play");
const speed = document.getElementById("speed");
const clock = document.getElementById("clock");
const move = document.getElementById("move");
const cells = Array.from({ length: width * height }, () => board.appendChild(document.createElement("i")));
let shown = 0;
let reached = 0;
let before = null;

function draw(cell, sign) {
  const digit = sign > "0" && sign <= "8";
  const kind = { "*": "mine", "!": "fatal", X: "fatal", 0: "open" }[sign] ?? (digit ? `open n${sign}` : "");
  cells[cell].className = kind;
  cells[cell].textContent = SIGNS[sign] ?? sign;
}

function show(count) {
  if (count < shown) {
    cells.forEach((_, cell) => draw(cell, "-"));
    shown = 0;
  }
  for (const each of cells) each.classList.remove("last");
  for (; shown < count; shown += 1) for (const [cell, sign] of frames[shown][1]) draw(cell, sign);
  // The end changes cells that nobody has touched.
  if (count && count < frames.length) cells[frames[count - 1][1][0][0]].classList.add("last");
  move.value = count;
  clock.textContent = `${((count ? frames[count - 1][0] : 0) / 1000).toFixed(1)} s`;
}

function pause() {
  before = null;
  play.textContent = "Play";
}

function go(now) {
  if (before === null) return;
  reached += (now - before) * Number(speed.value);
  before = now;
  let count = shown;
  while (count < frames.length && frames[count][0] <= reached) count += 1;
  if (count > shown) show(count);
  if (count === frames.length) pause();
  else requestAnimationFrame(go);
}

play.addEventListener("click", () => {
  if (before !== null) return pause();
  if (shown === frames.length) show(0);
  reached = shown ? frames[shown - 1][0] : 0;
  before = performance.now();
  play.textContent = "Pause";
  requestAnimationFrame(go);
});

move.addEventListener("input", () => {
  pause();
  show(Number(move.value));
});

board.style.gridTemplateColumns = `repeat(${width}, auto)`;
move.max = frames.length;
show(0);
