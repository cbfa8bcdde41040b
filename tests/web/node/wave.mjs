// SPDX-License-Identifier: MIT
// Standard input: WAV files in base64. Standard output: of each the samples, times 32768, of both
// channels' outputs, and the seconds.

import { readFileSync } from "node:fs";

import { parse, sound } from "../../../web/board/wave.js";

function heard(text) {
  const file = parse(new Uint8Array(Buffer.from(text, "base64")));
  const [left, right] = [0, 1].map((channel) => sound(file, false, channel));
  const samples = [left, right].map(({ wave }) => Array.from(wave, (sample) => sample * 32768));
  return { samples, seconds: left.seconds, rate: left.rate };
}

console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(heard)));
