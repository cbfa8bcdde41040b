// SPDX-License-Identifier: MIT
// The ESP32's Wi-Fi: one access point, which lets in whoever asks, whatever network that wants.

const NOWHERE = new Uint8Array(4);
const NOTHING = new Uint8Array();

// `now` gives the time in ns; `lost` is called when it leaves a network.
export class Station {
  hasScanned = false;
  #facts;
  #now;
  #lost;
  #wanted = NOTHING;
  #due = Infinity;
  #otherwise;

  constructor(facts, now, lost) {
    this.#facts = facts;
    this.#now = now;
    this.#lost = lost;
    this.#otherwise = facts.status.idle;
  }

  get isConnected() {
    return this.#now() >= this.#due;
  }

  get status() {
    return this.isConnected ? this.#facts.status.connected : this.#otherwise;
  }

  join(ssid) {
    this.leave();
    this.#wanted = ssid;
    this.#otherwise = this.#facts.status.joining;
    this.#due = this.#now() + this.#facts.JOIN_NS;
  }

  leave() {
    if (this.isConnected) {
      this.#lost();
    }
    this.#wanted = NOTHING;
    this.#due = Infinity;
    this.#otherwise = this.#facts.status.gone;
  }

  scan() {
    this.hasScanned = true;
    if (this.#due === Infinity) {
      this.#otherwise = this.#facts.status.scanned;
    }
  }

  get ssid() {
    return this.isConnected ? this.#wanted : NOTHING;
  }

  // Its own, the mask and the gateway's.
  get addresses() {
    const { ADDRESS, MASK, GATEWAY } = this.#facts;
    return this.isConnected ? [ADDRESS, MASK, GATEWAY] : [NOWHERE, NOWHERE, NOWHERE];
  }
}
