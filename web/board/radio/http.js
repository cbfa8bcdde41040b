// SPDX-License-Identifier: MIT
// A connection to a host, as the program has it: requests in HTTP go in as bytes, and answers come
// out. Between both there is the browser, which asks the host.

import { joined } from "../numbers.js";

const NOTHING = new Uint8Array();
const METHOD = /^[A-Z]/;
const EMPTY_LINE = "\r\n\r\n";
// What a gateway says of a host that does not answer.
const NO_ANSWER = { status: 502, words: "Bad Gateway", headers: [], body: NOTHING };
const WORDS = new TextEncoder(), LATIN = new TextDecoder("latin1");
// Of an answer, what the browser has already dealt with.
const UNPACKED = /^(content-length|content-encoding|transfer-encoding|connection|keep-alive)$/i;

// `ask({method, url, headers, body})` returns {status, words, headers, body}, null if there is no
// answer; headers are [name, value] of each.
export class Connection {
  // Whether the host has hung up, as it does when what comes first is no HTTP.
  over = false;
  isForeign = false;
  #origin;
  #ask;
  #asked = NOTHING;
  #isFirst = true;
  #answered = NOTHING;

  constructor(origin, ask) {
    this.#origin = origin;
    this.#ask = ask;
  }

  get available() {
    return this.#answered.length;
  }

  send(bytes) {
    this.#asked = joined(this.#asked, bytes);
    this.isForeign ||= this.#isFirst && !METHOD.test(LATIN.decode(bytes));
    this.over ||= this.isForeign;
    this.#isFirst = false;
    for (let request; !this.over && (request = this.#next());) {
      this.#serve(request);
    }
  }

  read(size) {
    const taken = this.#answered.slice(0, size);
    this.#answered = this.#answered.slice(size);
    return taken;
  }

  // The first request that is complete, null if none is.
  #next() {
    const text = LATIN.decode(this.#asked);
    const end = text.indexOf(EMPTY_LINE);
    if (end < 0) {
      return null;
    }
    const [first, ...lines] = text.slice(0, end).split("\r\n");
    const headers = lines.map(headerOf);
    const from = end + EMPTY_LINE.length, to = from + Number(valueOf(headers, "content-length"));
    if (this.#asked.length < to) {
      return null;
    }
    const body = this.#asked.slice(from, to);
    this.#asked = this.#asked.slice(to);
    return { ...lineOf(first), headers, body };
  }

  #serve({ method, path, headers, body }) {
    const answer = this.#ask({ method, url: this.#origin + path, headers, body }) ?? NO_ANSWER;
    this.over = /close/i.test(valueOf(headers, "connection"));
    this.#answered = joined(this.#answered, bytesOf(answer, method === "HEAD"));
  }
}

function lineOf(line) {
  const [method, path] = line.split(" ");
  return { method, path };
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
