# SPDX-License-Identifier: MIT
"""Files with damaged bytes: each ends in a sentence, and the game goes on or says what to do.

DAMAGES in the environment says how many are tried of each file; a number gives the same ones.
"""

import os
import random
import shutil

import pytest

from tests.support import seeds
from tests.support.play.desk import power_on

DAMAGES = int(os.environ.get("DAMAGES", seeds.more(15, 60)))
# What is damaged, how many bytes its header has, and what stays quiet about it on the way.
FILES = {"SpriteSheet.bmp": 118, "sounds/click.wav": 44}
TELLS = ("is damaged", "is no BMP", "is not indexed", "it must be one row", "are needed",
         "cannot be played")


@pytest.fixture(scope="module")
def folder(own_drive_with):
    return own_drive_with()


def damaged(whole, header, chance):
    """Up to four bytes changed, mostly in the header; now and then the end is missing."""
    content = bytearray(whole)
    for _ in range(chance.randrange(1, 5)):
        place = chance.randrange(header if chance.random() < 0.8 else len(content))
        content[place] = chance.randrange(256)
    return content[: chance.randrange(len(content))] if chance.random() < 0.1 else content


def check(portal):
    """It plays, or it has ended with a sentence."""
    portal.run(0.5)
    portal.tap(160, 120)
    portal.run(0.3)
    portal.tap(100, 100)
    portal.run(0.2)
    assert "Traceback" not in portal.serial
    last = portal.serial.strip().splitlines()[-1]
    assert portal.running or any(words in last for words in TELLS), last


@pytest.mark.parametrize("path", FILES)
def test_a_damaged_file_is_told_in_a_sentence(folder, drive, path):
    chance = random.Random(8)
    for _ in range(DAMAGES):
        content = damaged((drive / path).read_bytes(), FILES[path], chance)
        (folder / path).write_bytes(content)
        with power_on(folder, seed=1) as portal:
            check(portal)
    shutil.copyfile(drive / path, folder / path)


@pytest.mark.parametrize("place", [28, 29])
def test_a_wrong_depth_in_the_sheets_header_is_told(folder, drive, place):
    content = bytearray((drive / "SpriteSheet.bmp").read_bytes())
    content[place] = 3
    (folder / "SpriteSheet.bmp").write_bytes(content)
    with power_on(folder, seed=1) as portal:
        portal.run(1)
        assert portal.serial.endswith("/SpriteSheet.bmp is damaged: copy it to the drive again\n")
    shutil.copyfile(drive / "SpriteSheet.bmp", folder / "SpriteSheet.bmp")


def test_a_click_of_a_rate_that_cannot_be_played_is_told_once_and_left_out(folder, drive):
    content = bytearray((drive / "sounds/click.wav").read_bytes())
    content[26] = 0x7F  # of the sample rate: above a million
    (folder / "sounds/click.wav").write_bytes(content)
    with power_on(folder, seed=1) as portal:
        portal.run(1)
        for _ in range(3):
            portal.tap(160, 120)
            portal.run(0.5)
        assert portal.running
        assert portal.serial.count("/sounds/click.wav cannot be played (Sample rate too high") == 1
    shutil.copyfile(drive / "sounds/click.wav", folder / "sounds/click.wav")


def test_a_damaged_memory_is_told_in_a_sentence(drive):
    with power_on(drive, seed=9) as portal:
        portal.type("5 5\r")
        portal.run(14)
        whole = bytes(portal.nvm)
    chance = random.Random(8)
    for _ in range(DAMAGES):
        content = damaged(whole[:237], 237, chance).ljust(len(whole), b"\xff")
        with power_on(drive, seed=1, nvm=bytes(content)) as portal:
            check(portal)
            assert content[:237] == whole[:237] or "starting with defaults" in portal.serial
