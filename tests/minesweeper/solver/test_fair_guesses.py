# SPDX-License-Identifier: MIT
"""Fair guesses: what they want of a cell, every arrangement alike, and games that nobody loses."""

import functools
from collections import Counter
from types import SimpleNamespace

import pytest

from minesweeper.advice import fairness
from minesweeper.deals import Deals
from minesweeper.rules import controls, field, game, presets
from minesweeper.saved.options import FAIR
from minesweeper.solver import arrangement
from minesweeper.solver.diagram import Diagram
from minesweeper.solver.knowledge import OPEN
from minesweeper.solver.odds import Odds
from minesweeper.solver.solver import Solver
from minesweeper.solver.topology import Topology
from tests.support import seeds
from tests.support.play.games import Chance
from tests.support.solver import brute_force
from tests.support.solver.questions import known
from tools.guessing.known import of_seen
from tools.guessing.selfplay import diagram_for

topology = functools.cache(Topology)

# Whole games.
GAMES = int(seeds.more(24, 10_000))
BOARDS = [("custom", side, side, mines, 16)
          for side, mines in ((6, 8), (7, 10), (8, 14), (9, 18))] + [*presets.ALL[1:5]]


class Session:
    """The parts of a session that fair guesses need, and a game with fair guesses."""

    def __init__(self, chance, board=presets.BEGINNER, first=game.ANY):
        self.solver = Solver(board[1] * board[2])
        self.device = SimpleNamespace(ticks_ms=lambda: 0, touch=lambda: None)
        self.told, self.teaches = [], False
        banner = SimpleNamespace(hide=lambda: self.told.append(""), tell=self.told.append)
        self.view = SimpleNamespace(banner=banner)
        self.game = game.Game(board, controls.Dig(), first, Chance(chance.randrange))
        self.game.arrange = self.arrange

    def take_solver(self):
        """Do nothing: the solver is there from the start."""

    def arrange(self, cells):
        """Rearrange the mines as the session does."""
        truth = fairness.arrangement(self, cells)
        if truth:
            before = shown(self.game.field)
            self.game.rearrange(truth)
            assert shown(self.game.field) == before
        return True


def shown(board):
    """Return the player's view and the counters; check every number against the mines."""
    mines = [byte & field.MINE for byte in board.cells]
    assert sum(map(bool, mines)) == board.mines
    for cell, byte in enumerate(board.cells):
        if byte & field.STATE == field.OPEN and not mines[cell]:
            steps = board.neighbours.steps(cell)
            assert byte & field.AROUND == sum(bool(mines[cell + step]) for step in steps)
    seen = [byte if byte & field.STATE == field.OPEN else byte & field.STATE
            for byte in board.cells]
    flags = [at for at, byte in enumerate(board.cells) if byte & field.STATE == field.FLAG]
    assert board.flags == len(flags) and board.wrong_flags == sum(not mines[at] for at in flags)
    return seen, board.flags, board.safe_left, board.undecided


def at_position(at):
    """A game that has come to a position of the oracle's."""
    board = ("custom", at.width, at.height, at.mines, 16)
    session = Session(seeds.chance(0), board)
    session.game.begin_empty()
    session.game.field.lay_all(bytes(cell in at.truth for cell in range(at.width * at.height)))
    for cell in at.clues():
        session.game.field.cells[cell] |= field.OPEN
        session.game.field.safe_left -= 1
        session.game.field.undecided -= 1
    return session


def mines_of(board):
    return frozenset(cell for cell, byte in enumerate(board.cells) if byte & field.MINE)


def outcomes(possible, at, cell):
    """The arrangements that there may be once the cell opens, by all solutions there are."""
    chances = {one: sum(one in mines for mines in possible) for one in at.covered()}
    fewest = min(chances.values())
    safe = [mines for mines in possible if cell not in mines]
    deadly = [mines for mines in possible if cell in mines]
    if fewest == 0:
        wanted = deadly or safe
    elif chances[cell] == fewest and cell in at.truth:
        wanted = safe
    else:
        return {at.truth}
    return {at.truth} if at.truth in wanted else {frozenset(mines) for mines in wanted}


def test_the_mines_move_as_the_rule_wants_it_by_all_solutions_there_are():
    kinds = Counter()
    for seed in seeds.some(150):
        at = brute_force.position(seed)
        if not at.covered() or len(at.covered()) == at.mines:
            continue
        possible = [frozenset(mines) for mines in brute_force.solutions(at)]
        for cell in at.covered():
            session = at_position(at)
            expected = outcomes(possible, at, cell)
            session.arrange((cell,))
            assert mines_of(session.game.field) in expected
            kinds[cell in at.truth, expected == {at.truth}] += 1
    assert min(kinds.values()) > 20 and len(kinds) == 4


