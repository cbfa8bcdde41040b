# SPDX-License-Identifier: MIT
"""A player for the VM's programs, who knows where the mines are and is careless now and then."""


def choose(board, field, random):
    """(cell, whether it is held) of a move, mostly right, so that games are long."""
    cell = random.randrange(len(board.cells))
    mood = random.randrange(40)
    if mood < 5:
        return cell, mood == 0
    while board.state(cell) in (field.OPEN, field.FLAG):
        cell = (cell + 1) % len(board.cells)
    return cell, not board.cells[cell] & field.MINE
