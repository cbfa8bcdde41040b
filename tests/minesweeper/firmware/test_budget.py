# SPDX-License-Identifier: MIT
"""The game's memory: on the board's firmware with less of it than a board has, and block by block.

A device's heap grows by areas that double, and is out of large blocks long before it is out of
bytes. In a thousand games on CircuitPython a block of 2,048 bytes was always left. Blocks that the
game takes at power-on do not count.
"""


import pytest

from sim import PyPortal
from tests.commands import budget
from tests.support import firmware
from tests.support.play import blocks
from tests.support.play.player import BY_NAME, DIG, LOST, Player
from tools.reading import sees

BEGINNER = budget.Way("beginner", "mpy", 0)
GOOD = budget.Found(BEGINNER, 50, 9, 200, 2, 0, 9000, 4000, "")


@pytest.mark.parametrize(("changes", "kept"), [
    ({}, True), ({"refused": 3}, False), ({"last": "MemoryError:"}, False)])
def test_an_end_or_refused_advice_is_over_the_budget(changes, kept):
    assert budget.is_kept([GOOD, GOOD._replace(**changes)]) is kept


def test_a_finger_plays_without_an_end_on_little_memory(drive):
    firmware.require()
    found = budget.played(BEGINNER, seconds=15)
    assert found.last == "" and found.touches > 8 and found.least_block > 0


def test_a_program_without_memory_is_found(drive):
    firmware.require()
    found = budget.played(BEGINNER, seconds=15, less_kb=150)
    assert "Error" in found.last


def test_the_solver_takes_no_memory_before_the_first_tap(drive, tmp_path):
    firmware.require()
    drive = budget.drive_of(BEGINNER, 0, tmp_path / "drive")
    with PyPortal(drive, engine="firmware", seed=1) as portal:
        portal.run(3)
        least = portal.heap.used
        for _ in range(100):
            portal.run(0.1)
            least = min(least, portal.heap.used)
        assert least < 150_000


def test_short_taps_count_as_soon_as_the_menu_is_there(drive, tmp_path):
    firmware.require()
    drive = budget.drive_of(BEGINNER, 0, tmp_path / "drive")
    with PyPortal(drive, engine="firmware", seed=4) as portal:
        for at, seconds in ((160, 200), 3), ((130, 130), 1):
            portal.run(6)
            portal.hold(*at, 0.12)
            portal.run(seconds)
        for moment in range(25):
            portal.hold(270, 100, 0.12)
            portal.run(0.51 + 0.03 * moment)
            portal.hold(60, 60, 0.08)
            portal.run(1)
            assert not sees(portal, "Resume"), moment


BLOCK_BYTES = 2048
LINES = "board", "hint", "odds", "stats", "help"
# Each way from the menu and back to the game.
WAYS = (("Title", "Options", "More", "Done", "Resume"),
        ("Title", "Learn", "How to play", "Next", "Done", "Patterns", "Next", "Done", "Back",
         "Resume"),
        ("Title", "Daily", "Back", "Resume"), ("Share", "By number", "Back", "Back", "Resume"),
        ("Hint",), ("Solve", "the odds"), ("Solve", "Play on until"))


def test_no_block_that_is_asked_for_in_play_is_large(drive_with):
    """On the board with most cells, dealt with most work, once the solver has its memory."""
    lines = 'MINES_PRESET = "expert"', 'MINES_NO_GUESS = "on"', DIG
    player = Player(drive_with(*lines), preset=BY_NAME["expert"])
    player.say("hint", 0.4)
    with blocks.watched(player) as largest:
        play(player)
    large = {function: size for function, size in largest.items() if size > BLOCK_BYTES}
    assert large == {}
    assert len(largest) > 250


def play(player):
    """Everything that can be asked of a game, from its beginning to a loss and its steps."""
    begin(player)
    for line in LINES:
        player.say(line, 0.4)
    for way in WAYS:
        player.open_menu()
        for words in way:
            player.tap_on(words)
        player.run(0.5)
    begin(player)
    player.tap(player.mines()[-1])
    player.run(2)
    assert any(player.reads(words) for words in LOST)
    assert "no guess was needed" in player.say("steps")


def begin(player):
    """Another board, opened in its middle."""
    player.portal.type("new\n")
    player.run(0.5)
    player.tap(player.columns * (player.rows // 2) + player.columns // 2)
    while not player.mines():
        player.run(0.1)
    player.run(0.3)
