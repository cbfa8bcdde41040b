// SPDX-License-Identifier: MIT
// Plays a replay on the game: deals its board by number on the console and, when the game has printed
// that number, types the moves at their times.

import { count } from "./program/program.js";
import { readReplay } from "./program/rawvf.js";

export class Player {
  #machine;
  #bench;
  #replay = null;
  #printed = "";

  constructor(machine, bench) {
    this.#machine = machine;
    this.#bench = bench;
  }

  // Returns a sentence. Throws an Error with one for what is no replay.
  async play(text) {
    const replay = readReplay(text);
    await this.#bench.openReplay(text);
    this.#machine.type(`deal ${replay.number}\n`);
    this.#replay = replay;
    this.#printed = "";
    return `A replay: ${count(replay.moves.length, "move")}, ${replay.status}. Nothing of it is `
      + "kept; Reset on the workbench ends it.";
  }

  stop() {
    this.#replay = null;
  }

  // Takes the text that the board prints.
  hear(text) {
    if (!this.#replay) {
      return;
    }
    this.#printed += text;
    if (this.#printed.includes(`Board ${this.#replay.number}.`)) {
      const { moves } = this.#replay;
      // The game itself opens the first cell when it has dealt the board.
      this.#machine.typeLater(moves.filter(([ms]) => ms > 0));
      this.stop();
    }
  }
}
