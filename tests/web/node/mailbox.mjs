// SPDX-License-Identifier: MIT
// Standard input: rounds of messages. Standard output: what comes out on the other side.

import { readFileSync } from "node:fs";

import { Mailbox } from "../../../web/board/mailbox.js";

const page = new Mailbox();
const worker = new Mailbox(page.shared);
const taken = JSON.parse(readFileSync(0, "utf8")).map((messages) => {
  messages.forEach((message) => page.post(message));
  return [...worker.take(0)];
});
console.log(JSON.stringify(taken));
