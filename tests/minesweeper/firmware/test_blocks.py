# SPDX-License-Identifier: MIT
"""No block of memory that the game asks for in play is larger than what a PyPortal has left.

A device's heap grows by areas that double, and is out of large blocks long before it is out of
bytes. In a thousand games on CircuitPython a block of 2,048 bytes was always left. Blocks that the
game takes at power-on do not count.
"""

from array import array

from tests.support.play import blocks, reader
from tests.support.play.desk import Desk
from tests.support.play.seat import BY_NAME, DIG, LOST, pause

BLOCK_BYTES = 2048
LINES = "board", "hint", "odds", "stats", "help"
# Each way from the pause sheet and back to the game; the last two deal another board.
WAYS = (("Options", "More", "Done", "Resume"),
        ("How to play", "Patterns", "Next", "Leave", "Resume"),
        ("Statistics", "Done", "Resume"), ("Hint",),
        ("Solve", "Show the odds"), ("Solve", "As far as"), ("Same board",), ("New game",))


def test_no_block_that_is_asked_for_in_play_is_large(drive_with):
    """On the board with most cells, dealt with most work."""
    lines = 'MINES_PRESET = "expert"', 'MINES_NO_GUESS = "on"', DIG
    desk = Desk(drive_with(*lines), preset=BY_NAME["expert"])
    with blocks.watched(desk) as largest:
        play(desk)
    large = {function: size for function, size in largest.items() if size > BLOCK_BYTES}
    assert large == {}
    assert len(largest) > 250


def play(desk):
    """Everything that can be asked of a game, from its beginning to a loss and its proof."""
    begin(desk)
    for line in LINES:
        desk.portal.type(line + "\n")
        desk.portal.run(1)
    for way in WAYS:
        if way[0] == "Same board":
            begin(desk)
        pause(desk)
        for words in way:
            desk.tap_on(words)
        desk.portal.run(1)
    begin(desk)
    desk.tap(desk.mines()[-1])
    desk.portal.run(2)
    assert any(reader.sees(desk.portal, words) for words in LOST)
    desk.portal.type("proof\n")
    desk.portal.run(2)
    assert "no guess was needed" in desk.portal.serial


def begin(desk):
    """Another board, opened in its middle."""
    desk.portal.type("new\n")
    desk.portal.run(0.5)
    desk.tap(desk.columns * (desk.rows // 2) + desk.columns // 2)
    while not desk.mines():
        desk.portal.run(0.1)
    desk.portal.run(0.3)


def test_blocks_are_as_large_as_on_a_device():
    assert blocks.size([0] * 5) == 32 and blocks.size([None] * 280) == 2048
    assert blocks.size(bytearray(8192)) == blocks.size(array("H", bytes(8192))) + 1 == 8193
    assert blocks.size((1, 2)) == 16 and blocks.size(1 << 80) == 8
