// SPDX-License-Identifier: MIT
// The board's glass on the whole screen, where the browser has that; Escape or a tap beside the glass
// leaves it.

export function follow(button, stage) {
  button.hidden = !document.fullscreenEnabled;
  button.onclick = () => stage.requestFullscreen();
  stage.onclick = ({ target }) => target === stage && document.fullscreenElement
    && document.exitFullscreen();
}
