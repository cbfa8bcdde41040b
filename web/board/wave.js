// SPDX-License-Identifier: MIT
// Sounds as the speaker's pin gives them: one channel, samples from -1 to 1.

import { readLong, readWord } from "./numbers.js";

const FORMAT = 12, CHUNK = 8;
const SILENT = 255;

// `samples` as a sound file holds them, 8 bits unsigned or 16 signed; `channel` is the one that the
// speaker gets of two, SILENT if it hangs on neither output.
export function sound({ samples, rate, channels, bits, signed = bits > 8 }, loop, channel) {
  const size = bits / 8, count = Math.floor(samples.length / size / channels);
  const wave = new Float32Array(channel === SILENT ? 0 : count);
  const taken = Math.min(channel, channels - 1);
  const zero = signed ? 0 : 2 ** (bits - 1);
  for (let n = 0; n < wave.length; n++) {
    wave[n] = (value(samples, (n * channels + taken) * size, bits, signed) - zero)
      / 2 ** (bits - 1);
  }
  return { wave, rate, loop, seconds: count / rate };
}

function value(samples, at, bits, signed) {
  const raw = bits > 8 ? readWord(samples, at) : samples[at];
  return signed ? raw << (32 - bits) >> (32 - bits) : raw;
}

// Of a WAV file that the core has already read and found good. Throws RangeError for another.
export function parse(file) {
  let at = FORMAT;
  const form = at + CHUNK;
  while (name(file, at) !== "data") {
    at += CHUNK + readLong(file, at + 4);
    if (at + CHUNK > file.length) {
      throw new RangeError("no sound in the file");
    }
  }
  return {
    channels: readWord(file, form + 2),
    rate: readLong(file, form + 4),
    bits: readWord(file, form + 14),
    samples: file.subarray(at + CHUNK, at + CHUNK + readLong(file, at + 4)),
  };
}

function name(file, at) {
  return String.fromCharCode(...file.subarray(at, at + 4));
}
