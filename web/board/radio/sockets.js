// SPDX-License-Identifier: MIT
// The ESP32's sockets: clients of HTTP hosts, by TCP or TLS, which the user has allowed. There are
// no servers and no datagrams in a page.

import { OTHER_PROTOCOL } from "./unsupported.js";
import { Connection } from "./http.js";

const TCP = 0, TLS = 2;
const SCHEMES = { [TCP]: ["http", 80], [TLS]: ["https", 443] };
const NOTHING = new Uint8Array();
const EIGHT_BITS = 0xff;

// `permits` maps an origin to whether the program may ask there; others are not decided yet. `secure`:
// the page came by https, so its browser asks hosts by https only. `ask` is a Connection's;
// `tell(sentence)` says what a page cannot do.
export class Sockets {
  // The radio's time for the last command, beyond the command's own, in ns.
  tookNs = 0;
  #facts;
  #permits;
  #secure;
  #ask;
  #tell;
  #open;
  #names = [];

  constructor(facts, { permits, secure }, ask, tell) {
    this.#facts = facts;
    this.#permits = permits;
    this.#secure = secure;
    this.#ask = ask;
    this.#tell = tell;
    this.closeAll();
  }

  closeAll() {
    this.#open = new Array(this.#facts.SOCKETS).fill(null);
  }

  free() {
    const at = this.#open.indexOf(null);
    return at < 0 ? this.#facts.NO_SOCKET : at;
  }

  // Returns an invented address for a name, from those reserved for test networks: a browser does not
  // tell the real one.
  resolve(name) {
    this.tookNs += this.#facts.LOOKUP_NS;
    if (!this.#names.includes(name)) {
      this.#names.push(name);
    }
    const number = this.#names.indexOf(name);
    return Uint8Array.of(198, 18, number >> 8 & EIGHT_BITS, number & EIGHT_BITS);
  }

  // The origin that a client asks, null unless an HTTP host's; `host` is a name, or address bytes.
  originOf(host, port, mode) {
    const [scheme, usual] = SCHEMES[mode] ?? [];
    const name = typeof host === "string" ? host : this.#nameOf(host);
    const by = this.#secure ? "https" : scheme;
    try {
      return scheme ? new URL(`${by}://${name}${port === usual ? "" : `:${port}`}`).origin : null;
    } catch {
      return null;
    }
  }

  connect(number, origin, mode) {
    this.tookNs += this.#facts.CONNECT_NS + (mode === TLS ? this.#facts.HANDSHAKE_NS : 0);
    const may = this.#permits.get(origin) ?? false;
    if (may) {
      this.#open[number] = new Connection(origin, this.#ask);
    }
    return may;
  }

  close(number) {
    this.#open[number] = null;
  }

  // Whether a socket waits for its host; the board's time stands still until `answer` is called.
  get waits() {
    return this.#open.some((socket) => socket?.waits);
  }

  answer(answer) {
    this.#open.find((socket) => socket?.waits)?.answer(answer);
  }

  // Frees a socket that the other end has closed.
  isConnected(number) {
    const socket = this.#open[number];
    const is = Boolean(socket && !(socket.over && !socket.available));
    if (!is) {
      this.close(number);
    }
    return is;
  }

  available(number) {
    return this.#open[number]?.available ?? 0;
  }

  read(number, size) {
    return this.#open[number]?.read(size) ?? NOTHING;
  }

  // How many bytes were taken.
  write(number, bytes) {
    const socket = this.#open[number];
    if (!socket || socket.over) {
      return 0;
    }
    socket.send(bytes);
    if (socket.isForeign) {
      this.#tell(OTHER_PROTOCOL);
    }
    return bytes.length;
  }

  get anyAvailable() {
    return this.#open.some((socket) => socket?.available);
  }

  #nameOf(address) {
    const [first, second, high, low] = address;
    const name = first === 198 && second === 18 && this.#names[high << 8 | low];
    return name || address.join(".");
  }
}
