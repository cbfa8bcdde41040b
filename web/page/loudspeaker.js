// SPDX-License-Identifier: MIT
// Plays the board's sound. Browsers allow a page to play sound after the first touch or key; earlier
// sound is dropped.

// Sound after a silence is delayed by so much, so that the samples after it are never late; samples
// that are further ahead than the other limit, as of a board that runs fast, are dropped.
const LATE_S = 0.06, AHEAD_S = 0.5;
// Takes out the steady voltage, which a loudspeaker does not reproduce.
const LOWEST_HZ = 30;
// After so long a silence the browser's sound is suspended, since it takes time even when silent.
const QUIET_MS = 1000;
// Sample rates that every browser plays.
const SLOWEST = 8000, FASTEST = 96000;

export class Loudspeaker {
  // Runs at the samples' rate, so that what comes in parts fits together.
  #context = null;
  #gain = null;
  // The number of the sample that comes next.
  #next = 0;
  #isAwake = false;
  #rests = false;
  #timer;
  #amplified = true;
  #wanted;
  #button;

  // The button switches the sound off and on.
  constructor(button, wanted = true) {
    this.#button = button;
    this.#wanted = wanted;
    button.onclick = () => this.#want(!this.#wanted);
    for (const kind of ["pointerup", "keydown"]) {
      document.addEventListener(kind, () => { this.#isAwake = true; });
    }
  }

  // Plays samples after those that came before.
  play({ samples, rate }) {
    const whole = Math.round(rate);
    if (!this.#isAwake || whole < SLOWEST || whole > FASTEST) {
      return;
    }
    if (this.#context?.sampleRate !== whole) {
      this.#tune(whole);
    }
    const now = Math.ceil(this.#context.currentTime * whole);
    if (this.#next < now + AHEAD_S * whole) {
      this.#next = this.#next < now ? now + Math.ceil(LATE_S * whole) : this.#next;
      this.#sound(samples, whole);
      this.#keepAwake((this.#next - now) / whole);
    }
  }

  stop() {
    clearTimeout(this.#timer);
    this.#rests = false;
    this.#context?.close();
    this.#context = null;
  }

  // Whether the board's amplifier is on.
  amplify(on) {
    this.#amplified = on;
    this.#set();
  }

  #sound(samples, rate) {
    const buffer = this.#context.createBuffer(1, samples.length, rate);
    buffer.copyToChannel(samples, 0);
    const source = new AudioBufferSourceNode(this.#context, { buffer });
    source.connect(this.#gain);
    source.start(this.#next / rate);
    this.#next += samples.length;
  }

  // For so many seconds there is something to be heard.
  #keepAwake(seconds) {
    if (this.#rests) {
      this.#context.resume();
    }
    this.#rests = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#rests = true;
      this.#context.suspend();
    }, 1000 * seconds + QUIET_MS);
  }

  #tune(rate) {
    this.stop();
    this.#context = new AudioContext({ sampleRate: rate });
    this.#gain = new GainNode(this.#context);
    this.#gain.connect(new BiquadFilterNode(this.#context, {
      type: "highpass", frequency: LOWEST_HZ })).connect(this.#context.destination);
    this.#next = 0;
    this.#set();
  }

  #want(on) {
    this.#wanted = on;
    this.#button.setAttribute("aria-pressed", on);
    this.#set();
  }

  #set() {
    if (this.#context) {
      this.#gain.gain.value = Number(this.#amplified && this.#wanted);
    }
  }
}
