# SPDX-License-Identifier: MIT
"""Twelve patterns to learn: small boards on which a few numbers tell, and what they tell.

The answer is written down beside each board; the tests check it against every way to lay the
mines. Loaded for each, and forgotten after.
"""

from micropython import const

from minesweeper import lazy
from minesweeper.solver.deduction import GROUP, OVERLAP, SUBSET, WHOLE_BOARD, Deduction

COLUMNS = const(8)
ROWS = const(4)
# A board's signs beside digits: F is a flag, and covered are "-" and what follows, safe or a mine.
SAFE = "s"
MINE = "m"

# Name, what is asked for, the rule and its clues as in a Deduction, the board, what to remember,
# and how many mines are left beside the flags, where that counts.
_ALL = (
    ("1-1", SAFE, SUBSET, (16, 17), "--------" "--s-----" "1112----" "...1----",
     "The inner 1 touches both cells of the outer 1, so its third cell is safe.", 0),
    ("1-2", MINE, OVERLAP, (19, 20), "--------" "--m--s--" "12221111" "........",
     "The 2 needs one more mine than the 1: it is in the cell that only the 2 touches.", 0),
    ("1-1 with a flag", SAFE, SUBSET, (5, 13), ".....1--" "...112--" "...2F3s-" "...2F---",
     "The 2 has a flag, so it needs only one more mine. That is 1-1 again.", 0),
    ("1-2 with a flag", MINE, SUBSET, (13, 5), ".....1--" "...113--" "11.2F4m-" "F1.2F---",
     "The 3 has a flag, so it needs only two more mines. That is 1-2 again.", 0),
    ("1-2-1", MINE, GROUP, (12, 13, 14), "13Fsmsms" "1FF31211" "1221...." "........",
     "1-2-1 along a wall: each 1 faces a mine, and the 2 faces a safe cell.", 0),
    ("1-2-2-1", SAFE, GROUP, (4, 12, 20, 28), "....1s--" "....2m--" "....2m--" "....1s--",
     "1-2-2-1 along a wall: each 2 faces a mine, and each 1 faces a safe cell.", 0),
    ("1-2-1 with flags", SAFE, GROUP, (16, 17, 18), "--------" "msms----" "123F----" "..2F----",
     "The 3 has two flags, so it needs only one more mine. That is 1-2-1 again.", 0),
    ("A hole", SAFE, SUBSET, (18, 2), "-s1s----" "--1-----" "1112----" "...1----",
     "The lower 1's mine touches the upper 1 too, so the upper 1's other cells are safe.", 0),
    ("1-2 apart", MINE, OVERLAP, (4, 21), "---12m--" "---2--s-" "----212-" "----1.1-",
     "The 2 shares only one mine with the 1, so the other is in its own cell.", 0),
    ("Triangle", MINE, GROUP, (3, 11, 12), "---1..1-" "---2223-" "--s--m--" "--------",
     "Try each place for the 1's mine: this cell is a mine every time.", 0),
    ("2-2-2 corner", SAFE, GROUP, (10, 11, 19), "-m--s---" "F322----" "1113----" "..1Fm---",
     "All three still need two mines. Try a mine in the corner, and then none there.", 0),
    ("Mine count", SAFE, WHOLE_BOARD, (5, 13, 22, 30), ".....1ss" "111.12ms" "1F1.1F3-" "111.112-",
     "Two mines are left, and both are needed elsewhere. Count near the end!", 2),
)


def count():
    """Return the number of patterns."""
    return len(_ALL)


def pattern(number):
    """(name, what is asked for, board, clues, what to remember, mines left or 0)."""
    name, asked, _, clues, board, told, left = _ALL[number]
    return name, asked, board, clues, told, left


def explain(number):
    """Return a sentence that says why it follows."""
    _, _, rule, clues, board, _, _ = _ALL[number]
    mines, safe = cells(board, MINE), cells(board, SAFE)
    numbers = [int(sign) if sign.isdigit() else 0 for sign in board]
    found = Deduction(rule, mines, safe, clues)
    return lazy.load("advice.reasons").reason(found, mines, safe, numbers)


def cells(board, sign):
    """Return the cells of a sign."""
    return [cell for cell in range(len(board)) if board[cell] == sign]
