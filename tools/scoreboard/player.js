// SPDX-License-Identifier: MIT
// Plays a game's frames: each is a time in milliseconds and the cells that it changes, with their
// tiles.
"use strict";

const TILE = 16;
// The largest cell, in CSS pixels.
const MOST = 48;
// Whole pixels of the screen for each of the board's are taken if the board is then not smaller
// than so much of its place.
const WHOLE = 0.9;
// The height of what is below the board, in CSS pixels; on a phone on its side, that of its frame.
const BUTTONS = 144, FRAME = 38, LYING = 512;
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
// The picture's pixels for each of a tile's.
let scale = 1;

function draw(cell, tile) {
  const size = TILE * scale, x = size * (cell % width), y = size * Math.floor(cell / width);
  picture.drawImage(sheet, TILE * tile, 0, TILE, TILE, x, y, size, size);
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

// The board is as large as the window allows with the buttons in sight. Where a pixel is no whole
// number of the screen's, it is drawn as a larger square, which the browser then reduces.
function fit() {
  const { offsetTop } = document.getElementById("replay");
  const tall = innerHeight - offsetTop - (innerHeight > LYING ? BUTTONS : FRAME);
  const most = Math.min(board.parentElement.clientWidth, width * MOST, tall * width / height);
  const times = Math.max(1, most * devicePixelRatio / (TILE * width)), whole = Math.floor(times);
  const isWhole = whole >= WHOLE * times;
  board.style.width = `${TILE * width * (isWhole ? whole : times) / devicePixelRatio}px`;
  board.style.imageRendering = isWhole ? "pixelated" : "auto";
  paint(isWhole ? 1 : whole + 1);
}

function paint(times) {
  scale = times;
  board.width = TILE * width * scale;
  board.height = TILE * height * scale;
  picture.imageSmoothingEnabled = false;
  if (sheet.complete) show(shown);
}

function begin() {
  if (shown === frames.length) show(0);
  reached = shown ? frames[shown - 1][0] : 0;
  before = performance.now();
  play.textContent = "Pause";
  requestAnimationFrame(go);
}

play.addEventListener("click", () => before === null ? begin() : pause());

move.addEventListener("input", () => {
  pause();
  show(Number(move.value));
});

addEventListener("resize", fit);
move.max = frames.length;
fit();
// The game plays at once: the tap that led here asked for it.
sheet.onload = () => {
  show(shown);
  begin();
};
sheet.src = "/tiles.png";
