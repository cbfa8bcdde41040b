# SPDX-License-Identifier: MIT
"""What the solver has to say in a game: a hint that teaches, and the Solve menu.

Sees what the player sees and no more. Loaded when it is asked and forgotten after, so it leaves
plain numbers behind: on the table as `advice`, on the screen as marks.
"""

from minesweeper import deduction, sight, solver, tiles
from minesweeper.controls import PLAYING
from minesweeper.field import FLAG
from minesweeper.ground import Ground
from minesweeper.picture import place, places


def hint(table):
    """Mark the cell and the clues that decide it; returns a sentence. Asked again, it is done."""
    if table.advice:
        return _follow(table)
    game = table.game
    game.hinted = True
    found = solver.hint(sight.seen(game.field), _ground(game), game.field.mines)
    mines = _unflagged(game.field, found.mines)
    cells = found.safe or mines or found.flags
    marks = [(cell, tiles.CLUE) for cell in found.clues]
    marks += [(cell, tiles.HINT) for cell in cells[:1]]
    table.view.mark(marks)
    if found.safe or found.mines:
        table.advice = found.safe[:1], () if found.safe else mines[:1]
    return _sentence(found, cells, game.field.width)


def _unflagged(field, cells):
    return [cell for cell in cells if field.state(cell) != FLAG]


def _follow(table):
    """Do what was advised."""
    safe, mines = table.advice
    now_ms = table.device.ticks_ms()
    for cell in safe:
        table.show(table.game.open(cell, now_ms), now_ms)
    for cell in mines:
        table.show(table.game.flag(cell, now_ms), now_ms)
    return "Done."


def flag_required(table):
    """Flag Required Mines: returns whether anything changed, in words."""
    game = table.game
    return _act(table, solver.required_mines(sight.seen(game.field), _ground(game)), game.flag)


def open_required(table):
    """Open what lies around clues that have all their flags."""
    game = table.game
    return _act(table, solver.required_safe(sight.seen(game.field), _ground(game)), game.open)


def solve(table):
    """As far as it goes without a guess."""
    game = table.game
    changed = 0
    while game.outcome() == PLAYING:
        found = solver.hint(sight.seen(game.field), _ground(game), game.field.mines)
        if not found.safe and not found.mines:
            break
        changed += _each(table, found.safe, game.open)
        changed += _each(table, _unflagged(game.field, found.mines), game.flag)
    return "{} moves were made.".format(changed)


def _act(table, cells, move):
    changed = _each(table, cells, move)
    return "{} cells were changed.".format(changed) if changed else "Nothing changes."


def _each(table, cells, move):
    """Make a move on each of the cells; returns how many changed something."""
    table.game.hinted = True
    now_ms = table.device.ticks_ms()
    count = 0
    for cell in cells:
        if table.game.outcome() == PLAYING and not table.game.field.is_open(cell):
            changed = move(cell, now_ms)
            count += len(changed) > 0
            table.show(changed, now_ms)
    return count


def _ground(game):
    return Ground(game.field.width, game.field.height, game.field.neighbours)


def _sentence(found, cells, width):
    if not cells:
        seen = ", see " + places(found.clues, width) if found.clues else ""
        return found.name[0].upper() + found.name[1:] + seen + "."
    kind = "safe" if found.safe else "a mine" if found.mines else "flagged"
    if found.rule in (deduction.WRONG_FLAG, deduction.TOO_MANY_FLAGS):
        kind = "flagged"
    return "{} is {}: {}.".format(place(cells[0], width), kind, found.name)
