// SPDX-License-Identifier: MIT
// Given: {facts, answer, exchanges, secure}: frames in base64 and the ms to wait after each;
// whether the page came by https. Returned: {replies, wantsPermission, asked, unsupported}: of each
// frame the reply in hexadecimal digits and the ms until it could be read, rounded up; the origins
// that were wondered about, which are allowed then; the requests that the host was asked, whose
// answer's body is `answer`; and what the page said that it cannot do.

import { Agenda } from "../../../web/board/agenda.js";
import { Pins } from "../../../web/board/pins.js";
import { Coprocessor } from "../../../web/board/radio/coprocessor.js";

export default ({ facts, answer, exchanges, secure }) => {
  const MS = 1e6, LONGEST = 4096, HIGH = 1, LOW = 0;
  const asked = [], wantsPermission = [], unsupported = [];
  let now = 0, request = null;

  const agenda = new Agenda();
  const pins = new Pins(facts.pins, () => {});
  const chip = new Coprocessor(pins, facts.radio, {
    now: () => now,
    at: (ns, act) => agenda.add(ns, act),
    date: () => Date.now(),
    permits: new Map(),
    secure,
    tell: (message) => {
      unsupported.push(...[message.unsupported ?? []].flat());
      wantsPermission.push(...[message.wantsPermission ?? []].flat());
      request = message.asks ?? request;
    },
  });

  function clocked(bytes) {
    pins.named("ESP_CS").drive(LOW);
    const taken = bytes.map((byte) => chip.exchange(byte));
    pins.named("ESP_CS").drive(HIGH);
    return taken;
  }

  function reply() {
    const { method, url, body } = request;
    request = null;
    asked.push([method, url, Buffer.from(body).toString()]);
    chip.answer({ status: 200, words: "OK", headers: [["content-type", "text/plain"]],
                  body: new TextEncoder().encode(answer) });
  }

  function wait() {
    while (chip.waits) {
      if (request) {
        reply();
      } else {
        chip.decide(wantsPermission.at(-1), true);
      }
    }
    const start = now;
    while (pins.named("ESP_BUSY").voltage()) {
      now += MS;
      agenda.reach(now);
    }
    return (now - start) / MS;
  }

  const replies = exchanges.map(([frame, ms]) => {
    wait();
    clocked(new Uint8Array(Buffer.from(frame, "base64")));
    const took = wait();
    const reply = Buffer.from(clocked(new Uint8Array(LONGEST))).toString("hex").replace(/(00)+$/, "");
    now += ms * MS;
    agenda.reach(now);
    return [reply, took];
  });
  return { replies, wantsPermission, asked, unsupported };
};
