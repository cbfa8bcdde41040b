// SPDX-License-Identifier: MIT
// Bytes as text, and text in an address: compressed, in letters that an address may hold.

import { through } from "./zip.js";

const METHOD = "deflate-raw";
// The number of arguments that a function may have in every browser.
const WHOLE = 0x8000;

export function base64(bytes) {
  let letters = "";
  for (let at = 0; at < bytes.length; at += WHOLE) {
    letters += String.fromCharCode(...bytes.subarray(at, at + WHOLE));
  }
  return btoa(letters);
}

export function bytesOf(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

export async function pack(text) {
  const packed = await through(new CompressionStream(METHOD), new TextEncoder().encode(text));
  return base64(packed).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

// Throws an Error for what was not packed here, TooLarge for more than `most` bytes.
export async function unpack(letters, most) {
  const packed = bytesOf(letters.replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder().decode(await through(new DecompressionStream(METHOD), packed, most));
}
