// SPDX-License-Identifier: MIT
// Given: lists of steps, {now: the board's ms, real: ms} or {on} or {held} or {rest: ms}. Returned:
// for each step with a time to which ms the board may go, null for as far as it likes.

import { Pace } from "../../../web/board/pace.js";

function goalsOf(steps) {
  let real = 0;
  const pace = new Pace(() => real);
  const goals = [];
  for (const step of steps) {
    if ("now" in step) {
      real = step.real;
      const goal = pace.goal(step.now * 1e6) / 1e6;
      goals.push(goal === Infinity ? null : goal);
    } else if ("rest" in step) {
      pace.rest(step.rest);
    } else {
      Object.assign(pace, step);
    }
  }
  return goals;
}

export default (given) => given.map(goalsOf);
