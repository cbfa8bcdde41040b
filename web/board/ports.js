// SPDX-License-Identifier: MIT
// The outputs of a program that nothing is connected to here, as lines of text: UART, usb_cdc.data,
// HID reports and MIDI.

const KINDS = ["HID", "MIDI"];
const NEW_LINE = 10, LONGEST = 80;
const TEXT = /^[\x20-\x7e]*$/;

// `tell(line)` takes a whole line; `later(act)` calls `act` after the time in which an unfinished line
// may go on.
export class Ports {
  #tell;
  #later;
  // Bytes of each port, by its name, that are no whole line yet.
  #pending = new Map();

  constructor(tell, later) {
    this.#tell = tell;
    this.#later = later;
  }

  uart(byte) {
    this.#collect("UART", byte);
  }

  data(bytes) {
    bytes.forEach((byte) => this.#collect("USB data", byte));
  }

  report(kind, bytes) {
    this.#tell(`${KINDS[kind]}: ${hexadecimal(bytes)}`);
  }

  #collect(name, byte) {
    const bytes = this.#pending.get(name) ?? [];
    if (!bytes.length) {
      this.#pending.set(name, bytes);
      this.#later(() => this.#pending.get(name) === bytes && this.#flush(name));
    }
    if (byte !== NEW_LINE) {
      bytes.push(byte);
    }
    if (byte === NEW_LINE || bytes.length === LONGEST) {
      this.#flush(name);
    }
  }

  #flush(name) {
    const bytes = this.#pending.get(name);
    const text = String.fromCharCode(...bytes).trimEnd();
    this.#pending.delete(name);
    this.#tell(`${name}: ${TEXT.test(text) ? text : hexadecimal(bytes)}`);
  }
}

function hexadecimal(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(" ");
}
