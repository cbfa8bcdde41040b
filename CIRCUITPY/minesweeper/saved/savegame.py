# SPDX-License-Identifier: MIT
"""Packs a game in play into bytes: a mine takes a bit, a cover two bits a cell.

`restoring` restores it at power-on.
"""

import struct

from micropython import const

from minesweeper.rules.field import FLAG, MINE, OPEN, QUESTION, STATE

# Preset, columns, rows, flags, mines, the first cell, moves, milliseconds, the dice's seed.
FORMAT = const("<BBBBHHHII")
HEADER = struct.calcsize(FORMAT)
LAID = const(1)
HINTED = const(2)
REPEATED = const(4)
PROVED = const(8)
# Two bits above these: where the first cell may lie.
FIRST = const(16)
DAILY = const(64)
REARRANGED = const(128)
# The cell of the last move, at the end, and above it 1 if chance decides guesses and 2 if they are
# fair; none of it was always there.
MOVED = const("<H")
GUESSES = const(14)
MOVED_SIZE = struct.calcsize(MOVED)
# In place of a first cell, where there is none.
NONE = const(0xFFFF)
STATES = (0, QUESTION, FLAG, OPEN)


def size(cells):
    """Return how many bytes a game on so many cells takes."""
    return covers(cells) + (cells + 3) // 4 + MOVED_SIZE


def covers(cells):
    """Return where the covers begin."""
    return HEADER + (cells + 7) // 8


def pack(game, index, now_ms):
    """Pack a game; `index` is its preset's id."""
    field = game.field
    count = len(field.cells)
    flags = LAID * field.laid + HINTED * game.hinted + REPEATED * game.repeated
    flags += PROVED * game.proved + FIRST * game.first + DAILY * game.daily
    flags += REARRANGED * game.rearranged
    elapsed_ms = min(game.elapsed_ms(now_ms), 0xFFFFFFFF)
    saved = bytearray(size(count))
    struct.pack_into(
        FORMAT, saved, 0, index, field.width, field.height, flags, field.mines,
        NONE if game.first_cell is None else game.first_cell, min(game.moves, 0xFFFF), elapsed_ms,
        game.dice.seed,
    )
    struct.pack_into(MOVED, saved, size(count) - MOVED_SIZE,
                     game.moved | (2 if game.arrange else 1) << GUESSES)
    at = covers(count)
    for cell in range(count):
        byte = field.cells[cell]
        if byte & MINE:
            saved[HEADER + cell // 8] |= 1 << cell % 8
        saved[at + cell // 4] |= STATES.index(byte & STATE) << 2 * (cell % 4)
    return saved
