# SPDX-License-Identifier: MIT
"""The tiles of SpriteSheet.bmp by number, and the one place where a cell's byte becomes a tile.

Tiles 0–8 are opened cells with that many mines around. Tiles from PRESSED on show the stylus.
"""

from minesweeper.rules import field

NUMBERS = range(1, 9)
BLANK = 9
DEATH = 10
FLAG = 11
MISFLAG = 12
QUESTION = 13
MINE = 14
PRESSED = 15
RIPE = 16
CURSOR = 17
DEFUSED = 18
DANGER = 19
FACE = 20
FACE_WON = 21
FACE_LOST = 22
FACE_PRESSED = 23
# The face for each outcome of a game: playing, won, lost.
FACES = (FACE, FACE_WON, FACE_LOST)
DIG_MODE = 24
FLAG_MODE = 25
HINT = 26
CLUE = 27
TICK = 28
# A flag that falls into its cell, in order.
FALLING = (30, 31)
COUNT = 32

# The palette entry that overlays see through.
TRANSPARENT = 0


def table():
    """Return the tile of each byte, as bytes."""
    shown = bytearray(256)
    for byte in range(256):
        shown[byte] = of(byte)
    return shown


def of(cell):
    """Return the tile that shows a cell's byte."""
    state = cell & field.STATE
    if state == field.OPEN:
        return _opened(cell)
    if state == field.FLAG:
        return _judged(cell) if cell & field.FATAL else FLAG
    return QUESTION if state == field.QUESTION else BLANK


def _judged(cell):
    """Return the tile of a flag after the game."""
    return DEFUSED if cell & field.MINE else MISFLAG


def _opened(cell):
    if not cell & field.MINE:
        return cell & field.AROUND
    return DEATH if cell & field.FATAL else MINE
