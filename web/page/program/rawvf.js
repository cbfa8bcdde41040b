// SPDX-License-Identifier: MIT
// The game's replays: RAWVF text as `replay` prints it on the console. tools/replay.py reads
// the same, and the tests hold both together.

const PRESS = /^(\d+)\.(\d{3}) ([lrm])c (\d+) (\d+) .*$/;
const WORD = /^(.*?): (.*)$/;
const COMMANDS = { l: "open", r: "flag", m: "chord" };
// Captured from a serial line, a replay may have other lines before it.
const START = "RawVF_Version:";
// A board's number, as the game writes it.
const NUMBER = /^\d+(-\d+){1,2}$/;
// More than the game keeps of one.
const MOST_MOVES = 1000;

// Letters of a text that is looked at.
export const LONGEST = 1_000_000;

export function isReplay(text) {
  return text.includes(START);
}

// The last replay in a text: {number, status, moves: [ms, line to type] of each}. Throws an Error
// with a sentence where there is none that can be played.
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
    moves: presses.filter(Boolean).map(move),
  };
}

function move([, seconds, thousandths, button, column, row]) {
  return [1000 * seconds + Number(thousandths), `${COMMANDS[button]} ${row - 1} ${column - 1}\n`];
}
