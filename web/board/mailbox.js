// SPDX-License-Identifier: MIT
// Messages for a worker that never returns to its event loop: a ring of bytes in memory that the
// page and the worker share. One writes, the other reads.

const WRITTEN = 0, READ = 1;
const HEAD = 8, SIZE = 65536;
const LENGTH = 4;

export class Mailbox {
  #counts;
  #ring;

  // `shared` is the other side's, for the side that did not make it.
  constructor(shared = new SharedArrayBuffer(HEAD + SIZE)) {
    this.shared = shared;
    this.#counts = new Int32Array(shared, 0, 2);
    this.#ring = new Uint8Array(shared, HEAD);
  }

  // Of something that JSON can hold. What finds no room is dropped: nobody reads.
  post(message) {
    const bytes = new TextEncoder().encode(JSON.stringify(message));
    const written = this.#counts[WRITTEN], used = written - Atomics.load(this.#counts, READ);
    if (LENGTH + bytes.length > SIZE - used) {
      return;
    }
    const head = new Uint8Array(Uint32Array.of(bytes.length).buffer);
    [...head, ...bytes].forEach((byte, n) => { this.#ring[(written + n) % SIZE] = byte; });
    Atomics.store(this.#counts, WRITTEN, written + LENGTH + bytes.length);
    Atomics.notify(this.#counts, WRITTEN);
  }

  // Waits so many ms for a message, and yields all that have come.
  *take(ms) {
    const read = this.#counts[READ];
    Atomics.wait(this.#counts, WRITTEN, read, ms);
    const written = Atomics.load(this.#counts, WRITTEN);
    for (let at = read; at < written;) {
      const [length] = new Uint32Array(this.#copy(at, LENGTH).buffer);
      yield JSON.parse(new TextDecoder().decode(this.#copy(at + LENGTH, length)));
      at += LENGTH + length;
    }
    Atomics.store(this.#counts, READ, written);
  }

  #copy(at, length) {
    return Uint8Array.from({ length }, (_, n) => this.#ring[(at + n) % SIZE]);
  }
}
