// SPDX-License-Identifier: MIT
// Plays a game's frames: each is a time in milliseconds and the cells that it changes, with their
// tiles.
"use strict";

const TILE = 16;
// The largest cell, in CSS pixels.
const MOST = 48;
const { width, height, frames, blank, cursor } = JSON.parse(document.getElementById("game").textContent);
const board = document.getElementById("board");
const play = document.getElementById("play");
const speed = document.getElementById("speed");
const clock = document.getElementById("clock");
const move = document.getElementById("move");
const picture = board.getContext("2d");
const sheet = new Image();
const cells = new Uint8Array(width * height).fill(blank);
let shown = 0;
let reached = 0;
let before = null;

function draw(cell, tile) {
  const x = TILE * (cell % width), y = TILE * Math.floor(cell / width);
  picture.drawImage(sheet, TILE * tile, 0, TILE, TILE, x, y, TILE, TILE);
}

// The end changes cells that nobody has touched.
function touched(count) {
  return count && count < frames.length ? frames[count - 1][1][0][0] : null;
}

function show(count) {
  if (count < shown) {
    cells.fill(blank);
    shown = 0;
  }
  for (; shown < count; shown += 1) for (const [cell, tile] of frames[shown][1]) cells[cell] = tile;
  cells.forEach((tile, cell) => draw(cell, tile));
  const last = touched(count);
  if (last !== null) draw(last, cursor);
  move.value = count;
  clock.textContent = `${((count ? frames[count - 1][0] : 0) / 1000).toFixed(1)} s`;
  board.setAttribute("aria-label", `The board after ${count} of ${frames.length} moves`);
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

// Whole pixels of the screen for each of the board's, as large as there is room; the buttons below
// or beside stay in sight.
function fit() {
  const room = document.getElementById("replay").offsetTop - 16;
  const tall = innerHeight > 512 ? innerHeight - room - 160 : innerHeight - 32;
  const most = Math.min(board.parentElement.clientWidth, width * MOST, tall * width / height);
  const times = Math.max(1, Math.floor(most * devicePixelRatio / (TILE * width)));
  board.style.width = `${TILE * width * times / devicePixelRatio}px`;
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

addEventListener("resize", fit);
board.width = TILE * width;
board.height = TILE * height;
move.max = frames.length;
fit();
sheet.onload = () => show(shown);
sheet.src = "/tiles.png";
