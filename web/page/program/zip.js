// SPDX-License-Identifier: MIT
// Reads zip files: the site's own, and those that somebody drops (PKWARE's APPNOTE, 4.3 and 4.4).

const END = 0x06054b50, ENTRY = 0x02014b50;
const END_SIZE = 22, LONGEST_COMMENT = 65535;
const STORED = 0, DEFLATED = 8;

// Many times what fits the board's drive: a zip may have other things beside the program.
const MOST = 100_000_000;

// Something has more bytes than it may have.
export class TooLarge extends Error {
}

// A file that no zip is, or one packed in an unknown way; the message is a sentence.
class Unreadable extends Error {
}

// Bytes by path of all files in it. Throws an Error with a sentence for what is no zip, for a damaged
// one, and for one that unpacks to more than a page can hold.
export async function unzip(buffer) {
  try {
    return await unzipped(buffer);
  } catch (error) {
    throw error instanceof TooLarge ? new Error(`The zip unpacks to more than ${MOST / 1e6} MB: `
      + "choose the program's folder.")
      : error instanceof Unreadable ? error : new Error("The zip file is damaged.");
  }
}

async function unzipped(buffer) {
  const view = new DataView(buffer);
  const end = findEnd(view);
  const files = new Map();
  let at = view.getUint32(end + 16, true), space = MOST;
  for (let left = view.getUint16(end + 10, true); left; left--) {
    const entry = readEntry(view, at);
    if (!entry.path.endsWith("/")) {
      const bytes = await unpack(buffer, view, entry, space);
      if (crc32(bytes) !== entry.sum) {
        throw new RangeError();
      }
      files.set(entry.path, bytes);
      space -= bytes.length;
    }
    at += entry.length;
  }
  return files;
}

function findEnd(view) {
  const first = Math.max(0, view.byteLength - END_SIZE - LONGEST_COMMENT);
  for (let at = view.byteLength - END_SIZE; at >= first; at--) {
    if (view.getUint32(at, true) === END) {
      return at;
    }
  }
  throw new Unreadable("This is no zip file.");
}

function readEntry(view, at) {
  if (view.getUint32(at, true) !== ENTRY) {
    throw new RangeError();
  }
  const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
  return {
    path: new TextDecoder().decode(new Uint8Array(view.buffer, at + 46, name)),
    method: view.getUint16(at + 10, true),
    sum: view.getUint32(at + 16, true),
    packed: view.getUint32(at + 20, true),
    header: view.getUint32(at + 42, true),
    length: 46 + name + extra + comment,
  };
}

async function unpack(buffer, view, { path, method, packed, header }, most) {
  const start = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
  const bytes = new Uint8Array(buffer, start, packed);
  if (method === STORED) {
    if (packed > most) {
      throw new TooLarge();
    }
    return bytes.slice();
  }
  if (method !== DEFLATED) {
    throw new Unreadable(`${path} is packed in a way that is not read here.`);
  }
  return through(new DecompressionStream("deflate-raw"), bytes, most);
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit++) {
    byte = byte >>> 1 ^ (byte & 1 ? 0xedb88320 : 0);
  }
  return byte;
});

function crc32(bytes) {
  let sum = ~0;
  for (const byte of bytes) {
    sum = sum >>> 8 ^ TABLE[(sum ^ byte) & 0xff];
  }
  return ~sum >>> 0;
}

// Bytes after a stream that packs or unpacks them. Throws TooLarge, and unpacks no more, when they
// are more than `most`.
export async function through(stream, bytes, most = Infinity) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader(), parts = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > most) {
      reader.cancel().catch(() => {});
      throw new TooLarge();
    }
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
