# SPDX-License-Identifier: MIT
"""Any program on the page: opened as a file, a zip or a folder, changed, and shared by a link."""

import zipfile

import pytest

HELLO = 'print("hello from", __file__)'
ENDLESS = "while True:\n    pass\n", "while True:\n    print('again and again')\n"
DRAWS = """
import board, displayio, random, adafruit_touchscreen
bitmap, palette = displayio.Bitmap(320, 240, 2), displayio.Palette(2)
palette[1] = 0xFF8000
group = displayio.Group()
group.append(displayio.TileGrid(bitmap, pixel_shader=palette))
board.DISPLAY.root_group = group
touch = adafruit_touchscreen.Touchscreen(
    board.TOUCH_XL, board.TOUCH_XR, board.TOUCH_YD, board.TOUCH_YU,
    calibration=((9000, 59000), (8000, 57000)), size=(320, 240))
print("draws", random.randrange(1000000))
while True:
    point = touch.touch_point
    if point:
        x, y = point[:2]
        for n in range(20):
            bitmap[min(x + n, 319), y] = 1
"""


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "clock"
    (folder / "lib").mkdir(parents=True)
    (folder / "code.py").write_text("import helper, adafruit_miniqr\nprint(helper.WORDS)\n")
    (folder / "lib" / "helper.py").write_text('WORDS = "help is here"\n')
    return folder


def test_a_folder_runs_and_is_lent_what_the_page_has(open_page, folder):
    page = open_page()
    page.page.set_input_files("#folder", folder)
    page.wait_for_serial("help is here")
    page.wait_for_said("Lent to it: adafruit_miniqr.")


def test_a_zip_with_a_folder_in_it_runs(open_page, folder, tmp_path):
    with zipfile.ZipFile(tmp_path / "clock.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for file in folder.rglob("*.py"):
            archive.write(file, file.relative_to(tmp_path))
    page = open_page()
    page.page.set_input_files("#files", tmp_path / "clock.zip")
    page.wait_for_serial("help is here")
    assert page.page.text_content("#program") == "clock"


@pytest.mark.parametrize(("name", "content", "words"), [
    ("notes.txt", b"no program",
     "notes.txt has no code.py: a program for the board begins with one."),
    ("broken.zip", b"no zip", "This is no zip file."),
])
def test_what_is_no_program_is_refused_in_a_sentence(open_page, tmp_path, name, content, words):
    (tmp_path / name).write_bytes(content)
    page = open_page()
    page.page.set_input_files("#files", tmp_path / name)
    page.wait_for_said(words)
    assert page.page.text_content("#program") == "Minesweeper"


def test_saving_a_change_runs_the_program_again_and_it_is_kept(open_program):
    page = open_program(HELLO)
    page.wait_for_serial("hello from")
    page.page.fill("#text", 'print("changed")')
    page.page.press("#text", "Control+s")
    page.wait_for_serial("changed")
    page.reload(None)
    page.wait_for_serial("changed")


@pytest.mark.parametrize("source", ENDLESS)
def test_a_loop_for_ever_freezes_nothing(open_program, source):
    page = open_program(source)
    page.run(1)
    page.page.click("#interrupt")
    page.wait_for_serial("KeyboardInterrupt")
    page.page.click("#game")
    page.wait_for_text("Learn")


def test_a_link_shows_its_program_before_it_runs(open_program, open_page):
    page = open_program(HELLO)
    other = open_page(page.link(), started=False)
    other.page.wait_for_selector("#offer[open]")
    assert HELLO in other.page.text_content("#offer-text")
    assert "hello" not in other.serial
    other.page.click("#offer button[value=run]")
    other.wait_for_serial("hello from code.py")


def test_a_damaged_link_is_refused_in_a_sentence(open_page):
    page = open_page("#program=abc", started=False)
    page.wait_for_said("The program in the link is damaged: ask for the link again.")


def test_a_run_in_a_link_is_done_again(open_program, open_page):
    page = open_program(DRAWS)
    page.wait_for_serial("draws")
    for x, y in (40, 60), (200, 100), (120, 200):
        page.tap(x, y)
        page.run(0.3)
    other = open_page(page.link("#share-run"), started=False)
    other.page.click("#offer button[value=run]")
    other.wait_for_serial("draws")
    other.run(page.now)
    assert other.framebuffer == page.framebuffer
    assert other.serial.endswith(page.serial[page.serial.rindex("draws"):])


def test_a_run_that_no_link_can_hold_is_refused_in_a_sentence(open_program):
    page = open_program(HELLO)
    page.page.evaluate("for (let n = 0; n <= 4000; n++) document.all.line.requestSubmit()")
    page.wait_for("""() => {
      document.getElementById("share-run").click();
      return document.getElementById("about").textContent.startsWith("More was done");
    }""")


def test_a_board_opens_by_its_number(open_page):
    page = open_page("#board=10280-6603372")
    page.wait_for_serial("Board 10280-6603372.")
