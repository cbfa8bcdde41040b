// SPDX-License-Identifier: MIT
// Stands on the page for the worker that a board lives in, where a test needs no chip. Its program
// is JSON in code.py, a list of steps; any other does nothing. It prints what it is given.

import { Connection } from "./radio/http.js";
import { read } from "./radio/outside.js";

const LATIN = (text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const TEXT = new TextDecoder();
let nvm, permits, steps, connection = null;

const print = (...words) => postMessage({ printed: `${words.join(" ")}\n` });

const STEPS = {
  print,
  // Sets nvm's first byte.
  nvm: (value) => {
    nvm[0] = value;
    postMessage({ nvm: nvm.slice() });
  },
  // The visible state of the board besides its picture.
  look: (look) => postMessage({ look }),
  // Wants to ask an origin.
  wantsPermission: (origin) => permits.has(origin) ? print("known", permits.get(origin))
    : postMessage({ wantsPermission: origin }),
  // Sends bytes, a letter each, on a connection of its own.
  send: ([origin, text]) => {
    connection = new Connection(origin, (request) => postMessage({ asks: request }));
    connection.send(LATIN(text));
  },
};

const ACTS = {
  start: (start) => {
    ({ permits } = start);
    nvm = start.nvm ?? new Uint8Array(8192).fill(0xff);
    steps = stepsOf(start.files.get("code.py"));
    postMessage({ running: true, time: 0 });
    print("started with", nvm[0]);
    go();
  },
  // A board runs the program again.
  save: ({ bytes }) => {
    steps = stepsOf(bytes);
    print("started with", nvm[0]);
    go();
  },
  event: (event) => {
    print(typeof event === "string" ? `typed ${event}` : `touched ${JSON.stringify(event)}`);
    postMessage({ happened: [[0, event]] });
  },
  decided: ({ origin, may }) => {
    permits.set(origin, may);
    print("decided", may);
    go();
  },
  answered: (address) => {
    connection.answer(address && read(address));
    go();
  },
};

// On to where somebody has to answer; each connection is closed when it waits for nobody.
function go() {
  while (!connection?.waits) {
    if (connection) {
      print("read", TEXT.decode(connection.read(100_000)).replaceAll("\r\n", "|"));
      connection = null;
    }
    const step = steps.shift();
    if (!step) {
      return;
    }
    const [[kind, value]] = Object.entries(step);
    STEPS[kind](value);
    if (kind === "wantsPermission" && !permits.has(value)) {
      return;
    }
  }
}

function stepsOf(code) {
  try {
    return JSON.parse(TEXT.decode(code));
  } catch {
    return [];
  }
}

self.onmessage = ({ data }) => {
  for (const [act, value] of Object.entries(data)) {
    ACTS[act]?.(value);
  }
};
