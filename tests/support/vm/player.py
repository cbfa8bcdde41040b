# SPDX-License-Identifier: MIT
"""A player for the VM's programs, who knows where the mines are and is careless now and then."""


def choose(board, field, random):
    """(cell, whether it is held) of a move, mostly right, so that games are long."""
    cell = random.randrange(len(board.cells))
    mood = random.randrange(40)
    if mood < 5:
        return cell, mood == 0
    for _ in range(len(board.cells)):
        if board.state(cell) not in (field.OPEN, field.FLAG):
            return cell, not board.cells[cell] & field.MINE
        cell = (cell + 1) % len(board.cells)
    # Nothing but wrong flags is left.
    return cell, False
