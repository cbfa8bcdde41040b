// SPDX-License-Identifier: MIT
// Joins the page's parts around one machine, and starts it with what the address asks for.

import { FACTS } from "../board/facts.js";
import { Bench } from "./bench.js";
import { CardSlot } from "./card.js";
import { clockAt } from "./calendar.js";
import { Console } from "./console.js";
import { Editor } from "./editor.js";
import * as colours from "./colours.js";
import * as fullscreen from "./fullscreen.js";
import { Lights } from "./lights.js";
import { Loudspeaker } from "./loudspeaker.js";
import { Machine } from "./machine.js";
import { Meter } from "./meter.js";
import { Network } from "./network.js";
import { Note } from "./note.js";
import { NvmFile } from "./nvmfile.js";
import { PartsPanel } from "./parts/panel.js";
import { Player } from "./player.js";
import * as preload from "./preload.js";
import { Recorder } from "./recorder.js";
import { SaveLock } from "./savelock.js";
import { Screen } from "./screen.js";
import { Storage } from "./storage.js";
import { Stylus } from "./stylus.js";
import { check } from "./support.js";
import * as version from "./version.js";
import { Workbench } from "./workbench.js";
import { Supply } from "./firmware/supply.js";
import { difference, readLink, readReplayLink } from "./program/link.js";
import { offer } from "./program/offer.js";
import { Picker } from "./program/picker.js";
import { count, GAME, kilobytes } from "./program/program.js";
import { readReplay, titleOf } from "./program/rawvf.js";
import { Shelf } from "./program/shelf.js";

// The game's command for a link's board: one by its number, or the board of the day.
const BOARDS = [[/^\d+(-\d+){1,2}$/, (board) => `deal ${board}\n`],
                [/^today$/, () => "today\n"]];
// In the title that the firmware gives its window.
const ENDED = /\bDone\b/;
const asked = new URLSearchParams(location.hash.slice(1));

const RUNS = "Running", OVER = "The program has ended";
const SHARED = "A game of Minesweeper on a PyPortal";
const clock = () => clockAt(asked.get("date"));
const element = (id) => document.getElementById(id);
const say = (sentence) => { element("state").textContent = sentence; };
const tell = (sentence) => { element("about").textContent = sentence; };
const note = new Note(element("note"), element("workbench"), element("about"));
const warned = new Set();

// Shows the result of a press beside its button.
const reply = (sentence) => note.show(sentence);

// Shows a sentence in the status line, and beside the button too if that line is out of sight.
function answer(sentence) {
  tell(sentence);
  note.repeat(sentence);
}

// Shows a warning of the page's own once; it stays.
function warn(sentence) {
  if (!warned.has(sentence)) {
    warned.add(sentence);
    element("warnings").append(
      Object.assign(document.createElement("p"), { textContent: sentence }));
  }
}

function partsOf(machine) {
  const screen = new Screen(element("screen"));
  new Stylus(element("screen"), element("cross"), screen, (point) => machine.touch(point));
  return {
    screen,
    speaker: new Loudspeaker(element("sound")),
    terminal: new Console(element("console"), (keys) => machine.type(keys)),
    lights: new Lights(element("pixel")),
    network: new Network(element, (origin, may) => machine.decide(origin, may)),
    meter: new Meter(element("heap"), element("heap-text"), () => machine.measure()),
  };
}

// The page's reaction to each of the machine's messages.
function hearsOf({ screen, speaker, terminal, lights, network, meter }, panel, bench, player,
                  recorder) {
  return {
    starting: ({ width, height }) => {
      say("Starting…");
      screen.resize(width, height);
      speaker.stop();
      player.stop();
      network.drop();
      meter.clear();
    },
    picture: (picture) => screen.show(picture),
    look: (look) => {
      screen.light(look.backlight);
      lights.show(look.pixel);
      panel.light(look.lamps ?? {});
      speaker.amplify(look.amplified);
    },
    plugged: (parts, facts) => panel.show(parts, facts),
    time: (ms) => { element("screen").dataset.time = ms; },
    printed: (text) => {
      terminal.print(text);
      player.hear(text);
      recorder.hear(text);
    },
    title: (title) => say(ENDED.test(title) ? OVER : RUNS),
    sound: (sound) => speaker.play(sound),
    nvm: (bytes) => bench.keep(bytes),
    heap: (figures) => meter.show(figures),
    wantsPermission: (origin) => network.ask(bench.program.title, origin),
    unanswered: tell,
    unsupported: tell,
    running: () => say(RUNS),
    died: (words) => say(`The board has stopped: ${words}. Reset on the workbench starts it again.`),
  };
}

