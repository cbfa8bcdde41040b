// SPDX-License-Identifier: MIT
// The speaker, aloud. A browser lets a page sound after the first touch or key; what was to be
// heard before is not.

export class Loudspeaker {
  #context = null;
  #gain = null;
  #source = null;
  #amplified = true;
  #wanted;
  #button;

  // The button switches the sound off and on.
  constructor(button, wanted = true) {
    this.#button = button;
    this.#wanted = wanted;
    button.onclick = () => this.#want(!this.#wanted);
    for (const kind of ["pointerup", "keydown"]) {
      document.addEventListener(kind, () => this.#wake());
    }
  }

  play({ wave, rate, loop }) {
    this.stop();
    if (!this.#context || !wave.length) {
      return;
    }
    const buffer = this.#context.createBuffer(1, wave.length, rate);
    buffer.copyToChannel(wave, 0);
    this.#source = new AudioBufferSourceNode(this.#context, { buffer, loop });
    this.#source.connect(this.#gain);
    this.#source.start();
  }

  stop() {
    this.#source?.disconnect();
    this.#source = null;
    this.#context?.resume();
  }

  pause() {
    this.#context?.suspend();
  }

  resume() {
    this.#context?.resume();
  }

  // Whether the board's amplifier is on.
  amplify(on) {
    this.#amplified = on;
    this.#set();
  }

  #want(on) {
    this.#wanted = on;
    this.#button.setAttribute("aria-pressed", on);
    this.#set();
  }

  #set() {
    if (this.#gain) {
      this.#gain.gain.value = Number(this.#amplified && this.#wanted);
    }
  }

  #wake() {
    if (!this.#context) {
      this.#context = new AudioContext();
      this.#gain = new GainNode(this.#context);
      this.#gain.connect(this.#context.destination);
      this.#set();
    }
  }
}
