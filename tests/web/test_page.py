# SPDX-License-Identifier: MIT
"""The page around the board: console, keyboard, light, sound, nvm, memory, no network."""

import re

import pytest

from tests.support.network import browser
from tests.support.play import reader

TITLE = "Learn"
PLAY = 160, 210
NUMBER = re.compile(r"Board \d+-\d+")
# Notes the length of each sound that is started, and whether the browser's sound rests.
LISTEN = """
window.heard = [];
const suspend = AudioContext.prototype.suspend;
AudioContext.prototype.suspend = function () {
  window.rests = true;
  return suspend.call(this);
};
const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (...when) {
  window.heard.push(this.buffer.duration);
  return start.apply(this, when);
};
"""


@pytest.fixture
def page(open_page):
    page = open_page()
    page.wait_for_title(TITLE)
    return page


def test_the_console_answers_as_the_board_does(page):
    page.tap(*PLAY)
    page.run(0.5)
    page.type("board")
    page.wait_for_serial("10 mines")
    assert page.page.get_attribute("#output", "role") == "log"


def test_the_game_is_played_by_keyboard(page):
    page.type("new guide")
    page.run(1)
    page.page.focus("#screen")
    page.page.keyboard.press("ArrowRight")
    page.page.keyboard.down(" ")
    page.run(0.8)
    page.page.keyboard.up(" ")
    page.run(0.5)
    page.type("board")
    page.wait_for_serial("15 mines, 1 flags")


FELT = """
import board, adafruit_touchscreen
touch = adafruit_touchscreen.Touchscreen(
    board.TOUCH_XL, board.TOUCH_XR, board.TOUCH_YD, board.TOUCH_YU,
    calibration=((9000, 59000), (8000, 57000)), size=(320, 240))
while True:
    point = touch.touch_point
    if point:
        print(point[:2], "felt")
"""


def test_a_drag_beyond_the_glass_stays_on_its_edge(open_program):
    page = open_program(FELT)
    page.press(160, 120)
    page.wait_for_serial("(160, 120) felt")
    page.move(500, 100)
    page.wait_for_serial("(319, 100) felt")
    page.release()


def test_a_sound_is_played_after_the_first_touch(open_page):
    page = open_page(script=LISTEN)
    page.wait_for_title(TITLE)
    page.tap(*PLAY)
    page.run(1)
    page.tap(100, 60)
    page.wait_for("() => window.heard.length > 0")
    assert 0 < page.page.evaluate("window.heard[0]") < 5
    page.wait_for("() => window.rests")


LIGHT = """
import analogio, board, time
pin, light = analogio.AnalogIn(board.D3), analogio.AnalogIn(board.LIGHT)
while True:
    print(pin.value, light.value // 656)
    time.sleep(0.1)
"""


def test_parts_are_plugged_in_and_change_what_the_program_reads(open_program):
    page = open_program(LIGHT)
    page.wait_for_serial(" 29")
    page.page.fill("#setting-board-light", "0.8")
    page.page.fill("#parts-text", '[door]\nkind = "knob"')
    page.page.click("#plug")
    page.wait_for_said('parts.toml, door, kind: "knob" is not one of')
    page.page.fill("#parts-text", '[door]\nkind = "button"\nto = "3V"')
    page.page.click("#plug")
    page.wait_for_said("Plugged in: door.")
    page.wait_for_serial("reboot")
    page.page.dispatch_event("#setting-door-pressed", "pointerdown")
    page.wait_for_serial("65535 79")


def test_reset_starts_the_program_again(page):
    page.tap(*PLAY)
    page.run(1)
    assert not reader.sees(page, TITLE)
    page.page.click("#reset")
    page.wait_for_title(TITLE)


KEPT = """
import microcontroller
kept, microcontroller.nvm[0] = microcontroller.nvm[0], 42
print("kept", kept)
"""


def test_nvm_is_saved_to_a_file_and_loaded_from_one(open_program, tmp_path):
    page = open_program(KEPT)
    page.wait_for_serial("kept 255")
    with page.page.expect_download() as saved:
        page.page.click("#export")
    content = bytearray(saved.value.path().read_bytes())
    assert (content[0], len(content)) == (42, 8192)
    content[0] = 7
    (tmp_path / "other.nvm").write_bytes(content)
    page.page.set_input_files("#nvm-file", tmp_path / "other.nvm")
    page.wait_for_serial("kept 7")
    (tmp_path / "short.nvm").write_bytes(b"short")
    page.page.set_input_files("#nvm-file", tmp_path / "short.nvm")
    page.wait_for_said("short.nvm has 5 bytes; a file of nvm has 8,192.")


def test_without_a_network_the_page_starts_again(page, context):
    page.wait_for("async () => (await navigator.serviceWorker.ready).active.state === 'activated'")
    context.set_offline(True)
    page.reload()
    page.wait_for_title(TITLE)


def test_a_visitor_without_saved_data_begins_at_the_title_with_boards_of_their_own(
        chromium, address):
    """The site ships a board that is about to draw its first random numbers."""
    numbers = []
    for _ in range(2):
        context = chromium.new_context(has_touch=True)
        page = browser.Page(context, address)
        page.wait_for_text(TITLE)
        assert "No saved game or options" in page.serial
        page.type("new guide")
        page.run(1)
        page.type("3 4")
        page.run(1)
        page.type("number")
        page.wait_for_serial("Board ")
        numbers.append(NUMBER.search(page.serial)[0])
        page.close()
        context.close()
    assert numbers[0] != numbers[1]
