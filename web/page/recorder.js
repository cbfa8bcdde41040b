// SPDX-License-Identifier: MIT
// Asks the game, on its console, for the replay of what was just played.

import { isReplay, replayIn } from "./program/rawvf.js";

// The answer is whole when nothing more comes for so long; the game answers after a while.
const QUIET_MS = 400, PATIENCE_MS = 4000;
// How the game says why it has none.
const REFUSED = /^No replay: .*$/m;
const UNHEARD = "The game did not answer: try again.";

export class Recorder {
  #machine;
  #text = null;
  #timer;
  #done = () => {};

  constructor(machine) {
    this.#machine = machine;
  }

  // A promise of the replay as RAWVF. It fails with a sentence where there is none.
  async replay() {
    this.#text = "";
    this.#machine.type("replay\n");
    const text = await new Promise((done) => {
      this.#done = done;
      this.#wait(PATIENCE_MS);
    });
    if (!isReplay(text)) {
      throw new Error(REFUSED.exec(text)?.[0].trim() ?? UNHEARD);
    }
    return replayIn(text);
  }

  // Takes the text that the board prints.
  hear(text) {
    if (this.#text !== null) {
      this.#text += text;
      this.#wait(isReplay(this.#text) || REFUSED.test(this.#text) ? QUIET_MS : PATIENCE_MS);
    }
  }

  #wait(ms) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#done(this.#text);
      this.#text = null;
    }, ms);
  }
}
