// SPDX-License-Identifier: MIT
// The firmware's clock. It counts seconds from power-on and keeps, in a word of its RAM, when that
// was; no register of the chip holds a date. A trial board finds the word: its program sets the
// clock twice. The page then sets the clock before the program starts, as an editor does that knows
// the time.

const SET = [Date.UTC(2031, 1, 2, 3, 4, 5), Date.UTC(2042, 10, 9, 8, 7, 6)];
// The seconds from 1970 to 2000, where the firmware's count begins.
const MILLENNIUM = 946_684_800;
const PROGRAM = new TextEncoder().encode(`import rtc, time
for date in (2031, 2, 2, 3, 4, 5), (2042, 11, 9, 8, 7, 6):
    rtc.RTC().datetime = time.struct_time(date + (0, -1, -1))
    print("set")
    time.sleep(0.5)
`);
const STEP_NS = 20e6, LATEST_NS = 12e9;

// Returns the index of the word in the chip's RAM, null if it is not found. `newBoard(files, tell)`
// makes a board with the firmware.
export function findClock(newBoard) {
  let text = "";
  const files = new Map([["code.py", PROGRAM]]);
  const board = newBoard(files, ({ printed = "" }) => { text += printed; });
  board.boot();
  let places = null;
  for (const date of SET) {
    const seen = text.length;
    while (!text.includes("set", seen) && board.time < LATEST_NS) {
      board.advance(board.time + STEP_NS);
    }
    places = holding(wordsOf(board.chip.ram), date / 1000 - MILLENNIUM, board.time / 1e9, places);
  }
  return places.length === 1 ? places[0] : null;
}

// Sets the clock unless boot.py has. `power` is the time of power-on in seconds since 1970.
export function setClock(ram, place, power) {
  const words = wordsOf(ram);
  if (words[place] === 0 && power > MILLENNIUM) {
    words[place] = power - MILLENNIUM;
  }
}

// Returns the places, of these or of all, whose word may be the time of power-on.
function holding(words, date, seconds, places) {
  const first = date - Math.ceil(seconds);
  return (places ?? [...words.keys()]).filter((at) => words[at] >= first && words[at] <= date);
}

function wordsOf(ram) {
  return new Uint32Array(ram.buffer, ram.byteOffset, ram.length / 4);
}
