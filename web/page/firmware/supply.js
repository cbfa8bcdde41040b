// SPDX-License-Identifier: MIT
// The board's firmware: the file that the user gave, else the site's, else one that the page asks
// for below a film of a game.

import { FACTS } from "../../board/facts.js";
import { HOME } from "../preload.js";
import { Keeper } from "./keeper.js";
import { readFirmware } from "./uf2.js";

const UNREAD = "The browser's database cannot be read, so the page asks for the firmware again: "
  + "allow the page its storage.";
const SITES = "this site";
const CHOOSE = "Choose the .uf2 file";
const STEPS = "Download the .uf2 file there, such as adafruit-circuitpython-pyportal-en_US-10.2.1.uf2, "
  + "and choose it here.";

// `site()` is a promise of the site's {name, bytes}, of null where it has none; `changed(firmware)`
// is called when the user takes another than the one that runs.
export class Supply {
  #element;
  #warn;
  #keeper;
  #site;
  #changed;
  // Resolves `get` while the page asks.
  #done = null;

  constructor(element, warn, site, changed) {
    this.#element = element;
    this.#warn = warn;
    this.#keeper = new Keeper(warn);
    this.#site = site;
    this.#changed = changed;
    element("open-firmware").onclick = () => element("firmware-file").click();
    element("firmware-file").onchange = ({ target }) => this.#choose(target);
    element("site-firmware").onclick = () => this.#useSites();
  }

  // A promise of what `readFirmware` returns.
  async get() {
    const site = await this.#site(), own = await this.#keeper.take().catch(() => {
      if (!site) {
        this.#warn(UNREAD);
      }
    });
    this.#element("site-firmware").hidden = !site;
    const found = this.#read(own) ?? this.#read(site);
    return found ?? new Promise((done) => {
      this.#done = done;
      this.#ask();
    });
  }

  // Takes a file that was chosen, or dropped onto the page.
  async offer(file) {
    const kept = { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
    const firmware = this.#read(kept);
    if (firmware) {
      this.#give(firmware);
      await this.#keeper.keep(kept);
    }
  }

  #ask() {
    document.body.classList.add("bare");
    this.#showFilm();
    const { body } = document;
    body.ondragover = (event) => event.preventDefault();
    body.ondrop = (event) => {
      event.preventDefault();
      const [file] = event.dataTransfer.files;
      return file && this.offer(file);
    };
  }

  #showFilm() {
    const picture = this.#element("film-picture"), button = this.#element("film-get");
    const rests = matchMedia("(prefers-reduced-motion: reduce)").matches;
    picture.src = rests ? "preview.png" : new URL("film.gif", HOME);
    picture.onclick = () => button.focus();
    button.onclick = () => {
      this.#element("film-site").click();
      button.textContent = CHOOSE;
      button.onclick = () => this.#element("firmware-file").click();
      this.#element("film-own").hidden = true;
      this.#say(STEPS);
    };
  }

  #give(firmware) {
    document.body.classList.remove("bare");
    if (this.#done) {
      this.#done(firmware);
      this.#done = null;
    } else {
      this.#changed(firmware);
    }
  }

  async #choose(input) {
    const [file] = input.files;
    await this.offer(file);
    input.value = "";
  }

  async #useSites() {
    const firmware = this.#read(await this.#site());
    if (firmware) {
      await this.#keeper.clear();
      this.#give(firmware);
    }
  }

  // null for no file, and for one that is refused, which is said.
  #read(file) {
    try {
      const firmware = file && readFirmware(file.bytes, file.name ?? SITES, FACTS);
      if (firmware) {
        const { version, title } = firmware;
        this.#say(`CircuitPython ${version} for the ${title}, from ${file.name}.`);
      }
      return firmware;
    } catch (error) {
      this.#say(error.message);
      return null;
    }
  }

  #say(sentence) {
    this.#element("firmware-about").textContent = sentence;
    this.#element("film-about").textContent = sentence;
  }
}
