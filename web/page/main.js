// SPDX-License-Identifier: MIT
// Joins the page's parts around one machine.

import { Console } from "./console.js";
import { Lights } from "./lights.js";
import { Loudspeaker } from "./loudspeaker.js";
import { Machine } from "./machine.js";
import { Screen } from "./screen.js";
import { Storage } from "./storage.js";
import { Stylus } from "./stylus.js";
import { unzip } from "./zip.js";

const element = (id) => document.getElementById(id);

function say(state) {
  element("state").textContent = state;
}

async function load(name) {
  const answer = await fetch(new URL(`../${name}`, import.meta.url));
  if (!answer.ok) {
    throw new Error(`${name} could not be loaded (${answer.status}).`);
  }
  return unzip(await answer.arrayBuffer());
}

function listen(parts) {
  const { screen, lights, speaker, terminal, storage } = parts;
  return {
    picture: (picture) => screen.show(picture),
    look: (look) => {
      screen.light(look.backlight);
      lights.show(look.pixel);
      speaker.amplify(look.amplified);
    },
    printed: (text) => terminal.print(text),
    play: (sound) => speaker.play(sound),
    stop: () => speaker.stop(),
    pause: () => speaker.pause(),
    resume: () => speaker.resume(),
    nvm: (bytes) => storage.keep(bytes),
    heap: () => {},
    running: (running) => say(running ? "Running" : "The program has ended"),
    died: (words) => say(`The core has stopped: ${words}. Reset starts it again.`),
  };
}

async function begin() {
  if (!WebAssembly.Suspending) {
    throw new Error("This browser lacks JavaScript Promise Integration for WebAssembly, which the "
      + "core needs to wait: Chrome and Edge have it from version 137 on.");
  }
  const [core, drive] = await Promise.all([load("core.zip"), load("drive.zip")]);
  const module = await WebAssembly.compile(core.get("core.wasm"));
  const storage = new Storage("minesweeper");
  const machine = new Machine(module);
  machine.listen(listen({
    screen: new Screen(element("screen")),
    speaker: new Loudspeaker(element("sound")),
    terminal: new Console(element("console"), (keys) => machine.type(keys)),
    lights: new Lights(element("pixel"), element("light"), (light) => machine.shine(light)),
    storage,
  }));
  new Stylus(element("screen"), element("cross"), (point) => machine.touch(point));
  element("reset").onclick = () => machine.start("RESET_PIN");
  element("fast").onclick = ({ target }) => {
    machine.hurry(!machine.fast);
    target.setAttribute("aria-pressed", machine.fast);
  };
  machine.files = drive;
  machine.nvm = storage.nvm();
  machine.start();
}

begin().catch((error) => say(error.message));
