# SPDX-License-Identifier: MIT
"""The game under faults: lost or damaged files, memory and hardware. It says what it lost in one
line, and plays.

Hypothesis breaks the board in several ways at once. FAULTS=10000 in the environment tries so many
cases instead of the few of the suite."""

import os
import random
import shutil
import struct
from binascii import crc32
from dataclasses import dataclass, field

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from PIL import Image

from minesweeper.saved import settings as game_settings
from minesweeper.saved import state
from sim.board.faults import FILE_FAULTS, MOMENTS, SOUND_FAULTS
from tests.support import seeds
from tests.support.network.posting import HOST, NAME, PORT, URL, WIFI
from tests.support.paths import ROOT
from tests.support.play import failing
from tests.support.play.player import NOTHING_SAVED, REST_S, power_on

CASES = int(os.environ.get("FAULTS", seeds.more(2, 200)))
# Calibration may be anything sane, and a panel so calibrated hits other cells: left as it is.
CALIBRATION = range(state._RECORDS - 8, state._RECORDS)


NVM_BYTES = 8192
SOUNDS = tuple(sorted(f"sounds/{path.name}" for path in (ROOT / "sounds").iterdir()))
KEYS = [f"MINES_{line}" for line in game_settings._LINES] + [game_settings._CUSTOM]


@dataclass
class Case:
    """Everything that is broken at once; `cut` is (which write, at which moment)."""

    nvm: bytes | None = None
    settings: list[str] = field(default_factory=list)
    sound: str = ""
    spoiled: dict[str, str] = field(default_factory=dict)
    missing: set[str] = field(default_factory=set)
    touch: dict = field(default_factory=dict)
    typed: str = ""
    cut: tuple[int, str] | None = None
    seed: int = 0


pixels = st.tuples(st.integers(-5, 325), st.integers(-5, 245))
words = st.sampled_from([
    "open", "flag", "chord", "new", "board", "help", "stats", "hint", "custom", "expert", "0",
    "flowers", "3", "-1", "--3", "99999999999", "1.5", "²", "٣", "+1", "0x1", "-", "\b", "\x7f",
    "\r", "\n", "\t", " ",
])
commands = st.lists(st.tuples(words, words, words).map(" ".join)).map("\r".join)
values = st.one_of(
    st.sampled_from(["guide", "dig", "flag", "on", "off", "auto", "quiet", "custom", "beginner",
                     "safe", "opening", "any", "500", "3x3/1", "30x30/1", "8x8/55", "12x10/15"]),
    st.integers(-3, 10**12).map(str), st.text(max_size=12),
)
lines = st.one_of(
    st.builds('{} = "{}"'.format, st.sampled_from(KEYS), values),
    st.builds("{} = {}".format, st.sampled_from(KEYS), values),
    st.text(max_size=30),
)
touches = st.one_of(
    st.just({}),
    st.fixed_dictionaries({"touch_stuck": pixels}),
    st.fixed_dictionaries({"touch_readings": st.integers(0, 65535)}),
    st.fixed_dictionaries({"touch_sparks": st.floats(0.001, 1)}),
    st.just({"touch_dead": True}),
    st.fixed_dictionaries({"noise": st.floats(0, 20000)}),
)
memories = st.one_of(
    st.none(),
    st.binary(min_size=1, max_size=300).map(lambda start: start.ljust(NVM_BYTES, b"\xff")),
    st.integers(0, 1 << 32).map(lambda seed: random.Random(seed).randbytes(NVM_BYTES)),
    # The saved image with other bytes in it, its checksum wrong or right.
    st.tuples(st.dictionaries(st.integers(0, 255), st.integers(0, 255), max_size=6), st.booleans()),
)
cases = st.builds(
    Case,
    nvm=memories,
    settings=st.lists(lines, max_size=4),
    sound=st.sampled_from(["", "", *SOUND_FAULTS]),
    spoiled=st.dictionaries(st.sampled_from(SOUNDS), st.sampled_from(FILE_FAULTS), max_size=3),
    missing=st.sets(st.sampled_from(SOUNDS), max_size=3),
    touch=touches,
    # Ctrl-C is no fault: it is how one gets to the REPL.
    typed=st.one_of(st.just(""), commands, st.text(
        st.characters(codec="utf-8", exclude_characters="\x03"), max_size=60)),
    cut=st.one_of(st.none(), st.tuples(st.integers(1, 3), st.sampled_from(MOMENTS))),
    seed=st.integers(0, 1000),
)


