// SPDX-License-Identifier: MIT
// The DAC: what plays, by the board's time. What is heard is the page's affair: `tell` takes
// {play: sound}, {stop}, {pause} and {resume}.

import { readLong } from "./numbers.js";
import { parse, sound } from "./wave.js";

const PLAYS = 1, PAUSED = 2, UNREADABLE = 8;

export class Speaker {
  #now;
  #tell;
  #read;
  #raw;
  #ends = -Infinity;
  #pausedAt = null;

  // `now` in ns; `read(path)` gives a file's bytes.
  constructor(now, tell, read) {
    this.#now = now;
    this.#tell = tell;
    this.#read = read;
  }

  // A message S: open, play, stop, hold, continue, query. Returns the answer's byte.
  act(payload) {
    const acts = { p: () => this.#file(payload), s: () => this.#stop(), h: () => this.#pause(),
                   c: () => this.#resume() };
    const letter = String.fromCharCode(payload[0]);
    return letter === "o" ? 0 : acts[letter]?.() ?? this.#state();
  }

  // A message t: the format of samples that follow.
  describe(payload) {
    const [, loop, channel, bits, signed, channels] = payload;
    this.#raw = { loop, channel, bits, signed: Boolean(signed), channels,
                  rate: readLong(payload, 6) };
  }

  playRaw(samples) {
    return this.#play(sound({ ...this.#raw, samples }, Boolean(this.#raw.loop), this.#raw.channel));
  }

  #file(payload) {
    try {
      const file = this.#read(new TextDecoder().decode(payload.subarray(3)));
      return this.#play(sound(parse(file), Boolean(payload[1]), payload[2]));
    } catch (error) {
      if (error instanceof RangeError) {
        return UNREADABLE;
      }
      throw error;
    }
  }

  #play(made) {
    this.#ends = made.loop ? Infinity : this.#now() + made.seconds * 1e9;
    this.#pausedAt = null;
    this.#tell({ play: made });
    return PLAYS;
  }

  #stop() {
    this.#ends = -Infinity;
    this.#pausedAt = null;
    this.#tell({ stop: true });
  }

  #pause() {
    if (this.#state() === PLAYS) {
      this.#pausedAt = this.#now();
      this.#tell({ pause: true });
    }
  }

  #resume() {
    if (this.#pausedAt !== null) {
      this.#ends += this.#now() - this.#pausedAt;
      this.#pausedAt = null;
      this.#tell({ resume: true });
    }
  }

  #state() {
    if (this.#pausedAt !== null) {
      return PLAYS | PAUSED;
    }
    return this.#now() < this.#ends ? PLAYS : 0;
  }
}