def test_every_arrangement_is_as_likely():
    """By chi-square, of positions with some solutions; three sigma."""
    tried = 0
    for at in map(brute_force.position, seeds.some(400)):
        possible = [frozenset(mines) for mines in brute_force.solutions(at)]
        cells = [cell for cell in at.covered() if 3 <= len(outcomes(possible, at, cell)) <= 40]
        if not cells or tried == 8:
            continue
        tried += 1
        expected = outcomes(possible, at, cells[0])
        draws = 30 * len(expected)
        session, found = at_position(at), Counter()
        for _ in range(draws):
            session.game.field.lay_anew(bytes(cell in at.truth for cell in range(len(at.seen))))
            session.arrange(cells[:1])
            found[mines_of(session.game.field)] += 1
        check_fair(found, expected, 30)
    assert tried == 8


def check_fair(found, expected, draws):
    freedom = len(expected) - 1
    square = sum((found[mines] - draws) ** 2 / draws for mines in expected)
    assert square < freedom + 3 * (2 * freedom) ** 0.5 + 3


def test_parts_share_the_mines_by_all_solutions_there_are():
    """Two parts of one or two mines each, three cells that no number touches, and a mine."""
    width, height, seen = brute_force.picture(["-1-1--1-1-----1."])
    at = brute_force.Position(width, height, 5, seen, frozenset())
    expected = {frozenset(mines) for mines in brute_force.solutions(at)}
    chance, found, diagram = seeds.chance(1), Counter(), Diagram(width)
    for _ in range(60 * len(expected)):
        truth = arrangement.draw_mines(known(at), diagram, chance.randrange)
        found[frozenset(cell for cell in range(width) if truth[cell] == 1)] += 1
    assert found.keys() == expected and not any(diagram.value)
    check_fair(found, expected, 60)


def guess(session, chance):
    """(a cell that the player may open, whether something is safe); the best odds of all."""
    board = session.game.field
    seen = bytearray(byte & field.AROUND if byte & field.STATE == field.OPEN else 9
                     for byte in board.cells)
    known = of_seen(seen, topology(board.width, board.height), board.mines)
    odds = Odds(known, diagram_for(len(seen)))
    covered = [cell for cell in range(len(seen)) if known.known[cell] != OPEN]
    fewest = min(odds.mines[cell] for cell in covered)
    best = [cell for cell in covered if odds.mines[cell] == fewest]
    risky = [cell for cell in covered if fewest < odds.mines[cell] < odds.solutions]
    return (best if not fewest else [chance.choice(best)]), risky, fewest > 0


@pytest.mark.parametrize("number", range(len(BOARDS)), ids=lambda number: str(BOARDS[number][:4]))
def test_nobody_loses_by_the_best_guess_where_nothing_is_safe(number):
    board, guesses, moved = BOARDS[number], 0, 0
    for seed in range(GAMES // len(BOARDS)):
        chance = seeds.chance(10_000 * number + seed)
        session = Session(chance, board, chance.randrange(3))
        session.game.open(chance.randrange(board[1] * board[2]), 0)
        while session.game.outcome() == controls.PLAYING:
            cells, _, is_forced = guess(session, chance)
            guesses += is_forced
            for cell in cells:
                session.game.open(cell, 0)
            shown(session.game.field)
        moved += session.game.rearranged
        assert session.game.outcome() == controls.WON, seed
    print(f"{board[:4]}: {guesses} guesses in {seed + 1} games, {moved} rearranged")


def test_a_chord_on_a_guess_opens_a_mine_where_something_else_is_safe():
    """Its flag is right by chance, and right no more."""
    width, height, seen = brute_force.picture(["1----", "-----", "--11-", "--1..", "--1.."])
    at = brute_force.Position(width, height, 3, seen, frozenset())
    possible = brute_force.solutions(at)
    assert set(at.covered()).difference(*possible)
    for mines in possible:
        session = at_position(at._replace(truth=frozenset(mines)))
        (mine,) = mines & {1, 5, 6}
        session.game.flag(mine, 0)
        session.game.chord(0, 0)
        assert session.game.field.exploded
    assert len({frozenset(mines & {1, 5, 6}) for mines in possible}) > 1


def test_a_touch_takes_back_what_takes_long_to_weigh():
    session = Session(seeds.chance(0), presets.BEGINNER, game.OPENING)
    session.finger = SimpleNamespace(wait_for_release=lambda: None)
    session.saved = SimpleNamespace(board=presets.BEGINNER)
    session.options = SimpleNamespace(guessing=FAIR, rule=lambda: game.OPENING,
                                      make_controls=controls.Dig)
    Deals(session, None, None, None)
    session.game.begin()
    session.game.open(40, 0)
    moments = iter(range(0, 1_000_000, 200))
    session.device = SimpleNamespace(ticks_ms=lambda: next(moments), touch=lambda: (1, 1))
    before = bytes(session.game.field.cells)
    _, risky, _ = guess(session, seeds.chance(0))
    assert not len(session.game.open(risky[0], 0))
    assert bytes(session.game.field.cells) == before
    assert len(session.told) == 2 and "back" in session.told[0]
