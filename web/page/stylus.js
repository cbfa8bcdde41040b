// SPDX-License-Identifier: MIT
// Turns mouse, pen, finger and keyboard into touches of the panel. The right mouse button makes a long
// press, as for a flag.

// A step of an arrow key in pixels, and one with Shift.
const STEP = 8, FINE = 1;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const LEFT = 0, RIGHT = 2;

// `touch(point)` takes {x, y} in the panel's pixels, with `holds` for a press that is to be long,
// or null; `screen` has the panel's size.
export class Stylus {
  #canvas;
  #cross;
  #screen;
  #touch;
  #pointer = null;
  #at;
  #down = false;

  constructor(canvas, cross, screen, touch) {
    this.#canvas = canvas;
    this.#cross = cross;
    this.#screen = screen;
    this.#touch = touch;
    this.#at = { x: screen.width / 2, y: screen.height / 2 };
    this.#followPointers();
    this.#followKeys();
  }

  #followPointers() {
    const canvas = this.#canvas;
    canvas.addEventListener("pointerdown", (event) => this.#press(event));
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    canvas.addEventListener("pointerup", (event) => this.#lift(event));
    canvas.addEventListener("pointercancel", (event) => this.#lift(event));
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  // The first finger counts; the panel feels one.
  #press(event) {
    if (this.#pointer !== null || ![LEFT, RIGHT].includes(event.button)) {
      return;
    }
    this.#pointer = event.pointerId;
    this.#canvas.setPointerCapture(event.pointerId);
    this.#cross.hidden = true;
    const holds = event.button === RIGHT && { holds: true };
    this.#touch({ ...this.#point(event), ...holds });
  }

  #move(event) {
    if (event.pointerId === this.#pointer) {
      this.#touch(this.#point(event));
    }
  }

  #lift(event) {
    if (event.pointerId === this.#pointer) {
      this.#pointer = null;
      this.#touch(null);
    }
  }

  #point(event) {
    const box = this.#canvas.getBoundingClientRect();
    return this.#onGlass({
      x: Math.floor((event.clientX - box.left) / box.width * this.#screen.width),
      y: Math.floor((event.clientY - box.top) / box.height * this.#screen.height),
    });
  }

  #onGlass({ x, y }) {
    const { width, height } = this.#screen;
    return { x: Math.min(Math.max(x, 0), width - 1), y: Math.min(Math.max(y, 0), height - 1) };
  }

  #followKeys() {
    this.#canvas.addEventListener("keydown", (event) => this.#key(event));
    this.#canvas.addEventListener("keyup", (event) => event.key === " " && this.#release());
    this.#canvas.addEventListener("blur", () => {
      this.#cross.hidden = true;
      this.#release();
    });
  }

  #key(event) {
    const arrow = ARROWS[event.key];
    if (!arrow && event.key !== " ") {
      return;
    }
    event.preventDefault();
    const step = event.shiftKey ? FINE : STEP;
    const [x, y] = arrow ?? [0, 0];
    this.#at = this.#onGlass({ x: this.#at.x + x * step, y: this.#at.y + y * step });
    this.#down ||= !arrow;
    this.#mark();
    if (this.#down) {
      this.#touch(this.#at);
    }
  }

  #release() {
    if (this.#down) {
      this.#down = false;
      this.#touch(null);
    }
  }

  #mark() {
    const scale = this.#canvas.clientWidth / this.#screen.width;
    this.#cross.hidden = false;
    this.#cross.style.left = `${this.#canvas.offsetLeft + (this.#at.x + 0.5) * scale}px`;
    this.#cross.style.top = `${this.#canvas.offsetTop + (this.#at.y + 0.5) * scale}px`;
  }
}
