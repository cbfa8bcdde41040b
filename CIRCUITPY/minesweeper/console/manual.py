# SPDX-License-Identifier: MIT
"""The console's commands in words; loaded when somebody asks for help."""

_TEXT = """Commands, with row and column numbers from 0:
  3 4 or open 3 4   open a cell
  flag 3 4          put a flag, or take it off
  chord 3 4         open around a number that has all its flags
  board             show the board
  new [preset]      a new board: {}
  hint              a cell that can be known, and why; again to do it
  odds              the chance of a mine in each covered cell
  proof             after a game: why no guess was needed
  replay            after a game: its moves as RAWVF, which other programs play
  number            of this board, which deals it again on any PyPortal
  deal NUMBER       the board of that number
  today [DATE]      the board of the day; where the clock is not set, of a date as 2026-11-22
  stats             what was played so far
  quit              stop listening"""


def manual(presets):
    """With the names of these."""
    return _TEXT.format(", ".join([preset[0] for preset in presets]))
