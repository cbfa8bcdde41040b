// SPDX-License-Identifier: MIT
// Reads a parts.toml by the same rules and with the same sentences as the simulator
// (sim/board/parts/plugged.py); `facts` has its tables of kinds, keys and their limits.

import { parse, Real } from "./toml.js";

export const FILE = "parts.toml", BOARD = "board";
// Kinds that the page does not have, with what to do instead.
const REFUSED = {
  sd: "the page has buttons of its own for the SD card, below Around the board: leave it out",
};
const SIMULATED = "runs in the simulator, python -m sim, and not on a page: leave it out";

// {name, kind, values} of each part, the board itself first; `text` is null for no file. Throws an
// Error with a sentence.
export function read(text, facts) {
  try {
    return partsOf(text === null ? new Map() : parse(text), facts);
  } catch (error) {
    throw new Error(`${FILE}, ${error.message}`);
  }
}

// The keys of a kind of part, by their names.
export function keysOf(kind, facts) {
  return kind === BOARD ? facts.sensors : facts.parts[kind].keys;
}

// Throws an Error with the end of a sentence for a value that is not allowed.
export function checked(key, value) {
  const plain = value instanceof Real ? Number(value) : value;
  const wrong = CHECKS[key.type](key, plain);
  if (wrong) {
    throw new Error(`${key.type === "choice" ? shown(value) : quoted(value)} is not ${wrong}`);
  }
  return plain;
}

// Each returns what is allowed, if the value is not.
const CHECKS = {
  choice: ({ options }, value) => options.includes(value) ? "" : options.map(shown).join(" or "),
  switch: (_, value) => typeof value === "boolean" ? "" : "true or false",
  setting: ({ low, high, whole }, value) => {
    const fits = typeof value === "number" && value >= low && value <= high
      && (!whole || Number.isInteger(value));
    return fits ? "" : `a ${whole ? "whole " : ""}number from ${low} to ${high}`;
  },
};

function partsOf(tables, facts) {
  const found = new Map([[BOARD, { name: BOARD, kind: BOARD, values: defaults(facts.sensors) }]]);
  const taken = new Map(facts.thermometer.ADDRESS === null ? []
    : [[facts.thermometer.ADDRESS, BOARD]]);
  for (const [name, table] of tables) {
    if (!(table instanceof Map)) {
      throw new Error(`${name}: write a table, [${name}], with the part's keys below it`);
    }
    if (name.includes(".") || !name.trim()) {
      throw new Error(`${name}: a part's name has no dot and is not empty`);
    }
    const kind = kindOf(name, table, facts);
    const values = valuesOf(name, kind, table, facts);
    found.set(name, { name, kind, values });
    take(name, keysOf(kind, facts), values, taken);
  }
  return [...found.values()];
}

function kindOf(name, table, facts) {
  if (name === BOARD) {
    return BOARD;
  }
  if (table.has("class")) {
    throw new Error(`${name}, class: a class in Python ${SIMULATED}`);
  }
  const kind = String(table.get("kind") ?? name);
  if (Object.hasOwn(REFUSED, kind)) {
    throw new Error(`${name}: ${REFUSED[kind]}`);
  }
  if (facts.simulated.includes(kind)) {
    throw new Error(`${name}, kind: "${kind}" ${SIMULATED}`);
  }
  if (!Object.hasOwn(facts.parts, kind)) {
    throw new Error(`${name}, kind: "${kind}" is not one of ${Object.keys(facts.parts).join(", ")}`);
  }
  return kind;
}

function valuesOf(name, kind, table, facts) {
  const keys = keysOf(kind, facts), values = defaults(keys);
  for (const [key, value] of table) {
    if (key === "kind" && kind !== BOARD) {
      continue;
    }
    if (!Object.hasOwn(keys, key)) {
      throw new Error(`${name}, ${key}: there is no such key: use ${Object.keys(keys).join(" or ")}`);
    }
    try {
      values[key] = checked(keys[key], value);
    } catch (error) {
      throw new Error(`${name}, ${key}: ${error.message}`);
    }
  }
  return values;
}

function defaults(keys) {
  return Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, key.default]));
}

// Notes the address or the pin of a part; refuses one that another part has.
function take(name, keys, values, taken) {
  const key = ["address", "pin"].find((each) => each in keys), place = values[key];
  if (taken.has(place)) {
    const free = keys[key].options.filter((option) => !taken.has(option)).map(shown);
    const rest = free.length ? `: use ${free.join(" or ")}` : `, and ${name} can have no other`;
    throw new Error(
      `${name}, ${key}: ${shown(place)} is taken by the part ${taken.get(place)}${rest}`);
  }
  if (key) {
    taken.set(place, name);
  }
}

// The value of a choice; a whole number is an address.
function shown(value) {
  return typeof value === "number"
    ? `0x${value.toString(16).toUpperCase().padStart(2, "0")}` : String(value);
}

// A value as TOML writes it.
function quoted(value) {
  if (typeof value === "string") {
    return `"${value}"`;
  }
  return value instanceof Real ? String(Number(Number(value).toPrecision(6))).toLowerCase()
    : String(value);
}
