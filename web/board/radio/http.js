// SPDX-License-Identifier: MIT
// A connection to a host. The program's HTTP requests go in as bytes and answers come out as bytes;
// the browser asks the host.

import { joined } from "../numbers.js";

const NOTHING = new Uint8Array();
const METHOD = /^[A-Z]/;
// A request for a path on the host. The target's other forms name a host of their own, or none.
const REQUEST = /^([A-Z]+) (\S+) HTTP\/1\.[01]$/;
const PATH = /^\/[^\x00-\x20\x7f]*$/;
const SIZE = /^\d{0,9}$/;
const ESCAPED = /[^\x21-\x7e]/g;
const EMPTY_LINE = "\r\n\r\n";
// A server's answer to a request that it cannot read.
const BAD = { status: 400, words: "Bad Request", headers: [], body: NOTHING };
// A gateway's answer for a host that does not answer.
const NO_ANSWER = { status: 502, words: "Bad Gateway", headers: [], body: NOTHING };
const WORDS = new TextEncoder(), LATIN = new TextDecoder("latin1");
// Headers of an answer that the browser has already dealt with.
const UNPACKED = /^(content-length|content-encoding|transfer-encoding|connection|keep-alive)$/i;

// `ask({method, url, headers, body})` sends a request; headers are [name, value] pairs.
export class Connection {
  // Whether the host has hung up, as it does when what comes first is no HTTP.
  over = false;
  isForeign = false;
  #origin;
  #ask;
  #received = NOTHING;
  #isFirst = true;
  #answered = NOTHING;
  // The request that the host is being asked.
  #asked = null;

  constructor(origin, ask) {
    this.#origin = origin;
    this.#ask = ask;
  }

  get available() {
    return this.#answered.length;
  }

  // Whether it waits for the host's answer.
  get waits() {
    return this.#asked !== null;
  }

  send(bytes) {
    this.#received = joined(this.#received, bytes);
    this.isForeign ||= this.#isFirst && !METHOD.test(LATIN.decode(bytes));
    this.over ||= this.isForeign;
    this.#isFirst = false;
    this.#proceed();
  }

  // {status, words, headers, body}, null if the host gave no answer.
  answer(answer) {
    const { method, headers } = this.#asked;
    this.#asked = null;
    this.over = /close/i.test(valueOf(headers, "connection"));
    this.#reply(answer ?? NO_ANSWER, method === "HEAD");
    this.#proceed();
  }

  read(size) {
    const taken = this.#answered.slice(0, size);
    this.#answered = this.#answered.slice(size);
    return taken;
  }

  // Asks what is complete, one after another.
  #proceed() {
    const head = this.over || this.waits ? null : this.#head();
    const request = head && this.#requestOf(head);
    if (request?.url === null) {
      this.over = true;
      this.#reply(BAD);
    } else if (request) {
      this.#asked = request;
      this.#ask(request);
    }
  }

  // {first: the request line, headers, size: of both in bytes}; null if they are not complete.
  #head() {
    const end = LATIN.decode(this.#received).indexOf(EMPTY_LINE);
    if (end < 0) {
      return null;
    }
    const [first, ...lines] = letters(this.#received.subarray(0, end)).split("\r\n");
    return { first, headers: lines.map(headerOf), size: end + EMPTY_LINE.length };
  }

  // Its url is null for a request that no host can read; null while its body is not complete.
  #requestOf({ first, headers, size }) {
    const length = valueOf(headers, "content-length");
    const [, method, target] = REQUEST.exec(first) ?? [];
    const url = method && SIZE.test(length) ? addressOf(this.#origin, target) : null;
    const end = size + (url ? Number(length) : 0);
    if (this.#received.length < end) {
      return null;
    }
    const body = this.#received.slice(size, end);
    this.#received = this.#received.slice(end);
    return { method, url, headers, body };
  }

  #reply(answer, isHead = false) {
    this.#answered = joined(this.#answered, bytesOf(answer, isHead));
  }
}

// The address of a request's target at an origin, null for what is no path there.
export function addressOf(origin, target) {
  if (!PATH.test(target)) {
    return null;
  }
  const address = new URL(origin + target.replace(ESCAPED, escape));
  return address.origin === origin ? address.href : null;
}

function escape(letter) {
  return `%${letter.charCodeAt(0).toString(16).padStart(2, "0")}`;
}

// Maps each byte to the letter with its number; TextDecoder, by its standard, has others for some.
function letters(bytes) {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}

function headerOf(line) {
  const at = line.indexOf(":");
  return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
}

// "" for a header that is not there.
function valueOf(headers, name) {
  return headers.find(([other]) => other.toLowerCase() === name)?.[1] ?? "";
}

function bytesOf({ status, words, headers, body }, isHead) {
  const lines = headers.filter(([name]) => !UNPACKED.test(name));
  lines.push(["content-length", body.length]);
  const text = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return joined(WORDS.encode(`HTTP/1.1 ${status} ${words}\r\n${text}\r\n`),
                isHead ? NOTHING : body);
}