@pytest.fixture(scope="module")
def folder(own_drive_with):
    """A drive that every case may damage, and one beside it to repair it from."""
    return own_drive_with()


@pytest.fixture(scope="module")
def image(folder):
    """The nvm that a game in play leaves."""
    with power_on(folder, seed=9) as portal:
        portal.type("5 5\r")
        portal.run(1)
        portal.type("flag 0 0\r")
        portal.run(REST_S)
        assert portal.nvm_writes
        return bytes(portal.nvm[: state.LIMIT])


def spoil_image(image, changes, sealed):
    """The image with other bytes, as a write that went wrong or another program would leave it."""
    image = bytearray(image)
    for place, byte in changes.items():
        if place not in CALIBRATION:
            image[place] = byte
    length = struct.unpack_from("<H", image, 4)[0]
    if sealed and 10 <= length <= state.LIMIT:
        struct.pack_into("<I", image, length - 4, crc32(image[: length - 4]))
    return bytes(image).ljust(NVM_BYTES, b"\xff")


class Hands:
    """A player at a board that may be broken; `said` is what it printed since its start."""

    def __init__(self, folder, case, nvm=None):
        self.portal = portal = power_on(folder, seed=case.seed, nvm=nvm)
        self.said = []
        self.case = case
        portal.board.console.listener = self.said.append
        if case.sound:
            portal.faults.lose_sound(case.sound)
        for path, how in case.spoiled.items():
            portal.faults.spoil(path, how)
        if case.cut:
            portal.faults.cut_power_at_write(*case.cut)
        for name, value in case.touch.items():
            setattr(portal.board.touch_panel if name == "noise" else portal.faults, name, value)
        self.start()

    def mend_touch(self):
        self.portal.board.touch_panel.noise = 0
        faults = self.portal.faults
        faults.touch_stuck = faults.touch_readings = None
        faults.touch_dead, faults.touch_sparks = False, 0.0

    def start(self):
        """One line for each thing that is lost, none of them twice."""
        self.run(0.3)
        lines = "".join(self.said).splitlines()
        losses = 3 + len(self.case.settings)  # memory, saved game, sound hardware
        assert len(lines) <= losses, lines
        assert len(set(lines)) == len(lines), lines

    def run(self, seconds):
        """Time passes; where the power was cut, it comes back."""
        self.portal.run(seconds)
        if not self.portal.board.powered:
            self.reset()
        assert self.portal.running, "".join(self.said)[-600:]

    def reset(self):
        self.said.clear()
        self.portal.reset()
        self.start()

    def ask(self, line):
        """Returns what is printed meanwhile."""
        self.run(0.1)
        before = len(self.said)
        self.portal.type(line + "\r")
        self.run(0.2)
        return "".join(self.said[before:])

    def tap(self, x, y):
        self.portal.press(x, y)
        self.run(0.12)
        self.portal.release()
        self.run(0.2)

    def play(self):
        """A new board; a tap in its middle changes it, a second one if a slip is asked about."""
        self.ask("")
        self.ask("new")
        covered = self.ask("board")
        assert "-  -" in covered, covered
        self.tap(165, 125)
        if self.ask("board") == covered:
            self.tap(165, 125)
        assert self.ask("board") != covered


