// SPDX-License-Identifier: MIT
// Runs the core under node: `node host.js core.wasm`. Frames from the core go to standard output,
// frames for it come from standard input: a length of four bytes, and that many bytes.

const fs = require("fs");

let memory;
let leaving = [];
let arrived = Buffer.alloc(0);

function write(bytes) {
  for (let at = 0; at < bytes.length;) {
    at += fs.writeSync(1, bytes, at);
  }
}

function flush() {
  write(Buffer.concat(leaving));
  leaving = [];
}

function need(count) {
  const chunk = Buffer.allocUnsafe(65536);
  while (arrived.length < count) {
    const got = fs.readSync(0, chunk, 0, chunk.length);
    if (got === 0) {
      process.exit(0);
    }
    arrived = Buffer.concat([arrived, chunk.subarray(0, got)]);
  }
}

function take(count) {
  need(count);
  const bytes = arrived.subarray(0, count);
  arrived = arrived.subarray(count);
  return bytes;
}

const desk = {
  send(at, length) {
    leaving.push(Buffer.from(new Uint8Array(memory.buffer, at, length)));
  },
  receive(at, size) {
    flush();
    const frame = take(take(4).readUInt32LE());
    new Uint8Array(memory.buffer, at, size).set(frame);
    return frame.length;
  },
};

// What emscripten's C library may ask of a host: nothing that the core needs.
const library = new Proxy({}, {
  get: (_, name) => name === "proc_exit" ? (code) => process.exit(code) : () => 0,
});

const module_ = new WebAssembly.Module(fs.readFileSync(process.argv[2]));
const instance = new WebAssembly.Instance(
  module_, { desk, env: library, wasi_snapshot_preview1: library });
memory = instance.exports.memory;
instance.exports._start();
flush();
