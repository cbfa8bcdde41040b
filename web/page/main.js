// SPDX-License-Identifier: MIT
// Joins the page's parts around one machine, and starts it with what the address asks for.

import * as ahead from "./ahead.js";
import { Bench } from "./bench.js";
import { clockAt } from "./calendar.js";
import { Console } from "./console.js";
import { Editor } from "./editor.js";
import { prepare } from "./isolation.js";
import { Lights } from "./lights.js";
import { Loudspeaker } from "./loudspeaker.js";
import { Machine } from "./machine.js";
import { Meter } from "./meter.js";
import { Network } from "./network.js";
import { NvmFile } from "./nvmfile.js";
import { Player } from "./player.js";
import { Screen } from "./screen.js";
import { Storage } from "./storage.js";
import { Stylus } from "./stylus.js";
import { readLink, readReplayLink } from "./program/link.js";
import { offer } from "./program/offer.js";
import { Picker } from "./program/picker.js";
import { Shelf } from "./program/shelf.js";

// What a link's board is in words for the game: one by its number, or the board of the day.
const BOARDS = [[/^\d+(-\d+){1,2}$/, "deal "], [/^today$/, ""]];
const asked = new URLSearchParams(location.hash.slice(1));

const element = (id) => document.getElementById(id);
const say = (sentence) => { element("state").textContent = sentence; };
const tell = (sentence) => { element("about").textContent = sentence; };
const warned = new Set();

// Of something that goes wrong beside the program; it stays on the page, once.
function warn(sentence) {
  if (!warned.has(sentence)) {
    warned.add(sentence);
    element("warnings").append(
      Object.assign(document.createElement("p"), { textContent: sentence }));
  }
}

function partsOf(machine) {
  new Stylus(element("screen"), element("cross"), (point) => machine.touch(point));
  return {
    screen: new Screen(element("screen")),
    speaker: new Loudspeaker(element("sound")),
    terminal: new Console(element("console"), (keys) => machine.type(keys)),
    lights: new Lights(element("pixel"), element("light"), (light) => machine.shine(light)),
    network: new Network(element, (origin, may) => machine.decide(origin, may)),
    meter: new Meter(element("heap"), element("heap-text"), () => machine.measure()),
  };
}

// What each message of the machine's does on the page.
function hearsOf({ screen, speaker, terminal, lights, network, meter }, bench, player) {
  return {
    starting: () => {
      say("Starting…");
      speaker.stop();
      player.stop();
      network.drop();
      meter.clear();
    },
    picture: (picture) => screen.show(picture),
    look: (look) => {
      screen.light(look.backlight);
      lights.show(look.pixel);
      speaker.amplify(look.amplified);
    },
    time: (ms) => { element("screen").dataset.time = ms; },
    printed: (text) => {
      terminal.print(text);
      player.hear(text);
    },
    play: (sound) => speaker.play(sound),
    stop: () => speaker.stop(),
    pause: () => speaker.pause(),
    resume: () => speaker.resume(),
    nvm: (bytes) => bench.keep(bytes),
    heap: (figures) => meter.show(figures),
    wonders: (origin) => network.ask(bench.program.title, origin),
    unanswered: tell,
    beyond: tell,
    running: (running) => say(running ? "Running" : "The program has ended"),
    died: (words) => say(`The core has stopped: ${words}. Reset starts it again.`),
  };
}

function follow(machine, bench, player) {
  element("reset").onclick = () => bench.reset();
  element("game").onclick = () => bench.playGame();
  element("share").onclick = () => share(bench, false);
  element("share-run").onclick = () => share(bench, true);
  element("fast").onclick = ({ target }) => {
    machine.hurry(!machine.fast);
    target.setAttribute("aria-pressed", machine.fast);
  };
  new Picker(element, {
    take: (program) => bench.open(program),
    play: (text) => tell(player.play(text)),
    refuse: tell,
  });
  new NvmFile(element, { nvm: () => machine.nvm, put: (nvm) => bench.setNvm(nvm), say: tell });
  document.addEventListener("visibilitychange", () => machine.hold(document.hidden));
  addEventListener("hashchange", () => location.reload());
}

async function share(bench, withRun) {
  try {
    const link = await bench.link(withRun);
    history.replaceState(null, "", link);
    await navigator.clipboard?.writeText(link).catch(() => {});
    tell(`The link is in the address bar: ${link.length.toLocaleString("en")} characters.`);
  } catch (error) {
    tell(error.message);
  }
}

// In a frame another page may cover this one, and have clicks meant for itself land here.
function showFramed() {
  element("framed").hidden = false;
  element("alone").href = location.href;
  element("bench").hidden = true;
}

async function register() {
  return navigator.serviceWorker.register(new URL("offline.js", ahead.HOME));
}

async function begin() {
  const registering = register();
  registering.catch(() => {});
  await prepare(registering);
  const machine = new Machine(() => clockAt(asked.get("date")));
  const [module, drive] = await Promise.all([ahead.core, ahead.drive]);
  machine.module = module;
  const editor = new Editor(element, () => bench.change());
  const storage = new Storage(warn);
  const bench = new Bench(machine, new Shelf(warn), storage, drive, (program, sentence) => {
    element("program").textContent = program.title;
    editor.open(program);
    tell(sentence);
  });
  const player = new Player(machine, bench);
  machine.listen(hearsOf(partsOf(machine), bench, player));
  follow(machine, bench, player);
  let refusal = "";
  const opened = await openLink(bench, player, drive).catch((error) => {
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
async function openLink(bench, player, drive) {
  const replay = await readReplayLink(asked);
  if (replay !== null) {
    tell(player.play(replay));
    return true;
  }
  const link = await readLink(asked, drive);
  const wanted = link !== null && await offer(element, link);
  if (wanted) {
    await bench.open(link.program, link.run);
  }
  return wanted;
}

// A board is the game's, whatever else was on the bench.
async function openAsked(machine, bench) {
  const board = asked.get("board") ?? "";
  const [, command] = BOARDS.find(([pattern]) => pattern.test(board)) ?? [];
  if (command === undefined) {
    await bench.begin();
  } else {
    bench.showGame();
    machine.type(`${command}${board}\n`);
  }
}

if (self !== top) {
  showFramed();
} else {
  begin().catch((error) => say(error.message));
}
