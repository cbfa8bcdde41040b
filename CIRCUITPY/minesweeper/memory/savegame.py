# SPDX-License-Identifier: MIT
"""Packs a game in play into bytes and restores it: a mine takes a bit, a cover two bits a cell.

Counters are counted anew when a game is restored. An impossible game is refused before anything is
changed.
"""

import struct

from micropython import const

from minesweeper.board.field import FLAG, MINE, OPEN, QUESTION, STATE

# Preset, columns, rows, flags, mines, the first cell, moves, milliseconds, the dice's seed.
_FORMAT = const("<BBBBHHHII")
_HEADER = struct.calcsize(_FORMAT)
_LAID = const(1)
_HINTED = const(2)
_REPEATED = const(4)
_PROVED = const(8)
# Two bits above these: where the first cell may lie.
_FIRST = const(16)
_DAILY = const(64)
_REARRANGED = const(128)
# The cell of the last move, at the end; it was not always there.
_MOVED = const("<H")
_MOVED_SIZE = struct.calcsize(_MOVED)
# In place of a first cell, where there is none.
_NONE = const(0xFFFF)
_STATES = (0, QUESTION, FLAG, OPEN)


def size(cells):
    """Return how many bytes a game on so many cells takes."""
    return _states(cells) + (cells + 3) // 4 + _MOVED_SIZE


def _states(cells):
    """Return where the covers begin."""
    return _HEADER + (cells + 7) // 8


def pack(game, index, now_ms):
    """Pack a game; `index` is its preset's, as in `options`."""
    field = game.field
    count = len(field.cells)
    flags = _LAID * field.laid + _HINTED * game.hinted + _REPEATED * game.repeated
    flags += _PROVED * game.proved + _FIRST * game.first + _DAILY * game.daily
    flags += _REARRANGED * game.rearranged
    elapsed_ms = min(game.elapsed_ms(now_ms), 0xFFFFFFFF)
    saved = bytearray(size(count))
    struct.pack_into(
        _FORMAT, saved, 0, index, field.width, field.height, flags, field.mines,
        _NONE if game.first_cell is None else game.first_cell, min(game.moves, 0xFFFF), elapsed_ms,
        game.dice.seed,
    )
    struct.pack_into(_MOVED, saved, size(count) - _MOVED_SIZE, game.moved)
    states = _states(count)
    for cell in range(count):
        byte = field.cells[cell]
        if byte & MINE:
            saved[_HEADER + cell // 8] |= 1 << cell % 8
        saved[states + cell // 4] |= _STATES.index(byte & STATE) << 2 * (cell % 4)
    return saved


def is_of(saved, index, board):
    """Whether these bytes are a possible game on this board."""
    if len(saved) < _HEADER:
        return False
    preset, columns, rows, flags, mines, first, _, _, _ = struct.unpack_from(_FORMAT, saved, 0)
    if (preset, columns, rows, mines) != (index, board[1], board[2], board[3]):
        return False
    count = columns * rows
    if size(count) - len(saved) not in (0, _MOVED_SIZE) or count <= first < _NONE:
        return False
    return _is_possible(saved, count, flags, mines)


def _is_possible(saved, count, flags, mines):
    """Whether the mines are as many as it says, none open, and none before they are laid."""
    laid = flags & _LAID
    for cell in range(count):
        mine = _has_mine(saved, cell)
        mines -= mine
        if _state(saved, cell, count) == OPEN and (mine or not laid):
            return False
        if mine and not laid:
            return False
    return mines == 0 or not laid


def restore(saved, game):
    """Restore a game into one that has just begun; its clock starts with the next move."""
    _, _, _, flags, mines, first, moves, elapsed_ms, seed = struct.unpack_from(_FORMAT, saved, 0)
    field = game.field
    field.start(mines)
    for cell in range(len(field.cells)):
        if _has_mine(saved, cell):
            field.lay_one(cell)
    field.laid = bool(flags & _LAID)
    for cell in range(len(field.cells)):
        _cover(field, cell, _state(saved, cell, len(field.cells)))
    game.hinted = bool(flags & _HINTED)
    game.repeated = bool(flags & _REPEATED)
    game.proved = bool(flags & _PROVED)
    game.daily = bool(flags & _DAILY)
    game.rearranged = bool(flags & _REARRANGED)
    game.first = flags // _FIRST & 3
    game.dice.sow(seed)
    game.recording.begin(False)
    game.first_cell = None if first == _NONE else first
    game.moves = moves
    game.moved = _moved(saved, len(field.cells))
    game.played_ms = elapsed_ms


def _moved(saved, count):
    """Return the cell of the last move, the first cell where it is not known."""
    if len(saved) < size(count):
        return 0
    return min(struct.unpack_from(_MOVED, saved, size(count) - _MOVED_SIZE)[0], count - 1)


def _cover(field, cell, state):
    if state == OPEN:
        field.cells[cell] |= OPEN
        field.safe_left -= 1
        field.undecided -= 1
    else:
        field.mark(cell, state)


def _has_mine(saved, cell):
    return saved[_HEADER + cell // 8] >> cell % 8 & 1


def _state(saved, cell, count):
    return _STATES[saved[_states(count) + cell // 4] >> 2 * (cell % 4) & 3]
