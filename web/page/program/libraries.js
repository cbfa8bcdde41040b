// SPDX-License-Identifier: MIT
// Which libraries a program imports, and where they are: built in, on its drive, lent, or missing.

const IMPORT = /^[ \t]*(?:from[ \t]+(\w+)|import[ \t]+(.+))/gm;
const FIRST = /(?:^|,)\s*(\w+)/g;

// A guarded import, of what a program can do without.
const GUARDED = /^([ \t]*)try:[ \t]*\r?\n(?:\1[ \t]+\S.*\n|[ \t]*\r?\n)+\1except ImportError\b/gm;

// Copies the libraries that the page has and the program lacks to its drive; returns their names.
// `facts` have the names that are built in, and the companions that some of them import.
export function lend(program, ours, facts) {
  const lent = [];
  for (let name; (name = missing(program, facts).find((other) => lends(ours, other)));) {
    lent.push(name);
    for (const [path, bytes] of ours) {
      if (isAt(path, `lib/${name}`)) {
        program.files.set(path, bytes);
      }
    }
  }
  return lent;
}

// Returns the names that are imported and found nowhere; a string that looks like an import counts.
export function missing(program, { builtIn, companions }) {
  const names = new Set();
  for (const path of program.files.keys()) {
    if (path.endsWith(".py")) {
      imports(program.text(path) ?? "").forEach((name) => names.add(name));
    }
  }
  const all = [...names].flatMap(
    (name) => [name, ...Object.hasOwn(companions, name) ? companions[name] : []]);
  const lacking = (name) => !builtIn.includes(name) && !has(program.files, name);
  return [...new Set(all)].filter(lacking).sort();
}

function imports(source) {
  return [...source.replace(GUARDED, "").matchAll(IMPORT)].flatMap(([, from, several]) =>
    from ? [from] : [...several.matchAll(FIRST)].map((match) => match[1]));
}

function lends(ours, name) {
  return [...ours.keys()].some((path) => isAt(path, `lib/${name}`));
}

function has(files, name) {
  return [...files.keys()].some((path) => isAt(path, name) || isAt(path, `lib/${name}`));
}

function isAt(path, name) {
  return [".py", ".mpy", "/"].some((end) => path.startsWith(name + end));
}
