// SPDX-License-Identifier: MIT
// Makes the parts that are plugged into the board, and changes their settings.

import { BME280 } from "./bme280.js";
import { LIS3DH } from "./lis3dh.js";
import { MCP9600 } from "./mcp9600.js";
import { Button, Motion, NeoPixels, Potentiometer, Relay } from "./pins.js";
import { Encoder, SoilSensor } from "./seesaw.js";
import { Sensors } from "./sensors.js";
import { SHT4x } from "./sht4x.js";
import { VCNL4040, VEML7700 } from "./vishay.js";

// tools/boardfacts.py reads these names: other kinds of the simulator's are refused on the page.
const KINDS = {
  board: Sensors, bme280: BME280, button: Button, encoder: Encoder, lis3dh: LIS3DH,
  mcp9600: MCP9600, neopixel: NeoPixels, pir: Motion, potentiometer: Potentiometer, relay: Relay,
  sht4x: SHT4x, soil: SoilSensor, vcnl4040: VCNL4040, veml7700: VEML7700,
};

// `facts` are the board's; `sockets` are the sides of the board that parts are connected to: {pins,
// i2c, now(): ns since power-on}.
export class Plugged {
  #facts;
  #sockets;
  // By their names, [part, its kind].
  #parts = new Map();

  constructor(facts, sockets) {
    this.#facts = facts;
    this.#sockets = sockets;
  }

  // Connects these in place of those before. `parts` has {name, kind, values} of each.
  plug(parts) {
    this.#parts.forEach(([part]) => part.pull());
    this.#sockets.i2c.clear();
    this.#parts.clear();
    for (const { name, kind, values } of parts) {
      const part = new KINDS[kind]({ ...values }, this.#facts.parts[kind]?.facts
        ?? this.#facts.thermometer);
      part.plug(this.#sockets);
      this.#parts.set(name, [part, kind]);
    }
  }

  // Changes a setting, such as `door.pressed`. Wrong names and values, as a link may have, are ignored.
  set(name, value) {
    const [title, setting] = String(name).split(".");
    const [part, kind] = this.#parts.get(title) ?? [];
    const keys = this.#facts.parts[kind]?.keys ?? this.#facts.sensors;
    if (part && Object.hasOwn(keys, setting) && keys[setting].changes
        && typeof value === typeof part.values[setting]) {
      part.values[setting] = value;
      part.changed();
    }
  }

  // {name: its lights} of those that have some.
  get lamps() {
    const lit = [...this.#parts].map(([name, [part]]) => [name, part.lamps]);
    return Object.fromEntries(lit.filter(([, lamps]) => lamps.length));
  }
}
