// SPDX-License-Identifier: MIT
// The worker that one board lives in, from power-on to reset. From the page come `start`, `event`,
// `later`, `save`, `plug`, `fast`, `decided`, `answered`, `hold`, `seen` and `heap`; to it go
// pictures, what is printed, sounds, who is to be asked, and what is to be kept.

import { Board } from "./board.js";
import { findClock } from "./clock.js";
import { FACTS } from "./facts.js";
import { Idle } from "./idle.js";
import { Pace } from "./pace.js";
import { read } from "./radio/outside.js";
import { imageWith } from "./sdcard.js";
import * as snapshots from "./snapshots.js";
import { Viewer } from "./viewer.js";

const MS = 1e6;
// The board's time goes on in pieces; so long may the worker take no messages.
const PIECE_NS = 4 * MS, LONGEST_MS = 8;
// A board on which nothing moves is looked after less often: [ms of stillness, ms to rest].
const RESTS = [[5000, 500], [800, 100], [300, 25], [0, 5]];
// A program runs as fast as it can until it first reads an analogue pin, as the touch panel's are, but
// no longer than this: until then the user can only wait.
const OPENING_NS = 8e9;

const pace = new Pace(), idle = new Idle();
let board, viewer, heard = 0;
// Messages of a board that begins from a snapshot, until the viewer can show them.
const early = [];

function tell(message) {
  if (!viewer) {
    early.push(message);
    return;
  }
  if (message.printed !== undefined) {
    viewer.print(message.printed);
    return;
  }
  if (message.line !== undefined) {
    viewer.note(message.line);
    return;
  }
  if (message.unsupported) {
    viewer.note(message.unsupported);
  }
  if (message.sound) {
    viewer.noteActivity();
  }
  postMessage(message, message.sound ? [message.sound.samples.buffer] : []);
}

async function start(given) {
  const name = await snapshots.nameOf(given, FACTS.site.chip);
  const snapshot = await snapshots.shipped(given, FACTS.site) ?? await snapshots.load(name);
  const facts = { ...FACTS, ...FACTS.boards[given.board] };
  const card = cardOf(given.card), clock = await clockOf(given, facts);
  board = new Board(given.module, facts, { ...given, card, clock, snapshot }, tell);
  viewer = new Viewer(board, postMessage.bind(self));
  early.forEach(tell);
  pace.on = !given.fast;
  const made = board.boot();
  postMessage({ running: true, time: Math.floor(board.time / 1e6) });
  if (name && made) {
    snapshots.save(name, made);
  }
  run();
}

// The place of the firmware's clock, which is looked for once.
async function clockOf(given, facts) {
  const name = await snapshots.clockNameOf(given, FACTS.site.chip), { clock } = FACTS.site;
  if (name && name === clock?.name) {
    return clock.place;
  }
  const kept = await snapshots.load(name);
  if (kept) {
    return kept.place;
  }
  const place = findClock((files, hear) => new Board(
    given.module, facts, { ...given, files, nvm: null, card: null, parts: [], events: [] }, hear));
  if (name) {
    snapshots.save(name, { place });
  }
  return place;
}

// The image of a card, which the page keeps when it is made here.
function cardOf(card) {
  if (!(card instanceof Map)) {
    return card;
  }
  const image = imageWith(card);
  postMessage({ card: image });
  return image;
}

async function run() {
  try {
    for (;;) {
      await idle.wait(live());
      heard = performance.now();
    }
  } catch (error) {
    die(error);
  }
}

// Brings the board's time up to now, before something happens to it.
function catchUp() {
  if (idle.waits && !board.radio.waits && !pace.held) {
    board.advance(pace.goal(board.time));
  }
}

function die(error) {
  viewer?.flush();
  postMessage({ died: String(error.message) });
}

// Lets time go on until the worker should listen again; returns for how many ms it may rest.
function live() {
  for (;;) {
    if (board.radio.waits || pace.held) {
      viewer.show();
      pace.rest(0);
      return Infinity;
    }
    const { time } = board;
    pace.hurries = !board.hasLooked && time < OPENING_NS;
    const goal = pace.goal(time);
    board.advance(Math.min(goal, time + PIECE_NS));
    viewer.show();
    if (goal <= time + PIECE_NS) {
      const [, rest] = RESTS.find(([still]) => viewer.stillness >= still);
      pace.rest(rest);
      return rest;
    }
    if (performance.now() - heard >= LONGEST_MS) {
      return 0;
    }
  }
}

const ACTS = {
  start,
  event: (event) => {
    catchUp();
    postMessage({ happened: [[board.happen(event), event]] });
    viewer.noteActivity();
    idle.wake();
  },
  later: (lines) => {
    catchUp();
    postMessage({ happened: board.schedule(lines) });
  },
  save: ({ path, bytes }) => {
    catchUp();
    board.save(path, bytes);
    viewer.noteActivity();
    idle.wake();
  },
  plug: (parts) => {
    catchUp();
    board.parts.plug(parts);
    viewer.noteActivity();
    idle.wake();
  },
  fast: (fast) => {
    pace.on = !fast;
    idle.wake();
  },
  decided: ({ origin, may }) => {
    board.radio.decide(origin, may);
    idle.wake();
  },
  answered: (address) => {
    board.radio.answer(address && read(address));
    idle.wake();
  },
  hold: (held) => {
    pace.held = held;
    idle.wake();
  },
  seen: () => viewer.seen(),
  heap: () => {
    const heap = board.heap;
    if (heap) {
      postMessage({ heap });
    }
  },
};

// Messages are handled one after the other; those that come early wait until the board has power.
let done = Promise.resolve();
self.onmessage = ({ data }) => {
  done = done.then(() => act(data)).catch(die);
};

async function act(message) {
  for (const [name, value] of Object.entries(message)) {
    await ACTS[name](value);
  }
}
