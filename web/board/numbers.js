// SPDX-License-Identifier: MIT
// Numbers of the protocol, little-endian: bytes as numbers and numbers as bytes.

const HIGH = 2 ** 32;

// A time in ns, eight bytes signed; exact for a hundred days around 0.
export function readTime(bytes, at) {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return view.getInt32(at + 4, true) * HIGH + view.getUint32(at, true);
}

export function timeBytes(ns) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigInt64(0, BigInt(ns), true);
  return bytes;
}

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
