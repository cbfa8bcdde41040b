// SPDX-License-Identifier: MIT
// Shows sliders, switches and lights of the board's sensors and parts, and the parts.toml that names
// the parts.

import { glow } from "../lights.js";
import { BOARD, FILE, keysOf } from "./reading.js";
import { scaleOf } from "./settings.js";

// A button that is clicked stays down for so long.
const PRESS_MS = 150;

export class PartsPanel {
  #rows;
  #text;
  #set;
  #lamps = new Map();

  // `set(part's name, setting, value)`; `plug(text)` gets another parts.toml.
  constructor(element, { set, plug }) {
    this.#rows = element("settings");
    this.#text = element("parts-text");
    this.#set = set;
    element("plug").onclick = () => plug(this.#text.value);
  }

  // The parts.toml of the program on the board.
  open(program) {
    this.#text.value = program.text(FILE) ?? "";
  }

  show(parts, facts) {
    this.#lamps.clear();
    this.#rows.replaceChildren(...parts.flatMap((part) => [
      ...Object.entries(keysOf(part.kind, facts)).filter(([, key]) => key.changes)
        .map(([name, key]) => this.#row(part, name, key)),
      this.#lampsOf(part)]));
  }

  // {part's name: [red, green, blue] of each of its lights}.
  light(lamps) {
    for (const [name, row] of this.#lamps) {
      const colours = Object.hasOwn(lamps, name) ? lamps[name] : [];
      row.hidden = !colours.length;
      const lit = colours.filter((colour) => colour.some(Boolean)).length;
      row.lastChild.ariaLabel = `${lit} of ${colours.length} lit`;
      row.lastChild.replaceChildren(...colours.map((colour) => dot(glow(colour))));
    }
  }

  #row(part, setting, key) {
    const change = (value) => this.#set(part.name, setting, value);
    const id = `setting-${part.name}-${setting}`;
    const control = key.type === "setting" ? slider(key, part.values[setting], change)
      : key.momentary ? [pushbutton(change)] : [tick(part.values[setting], change)];
    control[0].id = id;
    const label = Object.assign(document.createElement("label"), { htmlFor: id });
    label.append(...titled(part.name), setting);
    return row(label, ...control);
  }

  #lampsOf({ name }) {
    const title = document.createElement("span"), lamps = document.createElement("span");
    title.append(...titled(name));
    lamps.className = "lamps";
    lamps.role = "img";
    const made = row(title, lamps);
    made.hidden = true;
    this.#lamps.set(name, made);
    return made;
  }
}

function row(...cells) {
  const made = document.createElement("div");
  made.className = "setting";
  made.append(...cells);
  return made;
}

// The part's name before that of its setting; the board's own have none.
function titled(name) {
  const title = Object.assign(document.createElement("span"),
    { className: "part", textContent: `${name} ` });
  return name === BOARD ? [] : [title];
}

function slider(key, value, change) {
  const { at, value: valueAt, ...limits } = scaleOf(key);
  const input = Object.assign(document.createElement("input"), { type: "range", ...limits });
  const output = document.createElement("output");
  const tell = (number) => {
    output.value = input.ariaValueText = `${Number(number.toPrecision(6))} ${key.unit}`.trim();
  };
  input.oninput = () => {
    const number = valueAt(Number(input.value));
    tell(number);
    change(number);
  };
  input.value = at(value);
  tell(value);
  return [input, output];
}

function tick(value, change) {
  const input = Object.assign(document.createElement("input"),
    { type: "checkbox", checked: value });
  input.onchange = () => change(input.checked);
  return input;
}

// On while a finger, or a key, is on it.
function pushbutton(change) {
  const button = Object.assign(document.createElement("button"),
    { type: "button", textContent: "Press" });
  let since = 0, isDown = false;
  const down = () => {
    if (!isDown) {
      isDown = true;
      since = performance.now();
      button.classList.add("down");
      change(true);
    }
  };
  const up = () => {
    if (isDown) {
      isDown = false;
      setTimeout(() => {
        if (!isDown) {
          button.classList.remove("down");
          change(false);
        }
      }, since + PRESS_MS - performance.now());
    }
  };
  button.onpointerdown = down;
  button.onpointerup = button.onpointercancel = button.onpointerleave = button.onblur = up;
  button.onkeydown = ({ key, repeat }) => !repeat && (key === " " || key === "Enter") && down();
  button.onkeyup = up;
  return button;
}

function dot(colour) {
  const made = document.createElement("i");
  made.style.backgroundColor = colour;
  return made;
}
