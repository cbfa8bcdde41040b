# SPDX-License-Identifier: MIT
"""Restores a game that `savegame` has packed; loaded at power-on.

Counters are counted anew. An impossible game is refused before anything is changed.
"""

import struct

from minesweeper.rules import presets
from minesweeper.rules.field import OPEN
from minesweeper.saved.options import custom
from minesweeper.saved.savegame import (
    DAILY,
    FIRST,
    FORMAT,
    GUESSES,
    HEADER,
    HINTED,
    LAID,
    MOVED,
    MOVED_SIZE,
    NONE,
    PROVED,
    REARRANGED,
    REPEATED,
    STATES,
    covers,
    size,
)


def board_of(saved, options):
    """Return the board of these bytes, None if they are no possible game.

    Only a game on a known board may have another one than the options say.
    """
    if len(saved) < HEADER:
        return None
    index, columns, rows, flags, mines, first, _, _, _ = struct.unpack_from(FORMAT, saved, 0)
    board = presets.of(index) or custom(columns, rows, mines)
    is_known = flags & REPEATED and (presets.of(index) or options.fits(columns, rows, mines))
    if (presets.id_of(board),) + board[1:4] != (index, columns, rows, mines):
        return None
    if not is_known and board != options.board():
        return None
    count = columns * rows
    if size(count) - len(saved) not in (0, MOVED_SIZE) or count <= first < NONE:
        return None
    return board if _is_possible(saved, count, flags, mines) else None


def _is_possible(saved, count, flags, mines):
    """Whether the mines are as many as it says, none open, and none before they are laid."""
    laid = flags & LAID
    for cell in range(count):
        mine = _has_mine(saved, cell)
        mines -= mine
        if _state(saved, cell, count) == OPEN and (mine or not laid):
            return False
        if mine and not laid:
            return False
    return mines == 0 or not laid


def restore(saved, game, arrange):
    """Restore a game into one that has just begun; its clock starts with the next move.

    `arrange` is what makes guesses fair.
    """
    _, _, _, flags, mines, first, moves, elapsed_ms, seed = struct.unpack_from(FORMAT, saved, 0)
    field = game.field
    field.start(mines)
    for cell in range(len(field.cells)):
        if _has_mine(saved, cell):
            field.lay_one(cell)
    field.laid = bool(flags & LAID)
    for cell in range(len(field.cells)):
        _cover(field, cell, _state(saved, cell, len(field.cells)))
    game.hinted = bool(flags & HINTED)
    game.repeated = bool(flags & REPEATED)
    game.proved = bool(flags & PROVED)
    game.daily = bool(flags & DAILY)
    game.rearranged = bool(flags & REARRANGED)
    game.first = flags // FIRST & 3
    game.dice.start(seed)
    game.recording.begin(False)
    game.first_cell = None if first == NONE else first
    game.moves = moves
    count = len(field.cells)
    at = size(count) - MOVED_SIZE
    moved = struct.unpack_from(MOVED, saved, at)[0] if len(saved) > at else 0
    game.moved = min(moved & (1 << GUESSES) - 1, count - 1)
    if moved >> GUESSES:
        game.arrange = arrange if moved >> GUESSES > 1 else None
    game.played_ms = elapsed_ms


def _cover(field, cell, state):
    if state == OPEN:
        field.cells[cell] |= OPEN
        field.safe_left -= 1
        field.undecided -= 1
    else:
        field.mark(cell, state)


def _has_mine(saved, cell):
    return saved[HEADER + cell // 8] >> cell % 8 & 1


def _state(saved, cell, count):
    return STATES[saved[covers(count) + cell // 4] >> 2 * (cell % 4) & 3]
