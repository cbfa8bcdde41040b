// SPDX-License-Identifier: MIT
// What lies on the bench: the machine with a program on it, and what is kept of both.

import { FACTS } from "../board/facts.js";
import { lend, missing } from "./libraries.js";
import { linkTo } from "./link.js";
import { count, kilobytes, Program } from "./program.js";
import { keepNvm, nvmOf } from "./storage.js";

const GAME = "Minesweeper";

// `game` has the files of the site's drive. `opened(program, sentence)` is called when another
// program, or a changed one, runs.
export class Bench {
  program;
  // While what was done elsewhere is done again, nothing of it is kept.
  #replays = false;
  #machine;
  #shelf;
  #game;
  #opened;

  constructor(machine, shelf, game, opened) {
    this.#machine = machine;
    this.#shelf = shelf;
    this.#game = game;
    this.#opened = opened;
  }

  // What was last on the bench, else the game.
  async begin() {
    this.#put(await this.#shelf.take() ?? this.#original());
  }

  playGame() {
    this.#shelf.clear();
    this.#put(this.#original());
  }

  // A program of the user's.
  open(program, run = null) {
    const lent = lend(program, this.#game, FACTS);
    if (!run) {
      this.#shelf.keep(program);
    }
    this.#put(program, run, lent);
  }

  // The program has been changed by hand.
  change() {
    this.#shelf.keep(this.program);
    this.#machine.start("SOFTWARE");
    this.#opened(this.program, this.#sentence([]));
  }

  reset() {
    if (this.#replays) {
      this.#replays = false;
      this.#machine.nvm = nvmOf(this.program.title);
    }
    this.#machine.start("RESET_PIN");
  }

  link(withRun) {
    return linkTo(this.program, this.#game, withRun ? this.#machine.run : null);
  }

  keep(nvm) {
    if (!this.#replays) {
      keepNvm(this.program.title, nvm);
    }
  }

  // Another nvm, null for an erased one.
  setNvm(nvm) {
    this.#replays = false;
    this.#machine.nvm = nvm;
    this.keep(nvm);
    this.#machine.start();
  }

  #original() {
    return new Program(GAME, new Map(this.#game));
  }

  #put(program, run = null, lent = []) {
    this.program = program;
    this.#replays = run !== null;
    this.#machine.files = program.files;
    this.#machine.nvm = run ? run.nvm : nvmOf(program.title);
    this.#machine.start("POWER_ON", run);
    this.#opened(program, this.#sentence(lent));
  }

  #sentence(lent) {
    const { files, size } = this.program;
    const lacking = missing(this.program, FACTS);
    const said = [`${count(files.size, "file")}, ${kilobytes(size)}.`];
    if (lent.length) {
      said.push(`Lent to it: ${lent.join(", ")}.`);
    }
    if (lacking.length) {
      said.push(`Not found: ${lacking.join(", ")}. Put libraries into the program's folder lib.`);
    }
    if (this.#replays) {
      said.push("What was done comes from a link; Reset ends it, and nothing of it is kept.");
    }
    return said.join(" ");
  }
}
