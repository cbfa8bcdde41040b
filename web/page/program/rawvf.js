// SPDX-License-Identifier: MIT
// The game's replays: RAWVF text as `replay` prints it on the console. tools/replay.py reads
// the same, and the tests hold both together.

const PRESS = /^(\d+)\.(\d{3}) ([lrm])c (\d+) (\d+) .*$/;
const RELEASE = /^\d+\.\d{3} [lrm]r /;
const WORD = /^(.*?): (.*)$/;
const COMMANDS = { l: "open", r: "flag", m: "chord" };
// Captured from a serial line, a replay may have other lines before it.
const START = "RawVF_Version:";
// A board's number, as the game writes it.
const NUMBER = /^\d+(-\d+){1,2}$/;
// The names of boards by their columns, rows and mines, as the game's page has them.
const BOARDS = { "9 9 10": "Easy", "16 16 40": "Medium", "30 16 99": "Hard", "20 15 15": "Guide",
                 "19 14 40": "Flowers", "20 14 44": "Compact medium", "20 14 58": "Compact hard" };
// More than the game keeps of one.
const MOST_MOVES = 1000;

// Letters of a text that is looked at.
export const LONGEST = 1_000_000;

export function isReplay(text) {
  return text.includes(START);
}

// Returns the last replay in a text: {number, status, ms, size: [columns, rows, mines], moves: [ms,
// line to type] of each}. Throws an Error with a sentence if none can be played.
export function readReplay(text) {
  const found = parse(text.replaceAll("\r", ""));
  if (!found) {
    throw new Error("This is no replay: it takes all lines that the console prints after replay.");
  }
  if (!NUMBER.test(found.number)) {
    throw new Error("The replay has no line Number: only this game's own can be dealt.");
  }
  if (found.moves.length > MOST_MOVES) {
    throw new Error(`The replay has more than ${MOST_MOVES.toLocaleString("en")} moves.`);
  }
  return found;
}

// The last replay in a text, without what else a console prints around it.
export function replayIn(text) {
  const lines = text.replaceAll("\r", "").slice(text.replaceAll("\r", "").lastIndexOf(START)).split("\n");
  const last = lines.findLastIndex((line) => PRESS.test(line) || RELEASE.test(line));
  return `${lines.slice(0, last + 1).join("\n")}\n`;
}

// Describes a replay to the person who opens its link.
export function titleOf({ ms, size }) {
  const seconds = Math.floor(ms / 1000), [columns, rows, mines] = size;
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const board = BOARDS[size.join(" ")] ?? `a board of ${columns} × ${rows} with ${mines} mines`;
  return `A game of ${time} on ${board}`;
}

function parse(text) {
  const [head, ...rest] = text.slice(text.lastIndexOf(START)).split("Board:\n");
  const [, ...events] = rest.join("Board:\n").split("Events:\n");
  if (!isReplay(text) || !events.length) {
    return null;
  }
  const words = new Map(head.split("\n").map((line) => WORD.exec(line)?.slice(1) ?? []));
  const presses = events.join("Events:\n").split("\n").map((line) => PRESS.exec(line));
  return {
    number: words.get("Number") ?? "",
    status: words.get("Status") ?? "",
    ms: 1000 * (parseFloat(words.get("Time")) || 0),
    size: ["Width", "Height", "Mines"].map((name) => parseInt(words.get(name), 10) || 0),
    moves: presses.filter(Boolean).map(move),
  };
}

function move([, seconds, thousandths, button, column, row]) {
  return [1000 * seconds + Number(thousandths), `${COMMANDS[button]} ${row - 1} ${column - 1}\n`];
}
