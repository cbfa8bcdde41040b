// SPDX-License-Identifier: MIT
// A four-wire resistive touch panel: two resistive plates that meet where the stylus presses. Its
// readings and resistances come from the simulator's (sim/board/touchpanel.py), and the tests hold
// both together.

class Plate {
  constructor(low, high, resistance, fraction) {
    Object.assign(this, { low, high, resistance, fraction });
  }

  // Voltage and resistance seen from the contact; null if nothing drives the plate.
  source(touch) {
    const at = touch ? this.fraction(touch) : 0.5;
    const low = this.low.level, high = this.high.level;
    const below = this.resistance * at, above = this.resistance * (1 - at);
    if (low !== null && high !== null) {
      return { voltage: low + (high - low) * at, ohms: below * above / this.resistance };
    }
    if (low !== null) {
      return { voltage: low, ohms: below };
    }
    return high === null ? null : { voltage: high, ohms: above };
  }
}

// `touch` is null, or has the stylus' x and y in pixels and its pressure, 1 for a firm one.
export class TouchPanel {
  touch = null;
  #contact;
  #pins = [];

  constructor(pins, facts) {
    const pin = (name) => pins.named(`TOUCH_${name}`);
    const x = new Plate(pin("YD"), pin("YU"), facts.yPlate,
      (touch) => fraction(touch.x, facts.width, facts.xReadings));
    const y = new Plate(pin("XL"), pin("XR"), facts.xPlate,
      (touch) => fraction(touch.y, facts.height, facts.yReadings));
    this.#contact = facts.contact;
    this.#connect(x, y);
    this.#connect(y, x);
  }

  #connect(plate, other) {
    for (const pin of [plate.low, plate.high]) {
      pin.outside = () => this.#voltage(plate, other);
      pin.driven = () => this.drive();
      this.#pins.push(pin);
    }
  }

  // Drives the pins that the chip leaves alone, as a chip that reads their levels finds them: while
  // there is a touch, through the contact.
  drive() {
    for (const pin of this.#pins) {
      const voltage = this.touch && pin.level === null ? pin.outside() : null;
      pin.hold(voltage === null ? null : Math.round(voltage));
    }
  }

  // The voltage at a pin that is not driven: that of the contact, since no current flows.
  #voltage(plate, other) {
    const own = plate.source(this.touch);
    if (!this.touch) {
      return own ? own.voltage : null;
    }
    const across = other.source(this.touch);
    if (!own || !across) {
      return (own ?? across)?.voltage ?? null;
    }
    const ohms = own.ohms + this.#contact / this.touch.pressure + across.ohms;
    return own.voltage + (across.voltage - own.voltage) * own.ohms / ohms;
  }
}

// The reading at a pixel's middle, as a fraction.
function fraction(pixel, size, [low, high]) {
  const along = Math.min(Math.max((pixel + 0.5) / (size - 1), 0), 1);
  return (low + (high - low) * along) / 65535;
}
