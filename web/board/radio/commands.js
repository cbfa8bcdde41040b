// SPDX-License-Identifier: MIT
// Carries out the ESP32's commands, each by the method that the simulator's table
// (sim/network/esp32.py) names for its number. Servers and datagrams are refused.

import { longBytes } from "../numbers.js";

const OK = [Uint8Array.of(1)], NOT_OK = [Uint8Array.of(0)];
const NO_ANSWER = 0xffff;
const NO_ADDRESS = new Uint8Array(4).fill(0xff);
const NO_BYTE = Uint8Array.of(0xff);
const text = (bytes) => new TextDecoder().decode(bytes);
const number = (bytes) => bytes.reduce((sum, byte) => sum << 8 | byte, 0);
const word = (value) => Uint8Array.of(value & 0xff, value >> 8);
const byte = (value) => [Uint8Array.of(value)];

// Methods take the command's parameters, and return the reply's; null is a reply without any, which
// is how a connection is refused.
export class Commands {
  #facts;
  #station;
  #sockets;
  #date;
  #tookNs = 0;
  #address = new Uint8Array(4);
  #pins = new Map();

  // `date()` gives the network's time in ms since 1970.
  constructor(facts, station, sockets, date) {
    this.#facts = facts;
    this.#station = station;
    this.#sockets = sockets;
    this.#date = date;
  }

  // {replies, tookNs: beyond the firmware's own time}, null for what it does not know. Throws
  // TypeError where parameters are missing.
  do(command) {
    const method = this[this.#facts.commands[command.number]];
    if (!method) {
      return null;
    }
    this.#tookNs = this.#sockets.tookNs = 0;
    const replies = method.apply(this, command.parameters) ?? [];
    return { replies, tookNs: this.#tookNs + this.#sockets.tookNs };
  }

  // The origin that a command would connect to, null for another command.
  originOf({ number: code, parameters }) {
    const isClient = this.#facts.commands[code] === "startClient" && this.#station.isConnected;
    return isClient ? this.#client(parameters).origin : null;
  }

  accept() { return OK; }
  setNetwork(ssid) { return this.setPassphrase(ssid); }

  setPassphrase(ssid) {
    this.#station.join(ssid);
    return OK;
  }

  disconnect() {
    this.#station.leave();
    return OK;
  }

  getStatus() { return byte(this.#station.status); }
  getAddresses() { return this.#station.addresses; }
  getMac() { return [[...this.#facts.MAC].reverse()]; }
  getSsid() { return [this.#station.ssid]; }
  getBssid() { return [this.#joined(this.#bssid, new Uint8Array(6))]; }
  getRssi() { return [longBytes(this.#joined(this.#point.rssi, 0))]; }
  getEncryption() { return byte(this.#joined(this.#point.encryption, 0xff)); }

  scan() {
    this.#tookNs += this.#facts.SCAN_NS;
    this.#station.scan();
    return [new TextEncoder().encode(this.#point.ssid)];
  }

  getFoundRssi(index) { return [longBytes(this.#found(index, this.#point.rssi, 0))]; }
  getFoundEncryption(index) { return byte(this.#found(index, this.#point.encryption, 0xff)); }
  getFoundBssid(index) { return [this.#found(index, this.#bssid, new Uint8Array(6))]; }
  getFoundChannel(index) { return byte(this.#found(index, this.#point.channel, 0)); }
  getVersion() { return [new TextEncoder().encode(`${this.#facts.VERSION}\0`)]; }
  getTime() { return [longBytes(this.#station.isConnected ? Math.floor(this.#date() / 1000) : 0)]; }

  requestName(name) {
    this.#address = this.#resolve(text(name)) ?? NO_ADDRESS;
    return this.#station.isConnected ? OK : NOT_OK;
  }

  getName() { return [this.#address]; }

  ping() {
    this.#tookNs += this.#facts.NO_PING_NS;
    return [word(NO_ANSWER)];
  }

  getSocket() { return byte(this.#sockets.free()); }

  startClient(...parameters) {
    const { host, origin, socket, mode } = this.#client(parameters);
    const address = typeof host === "string" ? this.#resolve(host) : host;
    const online = address && this.#station.isConnected;
    return online && this.#sockets.connect(socket, origin, mode) ? OK : null;
  }

  stopClient([socket]) {
    this.#sockets.close(socket);
    return OK;
  }

  getClientState([socket]) {
    return byte(this.#sockets.isConnected(socket) ? this.#facts.ESTABLISHED : this.#facts.CLOSED);
  }

  getServerState() { return NOT_OK; }
  getAvailable([socket]) { return [word(this.#sockets.available(socket))]; }

  getByte([socket]) {
    const read = this.#sockets.read(socket, 1);
    return [read.length ? read : NO_BYTE];
  }

  getData([socket], size) { return [this.#sockets.read(socket, size[0] | size[1] << 8)]; }
  sendData([socket], data) { return [word(this.#sockets.write(socket, data))]; }

  writePin([pin], [value]) {
    this.#pins.set(pin, value);
    return OK;
  }

  readPin([pin]) { return byte(this.#pins.get(pin) ? 1 : 0); }
  readAnalog([pin]) { return [longBytes((this.#pins.get(pin) ?? 0) * 16)]; }

  get #point() { return this.#facts.accessPoint; }
  get #bssid() { return [...this.#point.bssid].reverse(); }

  #joined(value, otherwise) {
    return this.#station.isConnected ? value : otherwise;
  }

  // Returns a value of the only access point; otherwise the other, as before a scan.
  #found([index = 0] = [], value, otherwise) {
    return this.#station.hasScanned && index === 0 ? value : otherwise;
  }

  // With a name the parameters are host, 0, port, socket, mode; else address, port, socket, mode.
  #client(parameters) {
    const [port, [socket], [mode]] = parameters.slice(-3);
    const host = parameters.length > 4 ? text(parameters[0]) : parameters[0];
    return { host, origin: this.#sockets.originOf(host, number(port), mode), socket, mode };
  }

  // null without a network.
  #resolve(name) {
    if (this.#station.isConnected) {
      return this.#sockets.resolve(name);
    }
    this.#tookNs += this.#facts.NO_LOOKUP_NS;
    return null;
  }
}
