// SPDX-License-Identifier: MIT
// Reads as much of TOML as a parts.toml has: tables, and keys with a text, a number or a truth
// value.

const TABLE = /^\[\s*(?:([\w.-]+)|"([^"\\]*)"|'([^']*)')\s*\]$/;
const PAIR = /^([\w-]+)\s*=\s*(.+)$/;
const TEXT = /^(?:"((?:[^"\\]|\\.)*)"|'([^']*)')$/;
const WHOLE = /^(?:[+-]?\d+(?:_\d+)*|0x[\da-f]+(?:_[\da-f]+)*|0o[0-7]+|0b[01]+)$/i;
const REAL = /^[+-]?(?:\d+(?:_\d+)*(?:\.\d+(?:_\d+)*)?(?:e[+-]?\d+)?|inf|nan)$/i;
// A line to its comment, which may begin with a # in a text only outside of it.
const CODE = /^((?:[^"'#]|"(?:[^"\\]|\\.)*"|'[^']*')*)(?:#.*)?$/;
const HOW = "write [name] of a part, or key = value with a text in quotation marks, a number, true "
  + "or false";

// A number that was written with a point, as other sentences name it.
export class Real extends Number {
}

// Tables by their names, each a Map of values by their keys. Keys before the first table are among
// them. Throws an Error with a sentence for what it cannot read.
export function parse(text) {
  const found = new Map();
  let table = found;
  text.split(/\r?\n/).forEach((line, at) => {
    const code = CODE.exec(line)?.[1].trim();
    if (code === "") {
      return;
    }
    const title = code && TABLE.exec(code), pair = code && PAIR.exec(code);
    const [name, value] = title ? [title[1] ?? title[2] ?? title[3], new Map()]
      : pair ? [pair[1], valueOf(pair[2].trim())] : [];
    const within = title ? found : table;
    if (value === undefined) {
      throw new Error(`line ${at + 1}: ${HOW}`);
    }
    if (within.has(name)) {
      throw new Error(`line ${at + 1}: ${name} is there before: leave one out`);
    }
    within.set(name, value);
    table = title ? value : table;
  });
  return found;
}

// undefined for what is none.
function valueOf(text) {
  const quoted = TEXT.exec(text);
  if (quoted) {
    return quoted[2] ?? unescaped(quoted[1]);
  }
  if (text === "true" || text === "false") {
    return text === "true";
  }
  const digits = text.replaceAll("_", "").toLowerCase();
  if (WHOLE.test(text)) {
    return Number(digits);
  }
  return REAL.test(text) ? new Real(digits.replace("inf", "Infinity")) : undefined;
}

function unescaped(text) {
  try {
    return JSON.parse(`"${text}"`);
  } catch {
    return undefined;
  }
}
