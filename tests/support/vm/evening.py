# SPDX-License-Identifier: MIT
"""A player at the firmware's own main loop, in the VM: loses and wins on purpose, opens every page.

Runs code.py over the stand-ins with a finger that knows where the mines are. Prints what the
screen shows on the way, and at the end which sounds were played.
"""

import portal
from bench import bench

from minesweeper import device
from minesweeper.board import field
from minesweeper.memory import choices

# The console's characters, for sys's own cannot be typed: whatever device reads is the bench's.
device.sys = bench
RESTED_MS = 11000  # until the game is saved


def main(settings, *acts):
    """Each act is `lose`, `win` or another of the functions below. Power is cut at the end."""
    bench.settings.update(settings)
    player = portal.Portal()
    player.power_on(finger(player, acts))
    print("played", *bench.played)


def finger(player, acts):
    yield None, 300
    print("title", *portal.written())
    yield from player.start()
    for act in acts:
        yield from act(player)
        yield None, 1000


def lose(player):
    """A question, a wrong flag, an opened cell, a mine; then the next board."""
    mines, safe = mines_and_safe(player)
    yield from player.tap(safe[0])
    yield from player.tap(safe[-1])
    yield from player.tap(safe[-1])
    yield from player.hold(safe[len(safe) // 2])
    yield from player.hold(mines[0])
    yield from over(player)


def win(player):
    """Whatever the controls, by flags on all mines and by opening all cells."""
    guide = player.session.options.controls == 0
    mines, safe = mines_and_safe(player)
    for cell in mines:
        for _ in range(2 if guide else 1):
            yield from (player.tap if guide else player.hold)(cell)
    for cell in safe:
        if player.session.game.field.state(cell) != field.OPEN and not player.is_over():
            yield from (player.hold if guide else player.tap)(cell)
    yield from over(player)


def over(player):
    print("shown", portal.tiles())
    yield None, 1000
    print("told", *[text for text in portal.written() if len(text) > 5])
    yield from player.go_on()


def mines_and_safe(player):
    cells = player.session.game.field.cells
    mines = [cell for cell in range(len(cells)) if cells[cell] & field.MINE]
    return mines, [cell for cell in range(len(cells)) if not cells[cell] & field.MINE]


def pause(player):
    """By a hold on an open cell, or by the face where there is one."""
    if player.session.view.panel.layers:
        left, top, right, bottom = player.session.view.panel.bounds(-2)
        yield from portal.touched(((left + right) // 2, (top + bottom) // 2), portal.TAP_MS)
        return
    cells = range(len(player.session.game.field.cells))
    opened = [cell for cell in cells if player.session.game.field.is_open(cell)]
    if not opened:
        safe = mines_and_safe(player)[1]
        yield from player.hold(safe[0])
        opened = safe
    yield from player.hold(opened[0])


def resume(player):
    """The pause sheet opened and left, the board as before."""
    yield from pause(player)
    print("sheet", portal.written()[0])
    before = bytes(player.session.game.field.cells)
    yield from player.press("Resume")
    print("resumed", before == bytes(player.session.game.field.cells))


def flowers(player):
    """Another board, other controls and another theme."""
    yield from pause(player)
    for words in ("Options", "Controls", "More", "Colours", "Done",
                  "Board", "Flowers", "New game"):
        yield from player.press(words)
    print("board", player.session.game.preset[0], choices.word(player.session.options, "controls"))


def statistics(player):
    yield from pause(player)
    yield from player.press("Statistics")
    print("statistics", *portal.written())
    yield from player.press("Done")
    yield from player.press("Resume")


def calibrate(player):
    """Four crosses; touched where they are, nothing is to change much."""
    yield from pause(player)
    for words in ("Options", "More", "Calibrate"):
        yield from player.press(words)
    yield None, 300
    for x in (24, 296):
        for y in (24, 216):
            yield from portal.touched((x, y), 500)
            yield None, 300
    print("calibrated", player.session.options.calibration)
    for words in ("Done", "Resume"):
        yield from player.press(words)


def console(player):
    """A line that is typed in two parts, and a move."""
    bench.typed = "boa"
    yield None, 300
    bench.typed = "rd\r"
    yield None, 300
    cell = mines_and_safe(player)[1][0]
    width = player.session.game.field.width
    bench.typed = f"open {cell // width} {cell % width}\r"
    yield None, 300
    print("opened", player.session.game.field.is_open(cell))
    bench.typed = "stats\r"
    yield None, 300


def power_cut(player):
    """After flags were put, as Dig does, and the game was saved; then the same board is back."""
    for cell in mines_and_safe(player)[0][:3]:
        yield from player.hold(cell)
    yield None, RESTED_MS
    cells = bytes(player.session.game.field.cells)
    again = portal.Portal()
    again.power_on()
    print("back", cells == bytes(again.session.game.field.cells))
    bench.touch(iter(()))
    yield None, 0
