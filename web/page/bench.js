// SPDX-License-Identifier: MIT
// The bench: a machine with a program, and the saved state of both.

import { FACTS } from "../board/facts.js";
import { FILE, read } from "./parts/reading.js";
import { idOf } from "./program/digest.js";
import { lend, missing } from "./program/libraries.js";
import { linkTo, linkToReplay } from "./program/link.js";
import { GAME, Program } from "./program/program.js";

const TITLE = "Minesweeper";

// `game` has the files of the site's drive. `opened(program, sentence)` is called when another
// program, or a changed one, runs.
export class Bench {
  program;
  // While what was done elsewhere is done again, nothing of it is kept.
  #replays = false;
  // The text of the replay that is played.
  #rawvf = null;
  #machine;
  #shelf;
  #storage;
  #game;
  #opened;

  constructor(machine, shelf, storage, game, opened) {
    this.#machine = machine;
    this.#shelf = shelf;
    this.#storage = storage;
    this.#game = game;
    this.#opened = opened;
  }

  // Puts the last program back on the bench, else the game.
  async begin() {
    this.#put(await this.#shelf.take() ?? this.#original());
  }

  playGame() {
    this.#shelf.clear();
    this.showGame();
  }

  // Shows the game; a reload brings the former program back.
  showGame() {
    this.#put(this.#original());
  }

  // A program of the user's, or one that a link brought; null for the game.
  async open(program, run = null) {
    if (program === null) {
      this.#put(this.#original(), run);
      return;
    }
    program.id = await idOf(program.files);
    const lent = lend(program, this.#game, FACTS);
    if (!run) {
      this.#shelf.keep(program);
    }
    this.#put(program, run, lent);
  }

  // The game, on which a replay will be played, with an nvm of its own; `text` is RAWVF.
  openReplay(text) {
    this.#put(this.#original(), this.#machine.fresh(null));
    this.#rawvf = text;
  }

  // A file of the program has been changed by hand: the board runs the program again.
  change(path) {
    this.#shelf.keep(this.program);
    this.#machine.save(path, this.program.files.get(path));
    this.#opened(this.program, path === FILE ? this.plug() : this.#sentence([]));
  }

  // Another parts.toml. Throws an Error with a sentence, and changes nothing, if it is wrong.
  equip(text) {
    read(text, this.#machine.facts);
    this.program.write(FILE, text);
    this.change(FILE);
  }

  // Plugs in what the program's parts.toml says. Returns a sentence about it.
  plug() {
    const { facts } = this.#machine;
    try {
      const parts = read(this.program.text(FILE), facts), [, ...names] = parts.map(({ name }) => name);
      this.#machine.plug(parts);
      return names.length ? `Plugged in: ${names.join(", ")}.` : "Nothing is plugged in.";
    } catch (error) {
      return `Nothing else is plugged in: ${error.message}.`;
    }
  }

  reset() {
    if (this.#replays) {
      this.#beginOwn();
      this.#machine.nvm = this.#storage.nvmOf(this.program);
    }
    this.#machine.start("RESET_PIN");
  }

  link(withRun) {
    if (this.#rawvf !== null && !withRun) {
      return linkToReplay(this.#rawvf);
    }
    const { run, lost } = this.#machine;
    if (withRun && !run) {
      throw new Error(lost);
    }
    return linkTo(this.program, this.#game, withRun ? run : null);
  }

  keep(nvm) {
    if (!this.#replays) {
      this.#storage.keepNvm(this.program, nvm);
    }
  }

  // Another nvm, null for an erased one.
  setNvm(nvm) {
    this.#beginOwn();
    this.#machine.nvm = nvm;
    this.keep(nvm);
    this.#machine.start();
  }

  #beginOwn() {
    this.#replays = false;
    this.#rawvf = null;
  }

  #original() {
    return new Program(TITLE, new Map(this.#game), GAME);
  }

  #put(program, run = null, lent = []) {
    this.program = program;
    this.#beginOwn();
    this.#replays = run !== null;
    this.#machine.files = program.files;
    this.#machine.permits = new Map([[location.origin, false]]);
    this.#machine.nvm = run ? run.nvm : this.#storage.nvmOf(program);
    this.#machine.plug(read(null, this.#machine.facts));
    const plugged = program.files.has(FILE) ? [this.plug()] : [];
    this.#machine.start("POWER_ON", run);
    this.#opened(program, [...plugged, this.#sentence(lent)].join(" ").trim());
  }

  #sentence(lent) {
    const lacking = missing(this.program, FACTS);
    const said = [];
    if (lent.length) {
      said.push(`Lent to it: ${lent.join(", ")}.`);
    }
    if (lacking.length) {
      said.push(`Not found: ${lacking.join(", ")}. Put libraries into the program's folder lib.`);
    }
    if (this.#replays) {
      said.push("What is done was done elsewhere; Reset ends it, and nothing of it is kept.");
    }
    return said.join(" ");
  }
}
