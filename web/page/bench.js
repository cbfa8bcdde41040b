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
// program, or a changed one, runs. If several tabs run one program, the one with the `lock` saves.
export class Bench {
  program;
  // While what was done elsewhere is done again, nothing of it is kept.
  #replays = false;
  // The text of the replay that is played.
  #rawvf = null;
  #machine;
  #shelf;
  #storage;
  #lock;
  #game;
  #opened;

  constructor(machine, shelf, storage, lock, game, opened) {
    this.#machine = machine;
    this.#shelf = shelf;
    this.#storage = storage;
    this.#lock = lock;
    this.#game = game;
    this.#opened = opened;
  }

  // Puts the last program back on the bench, else the game.
  async begin() {
    await this.#put(await this.#shelf.take() ?? this.#original());
  }

  async playGame() {
    this.#shelf.clear();
    await this.showGame();
  }

  // Shows the game; a reload brings the former program back.
  async showGame() {
    await this.#put(this.#original());
  }

  // A program of the user's, or one that a link brought; null for the game.
  async open(program, run = null) {
    if (program === null) {
      await this.#put(this.#original(), run);
      return;
    }
    program.id = await idOf(program.files);
    await this.#put(program, run, lend(program, this.#game, FACTS));
    if (!run && this.#lock.held) {
      this.#shelf.keep(program);
    }
  }

  // The game, on which a replay will be played, with an nvm of its own; `text` is RAWVF.
  async openReplay(text) {
    await this.#put(this.#original(), this.#machine.fresh(null));
    this.#rawvf = text;
  }

  // A file of the program has been changed by hand: the board runs the program again.
  change(path) {
    if (this.#lock.held) {
      this.#shelf.keep(this.program);
    }
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

  async reset() {
    const had = this.#lock.held, isOthers = this.#replays;
    this.#beginOwn();
    const has = await this.#lock.take(this.program.id);
    if (isOthers || has && !had) {
      this.#machine.nvm = this.#storage.nvmOf(this.program);
    }
    this.#machine.start("RESET_PIN");
  }

  // Saves in this tab from now on, instead of another, and goes on with what that one has saved.
  async takeOver() {
    await this.#lock.takeOver();
    this.#machine.nvm = this.#storage.nvmOf(this.program);
    this.#machine.start();
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

  // A link to the replay on the board, else to the one that `ask()` resolves to: RAWVF.
  async replayLink(ask) {
    return linkToReplay(this.#rawvf ?? await ask());
  }

  keep(nvm) {
    if (!this.#replays && this.#lock.held) {
      this.#storage.keepNvm(this.program, nvm);
    }
  }

  // Another nvm, null for an erased one.
  async setNvm(nvm) {
    this.#beginOwn();
    await this.#lock.take(this.program.id);
    this.#machine.nvm = nvm;
    if (this.#lock.held) {
      this.#storage.putNvm(this.program, nvm);
    }
    this.#machine.start();
  }

  #beginOwn() {
    this.#replays = false;
    this.#rawvf = null;
  }

  #original() {
    return new Program(TITLE, new Map(this.#game), GAME);
  }

  async #put(program, run = null, lent = []) {
    this.program = program;
    this.#beginOwn();
    this.#replays = run !== null;
    await this.#lock.take(run ? null : program.id);
    if (this.program !== program) {
      return;
    }
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
      said.push("What is done was done elsewhere. Nothing of it is kept; Reset ends it.");
    }
    return said.join(" ");
  }
}
