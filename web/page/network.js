// SPDX-License-Identifier: MIT
// Asks the user before the board may ask a host on the network, once for each host and program.

export class Network {
  #dialog;
  #about;
  #decide;

  // `decide(origin, may)` is called with the answer.
  constructor(element, decide) {
    this.#dialog = element("ask");
    this.#about = element("ask-about");
    this.#decide = decide;
  }

  ask(title, origin) {
    this.#about.textContent = `“${title}” wants to ask ${origin}. What it sends goes there from `
      + "this computer. The board waits for your answer, which holds until another program "
      + "is opened or the page is closed.";
    this.#dialog.returnValue = "";
    this.#dialog.onclose = () => this.#decide(origin, this.#dialog.returnValue === "allow");
    this.#dialog.showModal();
  }

  // The board that asked is gone.
  drop() {
    this.#dialog.onclose = null;
    this.#dialog.close();
  }
}
