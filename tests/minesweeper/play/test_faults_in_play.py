# SPDX-License-Identifier: MIT
"""The real game under faults: it starts, says what it lost in one line, and plays.

Hypothesis breaks the board in several ways at once. FAULTS=10000 in the environment tries so many
cases instead of the few of the suite; the same number gives the same cases.
"""

import os
import shutil
import struct
from binascii import crc32

import pytest
from hypothesis import Phase, given, settings

from minesweeper.memory import memory, options
from sim.board.faults import MOMENTS, SOUND_FAULTS
from tests.support import seeds
from tests.support.play.desk import power_on
from tests.support.solver.broken_boards import NVM_BYTES, SOUNDS, Case, cases

CASES = int(os.environ.get("FAULTS", seeds.more(6, 200)))
REST_S = 10.2
# Calibration may be anything sane, and a panel so calibrated hits other cells: left as it is.
CALIBRATION = range(memory._RECORDS - 8, memory._RECORDS)


@pytest.fixture(scope="module")
def folder(own_drive_with):
    """A drive that every case may damage, and one beside it to repair it from."""
    return own_drive_with()


@pytest.fixture(scope="module")
def image(folder):
    """What a game in play leaves in nvm."""
    with power_on(folder, seed=9) as portal:
        portal.type("5 5\r")
        portal.run(1)
        portal.type("flag 0 0\r")
        portal.run(REST_S + 1)
        assert portal.nvm_writes
        return bytes(portal.nvm[: memory.LIMIT])


def spoil_image(image, changes, sealed):
    """The image with other bytes, as a write that went wrong or another program would leave it."""
    image = bytearray(image)
    for place, byte in changes.items():
        if place not in CALIBRATION:
            image[place] = byte
    length = struct.unpack_from("<H", image, 4)[0]
    if sealed and 10 <= length <= memory.LIMIT:
        struct.pack_into("<I", image, length - 4, crc32(image[: length - 4]))
    return bytes(image).ljust(NVM_BYTES, b"\xff")


def nvm_of(case, image):
    return spoil_image(image, *case.nvm) if isinstance(case.nvm, tuple) else case.nvm


class Hands:
    """A player at a board that may be broken; `said` is what it printed since its start."""

    def __init__(self, folder, case, nvm=None):
        self.portal = power_on(folder, seed=case.seed, nvm=nvm)
        self.said = []
        self.case = case
        self._break()
        self.start()

    def _break(self):
        portal, case = self.portal, self.case
        portal.board.console.listener = self.said.append
        if case.sound:
            portal.faults.lose_sound(case.sound)
        for path, how in case.spoiled.items():
            portal.faults.spoil(path, how)
        if case.cut:
            portal.faults.cut_power_at_write(*case.cut)
        for name, value in case.touch.items():
            setattr(portal.board.touch_panel if name == "noise" else portal.faults, name, value)

    def mend_touch(self):
        self.portal.board.touch_panel.noise = 0
        faults = self.portal.faults
        faults.touch_stuck = faults.touch_readings = None
        faults.touch_dead, faults.touch_sparks = False, 0.0

    def start(self):
        self.run(0.3)
        self.check_start("".join(self.said))

    def check_start(self, said):
        """One line for each thing that is lost, none of them twice."""
        lines = said.splitlines()
        losses = 3 + len(self.case.settings)  # memory, saved game, sound hardware
        assert len(lines) <= losses, said
        assert len(set(lines)) == len(lines), said

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


def suffer(hands):
    """Garbage on the console and whatever the touch panel feels, for a while."""
    hands.portal.type(hands.case.typed)
    hands.run(0.5)
    for x, y in (30, 30), (200, 100), (160, 120), (300, 230):
        hands.tap(x, y)
    hands.run(1)


# Not shrunk: that takes minutes, and a case tells what it breaks.
@settings(max_examples=CASES, phases=[Phase.generate])
@given(case=cases)
def test_it_starts_says_what_is_lost_and_plays(folder, drive, image, case):
    play_case(folder, drive, image, case)


def play_case(folder, drive, image, case):
    damage(folder, drive, case)
    hands = Hands(folder, case, nvm_of(case, image))
    suffer(hands)
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


def damage(folder, drive, case):
    (folder / "settings.toml").write_text("\n".join(case.settings), "utf-8", "surrogatepass")
    for path in SOUNDS:
        if path in case.missing:
            (folder / path).unlink(missing_ok=True)
        elif not (folder / path).exists():
            shutil.copyfile(drive / path, folder / path)


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("write", [1, 2, 3])
def test_power_may_fail_at_any_write(folder, drive, image, write, moment):
    play_case(folder, drive, image, Case(cut=(write, moment)))


@pytest.mark.parametrize("how", SOUND_FAULTS)
def test_lost_sound_is_said_in_one_line(folder, drive, how):
    damage(folder, drive, Case())
    hands = Hands(folder, Case(sound=how))
    hands.play()
    hands.ask("flag 0 0")
    told = [line for line in "".join(hands.said).splitlines() if "sound" in line.lower()]
    assert len(told) == 1, told


@pytest.mark.parametrize("kind", ["missing", "open", "read"])
def test_a_lost_sound_file_is_said_in_one_line(folder, drive, kind):
    path = "sounds/click.wav"
    case = Case(missing={path}) if kind == "missing" else Case(spoiled={path: kind})
    damage(folder, drive, case)
    hands = Hands(folder, case)
    hands.play()
    for _ in range(3):
        hands.ask("flag 0 0")
    assert "".join(hands.said).count("click.wav cannot be played") == 1


def test_damaged_memory_is_said_in_one_line(folder, drive, image):
    damage(folder, drive, Case())
    hands = Hands(folder, Case(), spoil_image(image, {40: image[40] ^ 1}, False))
    assert "".join(hands.said) == memory._DAMAGED + "\n"
    hands.play()


def test_the_options_lie_where_this_test_believes(image):
    opened = options.Options(320, 240)
    opened.unpack_from(image, memory._OPTIONS)
    assert struct.unpack_from("<4H", image, CALIBRATION.start) == sum(opened.calibration, ())


def test_a_game_goes_on_that_there_is_no_memory_to_save(sit_down):
    desk = sit_down()
    kept = desk.portal.engine.program.modules["minesweeper.memory.records"].Records

    def pack_into(records, buffer, offset):
        raise MemoryError

    kept.pack_into, whole = pack_into, kept.pack_into
    desk.tap(5)
    desk.portal.run(REST_S)
    assert desk.portal.running
    kept.pack_into = whole
    desk.portal.run(REST_S)
    assert desk.portal.nvm_writes == 1
