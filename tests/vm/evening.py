# SPDX-License-Identifier: MIT
"""A player at the firmware's own main loop, in the VM: loses games and wins games on purpose.

Runs code.py over the stand-ins with a finger that knows where the mines are. Prints at the end of
each game how many of each tile the screen shows, and at the end which sounds were played.
"""

import board
from bench import PowerCut, bench

from minesweeper import field
from minesweeper.field import Field

TAP_MS = 120
HOLD_MS = 700
LIFTED_MS = 60


def main(*games):
    """Each game is `lose` or `win`."""
    player = Player()
    bench.touch(player.finger(games))
    try:
        import code  # noqa: F401  (the firmware's, which runs for ever)
    except PowerCut:
        print("played", *bench.played)


class Player:
    """Knows the board that the firmware plays on, for Field reports to it."""

    def __init__(self):
        self.field = None
        self.laid = 0
        lay = Field.lay

        def reported(laid_field, *arguments):
            if self.laid:
                print("shown", counts())
            lay(laid_field, *arguments)
            self.field = laid_field
            self.laid += 1

        Field.lay = reported

    def finger(self, games):
        """While a board is decided nobody reads the panel: the finger goes on with the next."""
        for game in games:
            yield None, 1000
            laid = self.laid
            for cell, times, ms in game(self.field):
                for _ in range(times):
                    yield middle(cell), ms
                    yield None, LIFTED_MS
                if self.laid != laid:
                    break


def counts():
    """(tile, how many of it) of the board on the screen."""
    grid = board.DISPLAY.root_group[0]
    shown = [grid[at] for at in range(grid.width * grid.height)]
    return [(tile, shown.count(tile)) for tile in sorted(set(shown))]


def lose(playing):
    """A question, a wrong flag, an opened cell, a mine."""
    mines, safe = mines_and_safe(playing)
    yield safe[0], 1, TAP_MS
    yield safe[-1], 2, TAP_MS
    yield safe[len(safe) // 2], 1, HOLD_MS
    yield mines[0], 1, HOLD_MS


def win(playing):
    """A flag on every mine, then a hold on every cell that no flood has opened."""
    mines, safe = mines_and_safe(playing)
    for cell in mines:
        yield cell, 2, TAP_MS
    for cell in safe:
        if playing.state(cell) != field.OPEN:
            yield cell, 1, HOLD_MS


def mines_and_safe(playing):
    cells = range(len(playing.cells))
    mines = [cell for cell in cells if playing.cells[cell] & field.MINE]
    return mines, [cell for cell in cells if not playing.cells[cell] & field.MINE]


def middle(cell):
    return cell % 20 * 16 + 8, cell // 20 * 16 + 8
