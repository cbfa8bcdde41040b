// SPDX-License-Identifier: MIT
// A snapshot as the bytes of a file: four with the length of a head in JSON, the head, and what its
// arrays hold.

const WORD = 4;

export function pack({ reports, pages, ...others }) {
  const parts = [];
  let size = 0;
  const place = (array) => {
    const at = size, isWide = array instanceof Uint16Array;
    parts.push(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    size += array.byteLength;
    return { at, size: array.byteLength, isWide };
  };
  const placed = (given) => ArrayBuffer.isView(given) ? place(given) : given;
  const head = new TextEncoder().encode(JSON.stringify({
    ...others, reports: reports.map((call) => call.map(placed)), pages: place(pages) }));
  const bytes = new Uint8Array(WORD + head.length + size);
  new DataView(bytes.buffer).setUint32(0, head.length, true);
  [head, ...parts].reduce((at, part) => {
    bytes.set(part, at);
    return at + part.length;
  }, WORD);
  return bytes;
}

export function unpack(buffer) {
  const length = new DataView(buffer).getUint32(0, true), body = buffer.slice(WORD + length);
  const { reports, pages, ...others } = JSON.parse(
    new TextDecoder().decode(new Uint8Array(buffer, WORD, length)));
  const array = ({ at, size, isWide }) => isWide
    ? new Uint16Array(body.slice(at, at + size)) : new Uint8Array(body, at, size);
  const given = (value) => value?.size === undefined ? value : array(value);
  return { ...others, reports: reports.map((call) => call.map(given)), pages: array(pages) };
}