# Not shrunk: that takes minutes, and a case tells what it breaks.
@settings(max_examples=CASES, phases=[Phase.generate])
@given(case=cases)
def test_it_starts_says_what_is_lost_and_plays(folder, drive, image, case):
    break_drive(folder, drive, case)
    nvm = spoil_image(image, *case.nvm) if isinstance(case.nvm, tuple) else case.nvm
    hands = Hands(folder, case, nvm)
    hands.portal.type(case.typed)
    hands.run(0.5)
    for x, y in (30, 30), (200, 100), (160, 120), (300, 230):
        hands.tap(x, y)
    hands.run(1)
    if case.touch:
        hands.mend_touch()
        hands.reset()
    hands.play()
    # Something to save, twice, and the end of a game: a write each.
    for line in ("0 0", "flag 0 1"):
        hands.ask(line)
        hands.run(REST_S)
    hands.play()
    hands.portal.close()


def break_drive(folder, drive, case):
    (folder / "settings.toml").write_text("\n".join(case.settings), "utf-8", "surrogatepass")
    for path in SOUNDS:
        if path in case.missing:
            (folder / path).unlink(missing_ok=True)
        elif not (folder / path).exists():
            shutil.copyfile(drive / path, folder / path)


FLAG = "sounds/flag.wav"


@pytest.mark.parametrize(("case", "words"), [
    *((Case(sound=how), "sound") for how in SOUND_FAULTS),
    *((Case(spoiled={FLAG: how}), "flag.wav cannot be played") for how in ("open", "read")),
    (Case(missing={FLAG}), "flag.wav cannot be played")])
def test_lost_sound_is_said_in_one_line(folder, drive, case, words):
    break_drive(folder, drive, case)
    hands = Hands(folder, case)
    hands.play()
    for _ in range(3):
        hands.ask("flag 0 0")
    assert len([line for line in "".join(hands.said).splitlines() if words in line.lower()]) == 1


# From the sheet of 32 tiles, which are 16 pixels wide, and its bytes.
SHEETS = {
    "is missing: copy it to the drive again": lambda sheet, content: None,
    "is no BMP picture: copy it to the drive again": lambda sheet, content: b"no picture" * 20,
    "is damaged: copy it to the drive again": lambda sheet, content: content[:-1],
    "is damaged: copy it to the drive again\n": lambda sheet, data: data[:28] + b"\3" + data[29:],
    "is not indexed: save it with a palette": lambda sheet, content: sheet.convert("RGB"),
    "is not indexed: save it with a palette\n": lambda sheet, data: data[:28] + b"\x10" + data[29:],
    "is compressed: save it without compression": lambda sheet, data: data[:30] + b"\2" + data[31:],
    "has 10 tiles: 32 are needed": lambda sheet, content: sheet.crop((0, 0, 160, 16)),
    "is 480x32: it must be one row of 16x16 tiles":
        lambda sheet, content: sheet.resize((480, 32)),
}


@pytest.mark.parametrize("sentence", SHEETS)
def test_a_damaged_sheet_is_named_in_one_sentence(folder, drive, sentence):
    break_drive(folder, drive, Case())
    path = folder / "SpriteSheet.bmp"
    with Image.open(drive / path.name) as sheet:
        spoiled = SHEETS[sentence](sheet, (drive / path.name).read_bytes())
    path.unlink()
    if isinstance(spoiled, bytes):
        path.write_bytes(spoiled)
    elif spoiled:
        spoiled.save(path)
    with power_on(folder) as portal:
        portal.run(2)
        assert portal.serial.strip() == f"{NOTHING_SAVED}/SpriteSheet.bmp {sentence}".strip()
        assert not portal.running
    shutil.copyfile(drive / path.name, path)


def test_a_missing_library_is_named_in_one_sentence(own_drive_with):
    drive = own_drive_with()
    (drive / "lib" / "adafruit_touchscreen.py").unlink()
    with power_on(drive) as portal:
        portal.run(1)
        assert portal.serial == (
            "Minesweeper cannot start, no module named 'adafruit_touchscreen': "
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