function follow(machine, bench, player, recorder, supply) {
  element("reset").onclick = () => bench.reset();
  element("game").onclick = () => bench.playGame();
  element("take-over").onclick = () => bench.takeOver();
  element("share").onclick = () => share(bench, false);
  element("share-game").onclick = () => shareGame(bench, recorder);
  element("share-run").onclick = () => share(bench, true);
  element("fast").onclick = ({ target }) => {
    machine.hurry(!machine.fast);
    target.setAttribute("aria-pressed", machine.fast);
  };
  new Picker(element, {
    take: (program) => bench.open(program),
    play: async (text) => answer(await player.play(text)),
    equip: (file) => supply.offer(file),
    refuse: reply,
  });
  new CardSlot(element, { card: () => machine.card, put: insert(machine), say: reply });
  fullscreen.follow(element("full"), element("stage"));
  new NvmFile(element, { nvm: () => machine.nvm, put: (nvm) => bench.setNvm(nvm), say: reply });
  document.addEventListener("visibilitychange", () => machine.hold(document.hidden));
  addEventListener("hashchange", () => location.reload());
}

function insert(machine) {
  return (card) => {
    machine.card = card;
    machine.start();
  };
}

function equip(bench, text) {
  try {
    bench.equip(text);
  } catch (error) {
    reply(`${error.message}.`);
  }
}

async function share(bench, withRun) {
  try {
    const link = await bench.link(withRun);
    history.replaceState(null, "", link);
    await copy(link);
  } catch (error) {
    reply(error.message);
  }
}

// The game that was just played, or the replay that is on the board, for another to watch.
async function shareGame(bench, recorder) {
  try {
    const link = await bench.replayLink(() => recorder.replay());
    await (navigator.share ? navigator.share({ title: SHARED, url: link }) : copy(link));
  } catch (error) {
    if (error.name !== "AbortError") {
      reply(error.message);
    }
  }
}

async function copy(link) {
  try {
    await navigator.clipboard.writeText(link);
    reply("Link copied");
  } catch {
    history.replaceState(null, "", link);
    reply("This browser did not copy the link: copy it from the address bar.");
  }
}

// In a frame another page may cover this one, and have clicks meant for itself land here.
function showFramed() {
  element("framed").hidden = false;
  element("alone").href = location.href;
  element("bench").hidden = true;
}

function showProject() {
  const { project } = FACTS.site;
  element("project").hidden = !project;
  element("project").href = project;
}

async function begin() {
  version.follow(element("newer"), element("renew")).catch(() => {});
  showProject();
  colours.follow(element("colours"));
  check();
  const workbench = new Workbench(element);
  const machine = new Machine(clock), parts = partsOf(machine);
  const supply = new Supply(element, warn, () => preload.firmware, (firmware) => {
    machine.firmware = firmware;
    bench.plug();
    machine.start();
  });
  const [module, drive, firmware] = await Promise.all([preload.chip, preload.drive, supply.get()]);
  Object.assign(machine, { module, firmware });
  const editor = new Editor(element, (path) => bench.change(path));
  const storage = new Storage(warn);
  const panel = new PartsPanel(element, {
    set: (...given) => machine.set(...given),
    plug: (text) => equip(bench, text),
  });
  const lock = new SaveLock((held) => { element("shared").hidden = held; });
  const bench = new Bench(machine, new Shelf(warn), storage, lock, drive, (program, sentence) => {
    element("program").textContent = program.title;
    element("contents").textContent = `${count(program.files.size, "file")}, `
      + `${kilobytes(program.size)}`;
    editor.open(program);
    panel.open(program);
    answer(sentence);
    workbench.follow(program.id === GAME);
    element("share-game").hidden = program.id !== GAME;
  });
  const player = new Player(machine, bench), recorder = new Recorder(machine);
  machine.listen(hearsOf(parts, panel, bench, player, recorder));
  follow(machine, bench, player, recorder, supply);
  let refusal = "";
  const opened = await openLink(machine, bench, player, drive).catch((error) => {
    refusal = error.message;
  });
  if (!opened) {
    await openAsked(machine, bench);
  }
  if (refusal) {
    tell(refusal);
  }
}

// Whether the address brought a program or a replay, which runs.
async function openLink(machine, bench, player, drive) {
  const replay = await readReplayLink(asked);
  if (replay !== null) {
    await openReplay(replay, machine, bench, player);
    return true;
  }
  const link = await readLink(asked, drive);
  const wanted = link !== null && await offer(element, link, difference(link.run, machine.made));
  if (wanted) {
    await bench.open(link.program, link.run);
  }
  return wanted;
}

// A replay holds moves and no program: it is watched, or its board is played.
async function openReplay(text, machine, bench, player) {
  const found = readReplay(text);
  if (await chosen(found) === "play") {
    await bench.showGame();
    machine.type(`deal ${found.number}\n`);
  } else {
    tell(await player.play(text));
  }
}

function chosen(replay) {
  const dialog = element("replay");
  element("replay-title").textContent = titleOf(replay);
  dialog.showModal();
  return new Promise((done) => {
    dialog.onclose = () => done(dialog.returnValue);
  });
}

// A board is the game's, whatever else was on the bench.
async function openAsked(machine, bench) {
  const board = asked.get("board") ?? "";
  const [, lineOf] = BOARDS.find(([pattern]) => pattern.test(board)) ?? [];
  if (lineOf) {
    await bench.showGame();
    machine.type(lineOf(board));
  } else {
    await bench.begin();
  }
}

if (self !== top) {
  showFramed();
} else {
  begin().catch(({ message }) => {
    say(message);
    element("film-about").textContent = message;
  });
}
