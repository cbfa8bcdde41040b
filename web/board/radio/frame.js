// SPDX-License-Identifier: MIT
// The frames of nina-fw, the ESP32's firmware: a command from the program, the reply to it. The
// simulator's (sim/network/esp32.py) are the same, and the tests hold both together.

import { joined } from "../numbers.js";

// {number, parameters} of a command, those that are not there being empty; null for what does not
// begin as one does. `facts` are the radio's frames of facts.js.
export function parse(data, facts) {
  const [start, number, count] = data;
  if (data.length < 3 || start !== facts.START || number & facts.REPLY) {
    return null;
  }
  const width = facts.WIDE.includes(number) ? 2 : 1;
  const parameters = [];
  for (let at = 3, n = 0; n < count; n++) {
    const length = readSize(data.subarray(at, at + width));
    parameters.push(data.slice(at + width, at + width + length));
    at += width + length;
  }
  return { number, parameters };
}

export function reply(number, parameters, facts) {
  const wide = facts.WIDE_REPLIES.includes(number);
  const body = parameters.flatMap((value) => [sizeOf(value.length, wide), value]);
  return filled(joined([facts.START, number | facts.REPLY, parameters.length], ...body,
                       [facts.END]));
}

function readSize(bytes) {
  return bytes.reduce((sum, byte) => sum << 8 | byte, 0);
}

function sizeOf(length, wide) {
  return wide ? [length >> 8, length & 0xff] : [length];
}

// Up to a multiple of four bytes.
function filled(bytes) {
  return joined(bytes, new Uint8Array(-bytes.length & 3));
}
