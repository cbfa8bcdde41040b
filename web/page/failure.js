// SPDX-License-Identifier: MIT
// Says that the page could not start when a script of it cannot be loaded or fails at once. It is
// loaded before the others.

const state = document.getElementById("state");
const loading = state.textContent;

// Browsers tell of their own troubles too, without an error.
function tell({ error, target }) {
  if (state.textContent === loading && (error || target instanceof HTMLScriptElement)) {
    state.textContent = "The page could not start, as a part of it could not be loaded or is not "
      + "for this browser: reload it, or take a current Chrome, Edge, Firefox or Safari.";
  }
}

// A script that does not come tells only its own element.
addEventListener("error", tell, true);
