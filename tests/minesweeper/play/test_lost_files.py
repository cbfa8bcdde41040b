# SPDX-License-Identifier: MIT
"""Files of the drive that are missing or of another kind: each is named in a sentence."""

import shutil

import pytest
from PIL import Image

from minesweeper.screen import tiles
from tests.support.play.desk import NO_MEMORY, Desk, mines_of, power_on

SEED = 4


@pytest.fixture
def copied(guide_drive, tmp_path):
    """A copy of the drive that a test may damage."""
    return shutil.copytree(guide_drive, tmp_path / "CIRCUITPY")


def damaged_sheet(folder, kind):
    path = folder / "SpriteSheet.bmp"
    sheet = Image.open(path)
    sheet.load()
    if kind == "missing":
        path.unlink()
    elif kind == "text":
        path.write_text("no picture" * 20)
    elif kind == "cut":
        path.write_bytes(path.read_bytes()[:900])
    elif kind == "not indexed":
        sheet.convert("RGB").save(path)
    elif kind == "too few":
        sheet.crop((0, 0, 160, 16)).save(path)
    elif kind == "tall":
        sheet.resize((480, 32)).save(path)


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        ("missing", "/SpriteSheet.bmp is missing: copy it to the drive again\n"),
        ("text", "/SpriteSheet.bmp is no BMP picture: copy it to the drive again\n"),
        ("cut", "/SpriteSheet.bmp is damaged: copy it to the drive again\n"),
        ("not indexed", "/SpriteSheet.bmp is not indexed: save it with a palette\n"),
        ("too few", "/SpriteSheet.bmp has 10 tiles: 32 are needed\n"),
        ("tall", "/SpriteSheet.bmp is 480x32: it must be one row of 16x16 tiles\n"),
    ],
)
def test_a_damaged_sheet_is_named_in_one_sentence(copied, kind, sentence):
    damaged_sheet(copied, kind)
    portal = power_on(copied)
    portal.run(2)
    assert portal.serial == NO_MEMORY + sentence
    assert not portal.running


@pytest.mark.parametrize("kind", ["missing", "text"])
def test_without_its_sound_the_game_goes_on_silently(copied, tmp_path, kind):
    path = copied / "sounds" / "lose.wav"
    path.unlink()
    if kind == "text":
        path.write_text("no sound")
    desk = Desk(copied, SEED)
    desk.hold(mines_of(copied, SEED, tmp_path)[0])
    assert desk.portal.serial.startswith(NO_MEMORY + "/sounds/lose.wav cannot be played (")
    assert desk.portal.serial.count("\n") == 2
    desk.portal.run(6)
    assert desk.tiles() == [tiles.BLANK] * 300


def test_a_missing_library_is_named_in_one_sentence(copied):
    (copied / "lib" / "adafruit_touchscreen.py").unlink()
    portal = power_on(copied)
    portal.run(1)
    assert portal.serial == (
        "Minesweeper cannot start, no module named 'adafruit_touchscreen': "
        "copy the whole CIRCUITPY folder again\n"
    )
