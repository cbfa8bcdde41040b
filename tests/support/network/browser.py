# SPDX-License-Identifier: MIT
"""A PyPortal in a headless browser, with as much of the simulator's surface as a Player needs.

Times are the board's: a finger stays on the glass until the board's clock has gone on.
"""

import atexit
import base64
import shutil
import threading
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from types import SimpleNamespace

import numpy as np

from sim.board.boards import find_board
from tests.support import hang
from tests.support.play import reader
from tools import firmware, serve
from tools.boardfacts import BOARD

NAMES = "chromium", "chromium-browser", "google-chrome", "chrome"
# Longer than a busy machine takes for any step of a test.
PATIENCE_S = 90
PATIENCE_MS = 1000 * PATIENCE_S
TAP_S = 0.12
# The rules that axe checks.
WCAG = {"runOnly": {"type": "tag", "values": [
    "wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}}
# The panel's pixels, RGBA, in base64, whatever size the canvas has them in.
RGBA = """\
() => {
  const context = new OffscreenCanvas(320, 240).getContext("2d");
  context.imageSmoothingEnabled = false;
  context.drawImage(document.getElementById("screen"), 0, 0, 320, 240);
  const { data } = context.getImageData(0, 0, 320, 240);
  return btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join(""));
}"""
# Most tests use what is on the workbench.
WORKING = "sessionStorage['pyportal workbench'] = 'programs console parts around memory workbench';"
COUNT = """
window.pictures = 0;
const put = CanvasRenderingContext2D.prototype.putImageData;
CanvasRenderingContext2D.prototype.putImageData = function (...given) {
  window.pictures++;
  return put.apply(this, given);
};
"""
REACHED = "time => Number(document.getElementById('screen').dataset.time) >= time"
PROGRAM = "title => document.getElementById('program').textContent === title"
# When the layout has followed a change: what watches sizes is told within a frame.
LAID_OUT = """async ([width, height]) => {
  const frame = () => new Promise(requestAnimationFrame);
  while (innerWidth !== width || innerHeight !== height) await frame();
  await frame();
  await frame();
}"""
RUNNING = "() => document.getElementById('state').textContent === 'Running'"


def missing():
    """Return a sentence about what these tests lack, "" if nothing."""
    if not find_spec("playwright"):
        return "playwright drives the browser: pip install -e '.[web]'"
    if not executable():
        return f"there is no browser: install one of {', '.join(NAMES)}"
    return ""


def executable():
    return next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def served(folder, files):
    """The address of a site with these files, which are written to the folder."""
    firmware.write(files, folder)
    with running(serve.server(folder, 0)) as port:
        yield f"http://localhost:{port}/"


@contextmanager
def running(server):
    """The port of a server that this process runs."""
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def launched(*arguments):
    browser = _driver().chromium.launch(executable_path=executable(),
                                        args=["--no-sandbox", *arguments])
    yield browser
    browser.close()


@cache
def _driver():
    """Drives all browsers of this process, which can have no other."""
    from playwright.sync_api import sync_playwright

    driver = sync_playwright().start()
    atexit.register(driver.stop)
    return driver


class Page:
    """The PyPortal of a page at `address`, running unless `started` is False. `script` is run in
    the page before its own.
    """

    def __init__(self, context, address, started=True, script=""):
        self.board = SimpleNamespace(model=find_board(BOARD))
        self.page = context.new_page()
        self.page.set_default_timeout(PATIENCE_MS)
        self.errors = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._note)
        self._touch = context.new_cdp_session(self.page)
        self.page.add_init_script(COUNT + WORKING + script)
        self.page.goto(address)
        if started:
            self.wait_for(RUNNING)

    def wait_for(self, expression, argument=None):
        self.page.wait_for_function(expression, arg=argument, timeout=PATIENCE_MS)

    def resize(self, width, height):
        """Give the window another size, in CSS pixels, and wait for the layout."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.wait_for_layout()

    def wait_for_layout(self):
        size = self.page.viewport_size
        self.page.evaluate(LAID_OUT, [size["width"], size["height"]])

    @property
    def now(self):
        """The board's seconds."""
        return int(self.page.get_attribute("#screen", "data-time")) / 1000

    def run(self, seconds):
        self.wait_for(REACHED, 1000 * (self.now + seconds))

    def rest(self, seconds):
        """Run as fast as it goes."""
        self.page.click("#fast")
        self.run(seconds)
        self.page.click("#fast")

    def reload(self, state=RUNNING):
        self.page.reload()
        if state:
            self.wait_for(state)

    def open(self, file):
        """A program's file, or a zip."""
        self.page.set_input_files("#files", file)

    def wait_for_serial(self, text):
        self.wait_for("text => document.getElementById('output').textContent.includes(text)", text)

    def wait_for_said(self, text):
        """Wait for words in one of the page's lines of status, or beside a button."""
        self.wait_for("text => ['state', 'about', 'note'].some("
                      "id => document.getElementById(id).textContent.includes(text))", text)

    def link(self, button="#share"):
        """The part of a copied link after the page's address."""
        self.page.click(button)
        self.wait_for_said("Link copied")
        return f"#{self.page.url.partition('#')[2]}"

    def wait_for_text(self, text):
        """Wait for words on the board's screen."""
        hang.until(lambda: self.page.wait_for_timeout(50) or reader.sees(self, text), text,
                   PATIENCE_S)

    def wait_for_title(self, text):
        """Wait for a text and a second more: the game has loaded the rest and feels a finger."""
        self.wait_for_text(text)
        self.run(1)

    def change_settings(self, *lines):
        """Change settings.toml in the page's editor; the board runs the program again."""
        self.page.select_option("#file", "settings.toml")
        self.page.fill("#text", "\n".join(lines))
        self.page.click("#save")
        self.wait_for_serial("Code stopped by auto-reload")

    @property
    def framebuffer(self):
        """RGB565, big-endian."""
        levels = np.frombuffer(base64.b64decode(self.page.evaluate(RGBA)), np.uint8)
        red, green, blue, _ = levels.astype(np.uint16).reshape(-1, 4).T >> [[3], [2], [3], [0]]
        return (red << 11 | green << 5 | blue).astype(">u2").tobytes()

    @property
    def bus_bytes(self):
        """The number of the panel's pictures, which grows when it is sent something."""
        return self.page.evaluate("window.pictures")

    @property
    def serial(self):
        return self.page.text_content("#output")

    def type(self, line):
        self.page.fill("#typed", line.rstrip("\n"))
        self.page.press("#typed", "Enter")

    def press(self, x, y):
        self._send("touchStart", [self._place(x, y)])

    def move(self, x, y):
        self._send("touchMove", [self._place(x, y)])

    def release(self):
        self._send("touchEnd", [])

    def hold(self, x, y, seconds=0.8):
        self.press(x, y)
        self.run(seconds)
        self.release()

    def tap(self, x, y):
        """The board feels the shortest touch; it is over when the board's clock says so."""
        self.press(x, y)
        self.release()
        self.run(2 * TAP_S)

    def close(self):
        self.page.close()
        assert self.errors == []

    def _note(self, message):
        """Keep the browser's complaints on its console."""
        if message.type == "error":
            self.errors.append(message.text)

    def _place(self, x, y):
        """A pixel's middle on the page."""
        self.page.locator("#screen").scroll_into_view_if_needed()
        box = self.page.locator("#screen").bounding_box()
        return {"x": box["x"] + (x + 0.5) * box["width"] / 320,
                "y": box["y"] + (y + 0.5) * box["height"] / 240}

    def _send(self, kind, points):
        self._touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
