// SPDX-License-Identifier: MIT
// Bytes as little-endian numbers, numbers as bytes, and bytes in one piece.

export function readWord(bytes, at) {
  return bytes[at] | bytes[at + 1] << 8;
}

export function readLong(bytes, at) {
  return (readWord(bytes, at) | readWord(bytes, at + 2) << 16) >>> 0;
}

export function longBytes(...values) {
  return values.flatMap((value) => [value, value >>> 8, value >>> 16, value >>> 24])
    .map((value) => value & 0xff);
}

export function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
