# SPDX-License-Identifier: MIT
"""A board's number, which deals it again, first cell included, on any PyPortal: 18345-1172093.

Five digits for the preset, the rule by which the mines were laid and the first cell, seven for the
dice's seed. A board of the player's own has seven more, for its columns, rows and mines. Loaded
when it is asked for.
"""

from micropython import const

from minesweeper.rules import presets
from minesweeper.rules.game import NO_GUESS
from minesweeper.saved.options import custom

_CELLS = const(1024)
_WRONG = const("Board numbers have 12 or 19 digits.")
_UNKNOWN = const("No board has this number.")
_REARRANGED = "Fair guesses have moved its mines: no number deals this board."
_LARGER = "Board {} does not fit this display."
_IMPOSSIBLE = "Board {} cannot be laid: its mines do not fit."


def of(game):
    """Return the number that deals the game's board again, "" if there is none."""
    if game.rearranged:
        return ""
    rule = NO_GUESS if game.proved else game.first
    board = game.preset
    return text(presets.id_of(board), board, rule, game.first_cell, game.dice.seed)


def tell(session):
    """Return a sentence with the number of the board in play."""
    game = session.game
    if not game.field.laid:
        return "The mines are not laid yet: open a cell first."
    if game.rearranged:
        return _REARRANGED
    return "Board {}: {}, {} columns, {} rows, {} mines.".format(of(game), *game.preset[:4])


def order(session, words):
    """Read a number: (a sentence, None) if no board has it here, else ("", a request for it)."""
    words = words.replace(" ", "")
    try:
        index, rule, cell, seed, own = read(words)
    except ValueError as error:
        return str(error), None
    board = custom(*own) if own else presets.of(index)
    _, columns, rows, mines, _ = board
    if cell >= columns * rows or mines >= columns * rows:
        return _IMPOSSIBLE.format(words), None
    if own and not session.options.fits(*own):
        return _LARGER.format(words), None
    sentence = "Board {}.".format(text(index, board, rule, cell, seed))
    return "", ("order", (board, rule, cell, seed, None, session.date, sentence))


def text(index, board, rule, cell, seed):
    """Return a number; `index` is the id of `board`."""
    number = "{:05d}-{:07d}".format((index * 4 + rule) * _CELLS + (cell or 0), seed)
    if index == presets.CUSTOM_ID:
        number += "-{:07d}".format((board[1] * 32 + board[2]) * _CELLS + board[3])
    return number


def read(words):
    """Return (id, rule, first cell, seed, (columns, rows, mines) of a custom board or None).

    Raises ValueError with a sentence if the words are no number.
    """
    digits = words.replace("-", "").replace(" ", "")
    for digit in digits:
        if digit not in "0123456789":
            raise ValueError(_WRONG)
    if len(digits) not in (12, 19):
        raise ValueError(_WRONG)
    head = int(digits[:5])
    index = head // (4 * _CELLS)
    is_own = index == presets.CUSTOM_ID
    if index not in presets.ids() or is_own != (len(digits) == 19):
        raise ValueError(_UNKNOWN)
    own = _own(int(digits[12:])) if is_own else None
    return index, head // _CELLS % 4, head % _CELLS, int(digits[5:12]), own


def _own(tail):
    return tail // _CELLS // 32, tail // _CELLS % 32, tail % _CELLS
