// SPDX-License-Identifier: MIT
// Programs, runs and replays in a link, compressed, after the #: of a program what differs from
// the site's own drive. It stays in the browser: no server sees it.

import { SIZE } from "../storage.js";
import { base64, bytesOf, pack, unpack } from "./packing.js";
import { isPath, MOST, Program } from "./program.js";
import { LONGEST as LONGEST_REPLAY } from "./rawvf.js";
import { TooLarge } from "./zip.js";

const PROGRAM = "program", REPLAY = "replay";
// Programs that people send links with cut longer ones. These sentences say what to do instead.
const RUN_TOO_LONG = "This run is too long for a link: Reset begins a new one.";
const TOO_LARGE = "This program is too large for a link: send its files as a zip.";
const REPLAY_TOO_LONG = "This replay is too long for a link: send its file.";
const LONGEST = 30_000;
// Bytes that a link unpacks to: no more than the board's drive has.
const ROOM = { [PROGRAM]: MOST, [REPLAY]: LONGEST_REPLAY };
// Letters without a shape of their own: those that control or turn a line, and that end one.
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]/gu, LONGEST_TITLE = 80;
// Bytes that the chip's random numbers follow from.
const CHANCE = 16;

// `run` is what was done since power-on, null for none. Throws an Error with a sentence.
export function linkTo(program, ours, run, page = location.href) {
  const own = [...program.files].filter(([path, bytes]) => !same(bytes, ours.get(path)));
  const gone = [...ours.keys()].filter((path) => !program.files.has(path));
  return linkWith(PROGRAM, run ? RUN_TOO_LONG : TOO_LARGE, JSON.stringify({
    title: program.title,
    based: gone.length === 0,
    files: own.map(([path, bytes]) => [path, program.text(path) ?? { bytes: base64(bytes) }]),
    run: run && { ...run, nvm: run.nvm && base64(run.nvm), chance: base64(run.chance) },
  }), page);
}

// `text` is RAWVF. Throws an Error with a sentence.
export function linkToReplay(text, page = location.href) {
  return linkWith(REPLAY, REPLAY_TOO_LONG, text, page);
}

async function linkWith(name, refusal, text, page) {
  if (new Blob([text]).size > ROOM[name]) {
    throw new Error(refusal);
  }
  const link = `${page.split("#")[0]}#${name}=${await pack(text)}`;
  if (link.length > LONGEST) {
    throw new Error(refusal);
  }
  return link;
}

// {program, run, own: paths of its files} of what an address asks for, a URLSearchParams; `program`
// is null for the game as the site has it. null where the address brings no program. Throws an Error
// with a sentence for one that is damaged.
export function readLink(asked, ours) {
  return read(asked, PROGRAM, (text) => programOf(JSON.parse(text), ours));
}

// The same for a replay: its text.
export function readReplayLink(asked) {
  return read(asked, REPLAY, (text) => text);
}

async function read(asked, name, made) {
  const letters = asked.get(name);
  if (letters?.length > LONGEST) {
    throw new Error(`The ${name} in the link is not opened, as the link has more than `
      + `${LONGEST.toLocaleString("en")} letters: ask for its files.`);
  }
  try {
    return letters === null ? null : made(await unpack(letters, ROOM[name]));
  } catch (error) {
    throw new Error(error instanceof TooLarge
      ? `The ${name} in the link is not opened, as it unpacks to more than the board can hold.`
      : `The ${name} in the link is damaged: ask for the link again.`);
  }
}

function programOf(sent, ours) {
  const files = sent.files.map(([path, content]) => [String(path), contentOf(content)]);
  if (!files.every(([path]) => isPath(path))) {
    throw new RangeError();
  }
  const isGame = sent.based && files.length === 0;
  return {
    program: isGame ? null
      : new Program(titleOf(sent), new Map([...sent.based ? ours : [], ...files])),
    own: files.map(([path]) => path),
    run: sent.run && runOf(sent.run),
  };
}

// A sentence about what a run was made on, if that is not what there is here; else "".
export function difference(run, here) {
  const { firmware, sum, chip } = run?.made ?? here;
  if (sum !== here.sum) {
    return ` It was made with CircuitPython ${plain(firmware)}, and this page has `
      + `${here.firmware}${firmware === here.firmware ? " of another build" : ""}: it may come out `
      + "differently.";
  }
  return chip === here.chip ? ""
    : " It was made with another version of this page: it may come out differently.";
}

function runOf({ settings, nvm, chance, rtc, made: { firmware, sum, chip }, events }) {
  return { made: { firmware, sum, chip }, settings: Object(settings),
           rtc: number(rtc), nvm: nvm && bytes(nvm, SIZE),
           chance: bytes(chance, CHANCE),
           events: events.map(([cycle, event]) => [Math.max(0, number(cycle)), eventOf(event)]) };
}

// A text that is typed, a touch, null for its end, or a setting that is changed.
function eventOf(sent) {
  if (sent === null || typeof sent === "string") {
    return sent;
  }
  const { set = null, x, y, ...others } = sent;
  const [setting, value] = set ?? [];
  return set ? { set: [String(setting), value] } : { ...others, x: number(x), y: number(y) };
}

function number(value) {
  if (!Number.isFinite(value)) {
    throw new TypeError();
  }
  return value;
}

function bytes(text, count) {
  const found = bytesOf(text);
  if (found.length !== count) {
    throw new RangeError();
  }
  return found;
}

// A stranger's title, made fit for a question: short, and without letters that turn or hide others.
function titleOf({ title }) {
  return plain(title);
}

function plain(text) {
  return String(text).replaceAll(HIDDEN, "").slice(0, LONGEST_TITLE);
}

// A stranger's text in which letters without a shape show, but for those that are `kept`.
export function visible(text, kept = "") {
  return text.replaceAll("\r\n", "\n").replaceAll(HIDDEN, (letter) => kept.includes(letter) ? letter
    : `‹U+${letter.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}›`);
}

function contentOf(content) {
  return typeof content === "string" ? new TextEncoder().encode(content) : bytesOf(content.bytes);
}

function same(bytes, other) {
  return other !== undefined && bytes.length === other.length
    && bytes.every((byte, at) => byte === other[at]);
}
