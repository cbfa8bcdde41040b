// SPDX-License-Identifier: MIT
// Shows what came with a link before it runs.

import { delayedButtons } from "../delayed.js";
import { visible } from "./link.js";
import { count } from "./program.js";

// Resolves to whether it may run. `remark` is said of the run that comes with it.
export function offer(element, { program, own, run }, remark) {
  const dialog = element("offer"), text = element("offer-text");
  const again = run ? " What was done on it is done again by itself: "
    + `${count(run.events.length, "event")}.${remark}` : "";
  element("offer-about").textContent = `${named(program, own)}${again} It runs on the board in `
    + "this page and reaches nothing else of your computer, and of the network only what you "
    + "allow.";
  text.replaceChildren(...own.flatMap((path) => shown(program, path)));
  text.hidden = !own.length;
  delayedButtons(dialog)();
  dialog.showModal();
  return new Promise((done) => {
    dialog.onclose = () => done(dialog.returnValue === "run");
  });
}

function named(program, own) {
  return program ? `“${program.title}”, with ${count(own.length, "file")} of its own.`
    : "The game of this page, unchanged.";
}

// The file's name, in letters that no file's contents can have, and its contents.
function shown(program, path) {
  const name = Object.assign(document.createElement("strong"), { textContent: visible(path) });
  const text = program.text(path);
  const contents = text === null ? `(${count(program.files.get(path).length, "byte")})` : text;
  return [name, `\n${visible(contents, "\n\t")}\n`];
}
