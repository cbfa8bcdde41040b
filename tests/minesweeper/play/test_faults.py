# SPDX-License-Identifier: MIT
"""The game under faults: lost or damaged files, memory and hardware. It says what it lost in one
line, and plays."""

import random

import pytest
from PIL import Image

from minesweeper.saved import state
from tests.support import seeds
from tests.support.network.posting import HOST, NAME, PORT, URL, WIFI
from tests.support.play import failing
from tests.support.play.player import NOTHING_SAVED, power_on

SOUNDS = "sounds/flag.wav", "sounds/open.wav", "sounds/cascade.wav"
GARBAGE = random.Random(1).randbytes(8192)


@pytest.fixture
def folder(own_drive_with):
    """A drive that a test may damage."""
    return own_drive_with()


class Hands:
    """A player at a board that may be broken; `said` is what it prints."""

    def __init__(self, folder, prepare=lambda portal: None, **options):
        self.portal = power_on(folder, seed=1, **options)
        prepare(self.portal)
        self.portal.run(0.3)

    @property
    def said(self):
        return self.portal.serial.replace("\r", "").splitlines()

    def ask(self, line):
        """Return what is printed meanwhile."""
        before = len(self.portal.serial)
        self.portal.type(line + "\r")
        self.portal.run(0.3)
        assert self.portal.running, self.portal.serial[-600:]
        return self.portal.serial[before:]

    def play(self):
        """A new board; a tap in its middle changes it, a second one if a slip is asked about."""
        self.ask("new")
        covered = self.ask("board").partition("\n")[2]
        assert "-  -" in covered
        for _ in range(2):
            self.portal.hold(165, 125, 0.12)
            self.portal.run(0.2)
            if self.ask("board").partition("\n")[2] != covered:
                return
        raise AssertionError("no tap changes the board")


def spoil_touch(portal, **faults):
    for name, value in faults.items():
        setattr(portal.faults, name, value)


@pytest.mark.parametrize("touch", [
    {"touch_stuck": (30, 30)}, {"touch_readings": 65535}, {"touch_sparks": 0.5},
    {"touch_dead": True}], ids=str)
def test_whatever_is_broken_it_runs_and_plays_once_the_panel_is_mended(folder, touch):
    """Damaged memory, nonsense in the settings and on the console, and sounds that are missing."""
    (folder / "settings.toml").write_text(
        'MINES_PRESET = "chess"\nMINES_HOLD_MS = -1\nMINES_CUSTOM = "30x30/1"\n= no line\n')
    for path in SOUNDS:
        (folder / path).unlink()
    hands = Hands(folder, lambda portal: spoil_touch(portal, **touch), nvm=GARBAGE)
    assert len(set(hands.said)) == len(hands.said) > 4, "each loss is said once"
    for line in "open 3 -1", "flag \x7f\t²", "new chess", "99999999999 0":
        hands.ask(line)
    for at in (30, 30), (200, 100), (300, 230):
        hands.portal.hold(*at, 0.12)
        hands.portal.run(0.3)
    assert hands.portal.running
    spoil_touch(hands.portal, touch_stuck=None, touch_readings=None, touch_sparks=0.0,
                touch_dead=False)
    hands.portal.reset()
    hands.portal.run(0.3)
    hands.play()
    hands.portal.close()


FLAG = SOUNDS[0]


@pytest.mark.parametrize(("prepare", "words"), [
    (lambda portal: portal.faults.lose_sound("dac"), "sound"),
    (lambda portal: portal.faults.spoil(FLAG, "read"), "flag.wav cannot be played"),
    (lambda portal: None, "flag.wav cannot be played")], ids=["lost", "spoiled", "missing"])
def test_lost_sound_is_said_in_one_line(folder, prepare, words, request):
    if "missing" in request.node.name:
        (folder / FLAG).unlink()
    hands = Hands(folder, prepare)
    hands.play()
    for _ in range(3):
        hands.ask("flag 0 0")
    assert len([line for line in hands.said if words in line.lower()]) == 1


# From the sheet of 32 tiles, which are 16 pixels wide, and its bytes.
SHEETS = {
    "no picture": lambda sheet, content: b"no picture" * 20,
    "its first bytes": lambda sheet, content: content[:20],
    "a byte less": lambda sheet, content: content[:-1],
    "3 bits a pixel": lambda sheet, content: content[:28] + b"\3" + content[29:],
    "16 bits a pixel": lambda sheet, content: content[:28] + b"\x10" + content[29:],
    "no palette": lambda sheet, content: sheet.convert("RGB"),
    "compressed": lambda sheet, content: content[:30] + b"\2" + content[31:],
    "10 tiles": lambda sheet, content: sheet.crop((0, 0, 160, 16)),
    "two rows": lambda sheet, content: sheet.resize((480, 32)),
    "missing": lambda sheet, content: None,
}
DAMAGED = "is damaged or not this version's"


@pytest.mark.parametrize("damage", SHEETS)
def test_a_damaged_sheet_is_named_in_one_sentence(folder, drive, damage):
    path = folder / "SpriteSheet.bmp"
    with Image.open(drive / path.name) as sheet:
        spoiled = SHEETS[damage](sheet, (drive / path.name).read_bytes())
    path.unlink()
    if isinstance(spoiled, bytes):
        path.write_bytes(spoiled)
    elif spoiled:
        spoiled.save(path)
    with power_on(folder) as portal:
        portal.run(2)
        what = f"is {damage}" if damage == "missing" else DAMAGED
        assert portal.serial == (
            f"{NOTHING_SAVED}Minesweeper cannot run, /SpriteSheet.bmp {what}: "
            "copy the whole CIRCUITPY folder again\n")
        assert not portal.running


def test_a_missing_library_is_named_in_one_sentence(folder):
    (folder / "lib" / "adafruit_touchscreen.py").unlink()
    with power_on(folder) as portal:
        portal.run(1)
        assert portal.serial == (
            "Minesweeper cannot run, no module named 'adafruit_touchscreen': "
            "copy the whole CIRCUITPY folder again\n")


PYPORTAL = 320, 240
ROUNDS = int(seeds.more(1, 40))


def test_every_lack_of_memory_leaves_the_game_and_what_is_saved(drive, tmp_path):
    """Each place that allocates fails once, in a session of all pages, games and posts."""
    places = failing.make(drive, tmp_path / "drive")
    lines = 'MINES_PRESET = "beginner"', 'MINES_CONTROLS = "dig"', *WIFI, *URL, NAME
    (tmp_path / "drive/settings.toml").write_text("\n".join(lines), "utf-8")
    with power_on(tmp_path / "drive", seed=seeds.FIRST) as portal:
        portal.network[f"{HOST}:{PORT}"] = lambda request: (201, {}, {"game": 1})
        portal.run(3)
        portal.tap(160, 120)
        games = 0
        for preset in ("guide", "expert") * ROUNDS:
            failing.Wanderer(portal).wander(preset)
            failed = failing.failed(portal.serial)
            assert portal.running, (places[failed[-1]], portal.serial[-600:])
            played = games_in(portal.nvm)
            assert played >= games, "a game is no longer in the statistics"
            games = played
        while not games_in(portal.nvm):  # few places are left that may fail at the end of one
            assert portal.now < 500 * ROUNDS
            failing.Wanderer(portal).end(wins=False)
        assert len(failed) > 230


def games_in(nvm):
    """Return how many games the saved statistics have, if anything is saved."""
    saved = state.SavedState(nvm, PYPORTAL)
    assert saved.load() == [] or saved.is_new
    return sum(saved.records.of(index)[1] for index in range(7))
