// SPDX-License-Identifier: MIT
// The time and date that the board's clocks are set to: the firmware's and the network's.

const DATE = /^\d{4}-\d\d-\d\d$/;

// Seconds since 1970: of the date that an address asks for, its midnight, else of this computer's
// date and time of day.
export function clockAt(asked, now = new Date()) {
  const midnight = DATE.test(asked) ? Date.parse(asked) : NaN;
  const here = now.getTime() - 60_000 * now.getTimezoneOffset();
  return Math.floor((midnight || here) / 1000);
}
