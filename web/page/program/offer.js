// SPDX-License-Identifier: MIT
// Shows what came with a link before it runs.

import { count } from "./program.js";

// Resolves to whether it may run.
export function offer(element, { program, own, run }) {
  const dialog = element("offer");
  const moves = run ? ` ${run.events.length} touches and keys are done by themselves.` : "";
  const many = count(own.length, "file");
  element("offer-about").textContent = `“${program.title}”, with ${many} of its own.${moves} `
    + "It runs on the board in this page and reaches nothing else of your computer, and of the "
    + "network only what you allow.";
  element("offer-text").textContent = own.map((path) => shown(program, path)).join("\n");
  dialog.showModal();
  return new Promise((done) => {
    dialog.onclose = () => done(dialog.returnValue === "run");
  });
}

function shown(program, path) {
  const text = program.text(path);
  return `# ${path}\n${text ?? `(${program.files.get(path).length} bytes)`}`;
}
