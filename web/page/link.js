// SPDX-License-Identifier: MIT
// Programs and runs in a link: what differs from the site's own drive, compressed, after the #. It
// stays in the browser: no server sees it.

import { Program } from "./program.js";
import { through } from "./zip.js";

const NAME = "program";
// Longer links are cut by what people send them with.
const LONGEST = 30_000;
const WHOLE = 0x8000;

// `run` is what was done since power-on, null for none. Throws an Error with a sentence.
export async function linkTo(program, ours, run, page = location.href) {
  const own = [...program.files].filter(([path, bytes]) => !same(bytes, ours.get(path)));
  const gone = [...ours.keys()].filter((path) => !program.files.has(path));
  const told = {
    title: program.title,
    based: gone.length === 0,
    files: own.map(([path, bytes]) => [path, program.text(path) ?? { bytes: base64(bytes) }]),
    run: run && { ...run, nvm: run.nvm && base64(run.nvm), chance: base64(run.chance) },
  };
  const packed = await through(new CompressionStream("deflate-raw"),
    new TextEncoder().encode(JSON.stringify(told)));
  const link = `${page.split("#")[0]}#${NAME}=${urlSafe(base64(packed))}`;
  if (link.length > LONGEST) {
    throw new Error(`The link would have ${link.length.toLocaleString("en")} characters, and more `
      + `than ${LONGEST.toLocaleString("en")} get lost: share the files as a zip.`);
  }
  return link;
}

// {program, run, own: paths of its files} of a link's part after the #, null where it has none.
// Throws an Error with a sentence for one that is damaged.
export async function readLink(hash, ours) {
  const packed = new URLSearchParams(hash.slice(1)).get(NAME);
  if (packed === null) {
    return null;
  }
  try {
    const told = JSON.parse(new TextDecoder().decode(
      await through(new DecompressionStream("deflate-raw"), bytesOf(plain(packed)))));
    const files = told.files.map(([path, content]) => [path, contentOf(content)]);
    return {
      program: new Program(String(told.title), new Map([...told.based ? ours : [], ...files])),
      own: files.map(([path]) => path),
      run: told.run && { ...told.run, nvm: told.run.nvm && bytesOf(told.run.nvm),
                         chance: bytesOf(told.run.chance) },
    };
  } catch {
    throw new Error("The program in the link is damaged: ask for the link again.");
  }
}

function contentOf(content) {
  return typeof content === "string" ? new TextEncoder().encode(content) : bytesOf(content.bytes);
}

function same(bytes, other) {
  return other !== undefined && bytes.length === other.length
    && bytes.every((byte, at) => byte === other[at]);
}

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

// What an address may hold as it is.
function urlSafe(text) {
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function plain(text) {
  return text.replaceAll("-", "+").replaceAll("_", "/");
}
