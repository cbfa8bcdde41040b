// SPDX-License-Identifier: MIT
// The settings of parts: which of their values are kept when parts.toml changes, and the scale of their
// sliders.

import { checked, keysOf } from "./reading.js";

// A range so wide has fine steps near 0, as in the simulator's window.
const WIDE = 5000;

// Copies of {name, kind, values} of each part.
export function copies(parts) {
  return parts.map((part) => ({ ...part, values: { ...part.values } }));
}

// [name, value] of each setting, by a name such as `door.pressed`.
export function settingsOf(parts, facts) {
  return parts.flatMap(({ name, kind, values }) => Object.entries(keysOf(kind, facts))
    .filter(([, key]) => key.changes).map(([key]) => [`${name}.${key}`, values[key]]));
}

// Returns the settings that differ from the first ones.
export function changedOf(parts, first, facts) {
  const before = new Map(settingsOf(first, facts));
  return Object.fromEntries(settingsOf(parts, facts).filter(
    ([name, value]) => before.has(name) && before.get(name) !== value));
}

// Sets values by their names; unknown names and wrong values, as a link may have, are ignored.
export function apply(parts, settings, facts) {
  for (const [full, value] of Object.entries(settings)) {
    const [name, setting] = full.split(".");
    const part = parts.find((each) => each.name === name);
    const keys = part ? keysOf(part.kind, facts) : {};
    try {
      if (Object.hasOwn(keys, setting) && keys[setting].changes) {
        part.values[setting] = checked(keys[setting], value);
      }
    } catch {
      // It stays as it is.
    }
  }
}

// Keeps the values that the user has set at the parts before, unless parts.toml has changed them.
export function keep(parts, before, first, facts) {
  const read = new Map(settingsOf(parts, facts)), was = new Map(settingsOf(first, facts));
  const kept = Object.entries(changedOf(before, first, facts))
    .filter(([name]) => read.get(name) === was.get(name));
  apply(parts, Object.fromEntries(kept), facts);
}

// A slider for a setting: its {min, max, step}, and where a value is on it. One with a wide range
// has the cube roots of its values.
export function scaleOf(key) {
  const { low, high, whole } = key, span = high - low;
  if (isWide(key)) {
    return { min: 0, max: 1, step: 0.001, at: (value) => Math.cbrt(value / high),
             value: (at) => rounded(key, high * at ** 3, roundStep(high * at ** 3 / 20)) };
  }
  const step = whole ? 1 : roundStep(span / 200);
  return { min: low, max: high, step, at: (value) => value,
           value: (at) => rounded(key, at, step) };
}

function rounded({ low, high, whole }, value, rough) {
  const step = whole ? Math.max(1, rough) : rough;
  const found = Math.min(Math.max(Math.round(value / step) * step, low), high);
  return Number(found.toFixed(whole ? 0 : 6));
}

function isWide({ low, high }) {
  return low === 0 && high >= WIDE;
}

// Returns the largest of … 0.1, 0.2, 0.5, 1, 2, 5, 10 … that is at most `most`.
function roundStep(most) {
  if (most <= 0) {
    return 1;
  }
  const power = 10 ** Math.floor(Math.log10(most));
  return Math.max(...[1, 2, 5].map((part) => part * power).filter((step) => step <= most * 1.0000001));
}
