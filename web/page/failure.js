// SPDX-License-Identifier: MIT
// Tells the visitor when a script of the page cannot be loaded or fails at once. It is loaded before
// the others.

const state = document.getElementById("state");
const loading = state.textContent;

// Browsers report their own troubles too; these events have no error.
function tell({ error, target }) {
  if (state.textContent === loading && (error || target instanceof HTMLScriptElement)) {
    state.textContent = "The page could not start, as a part of it could not be loaded or is not "
      + "for this browser: reload it, or take a current Chrome, Edge, Firefox or Safari.";
  }
}

// The error event of a script that is not loaded does not bubble.
addEventListener("error", tell, true);
