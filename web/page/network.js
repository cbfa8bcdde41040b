// SPDX-License-Identifier: MIT
// Asks the user before the board may ask a host on the network, once for each host and program. The
// question is beside the board's screen, which takes no touches meanwhile.

import { delayedButtons } from "./delayed.js";

const HOLDS = " What it sends goes there from this computer. The board waits for your answer, "
  + "which holds until another program is opened or the page is closed.";

export class Network {
  #dialog;
  #about;
  #glass;
  #delay;
  #decide;
  #asked = null;
  #before = null;

  // `decide(origin, may)` is called with the answer.
  constructor(element, decide) {
    this.#dialog = element("ask");
    this.#about = element("ask-about");
    this.#glass = element("glass");
    this.#delay = delayedButtons(this.#dialog);
    this.#decide = decide;
    this.#dialog.onclose = () => this.#close();
    addEventListener("keydown", ({ key }) => key === "Escape" && this.#dialog.close());
  }

  ask(title, origin) {
    const name = Object.assign(document.createElement("strong"), { textContent: origin });
    this.#about.replaceChildren(`“${title}” wants to ask `, name, `.${HOLDS}`);
    this.#asked = origin;
    this.#before = document.activeElement;
    this.#glass.inert = true;
    this.#dialog.returnValue = "";
    this.#delay();
    this.#dialog.show();
    this.#dialog.focus();
    this.#dialog.scrollIntoView({ block: "nearest" });
  }

  // The board that asked is gone.
  drop() {
    this.#asked = null;
    this.#dialog.close();
  }

  // The event comes late: by then there may be another question.
  #close() {
    if (this.#dialog.open) {
      return;
    }
    const origin = this.#asked;
    this.#asked = null;
    this.#glass.inert = false;
    this.#before?.focus({ preventScroll: true });
    if (origin !== null) {
      this.#decide(origin, this.#dialog.returnValue === "allow");
    }
  }
}
