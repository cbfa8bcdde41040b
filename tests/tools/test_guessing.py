# SPDX-License-Identifier: MIT
"""tools.guessing: the endgame is optimal, what nothing can change comes first, dead cells last."""

import pytest

from minesweeper.solver import analysis, knowledge
from minesweeper.solver.odds import Odds
from minesweeper.solver.topology import Topology
from minesweeper.solver.trial import Trial
from tests.support import seeds
from tests.support.solver import brute_force
from tools.guessing import guess, selfplay
from tools.guessing.bitboard import Sweep
from tools.guessing.known import Diagram, of_seen, unknown_around

WIDE = Diagram(64, 1 << 12)
LIMITS = guess.Limits(few=60, nodes=1 << 20, depth=40)


def guessing(at):
    """Return the knowledge and the odds when a guess is due; None if everything follows."""
    known = of_seen(at.seen, Topology(at.width, at.height), at.mines)
    list(analysis.deductions(known, WIDE))
    if not known.unknown or knowledge.SAFE in known.known:
        return None
    return known, Odds(known, WIDE)


def best_play(at, possible, opened=frozenset()):
    """Return how many of the possible boards the best play wins; tries all orders of cells."""
    return 1 if len(possible) == 1 else max(
        play_after(at, possible, opened, cell) for cell in set(at.covered()) - opened)


def play_after(at, possible, opened, cell):
    """Return how many of them the best play wins after this cell."""
    shown = {}
    for mines in possible:
        if cell not in mines:
            shown.setdefault(len(at.around(cell) & mines), []).append(mines)
    return sum(best_play(at, part, opened | {cell}) for part in shown.values())


def few_solutions(count):
    """Positions in which a guess is due, with 2 to 6 solutions."""
    seed = found = 0
    while found < count:
        at = brute_force.position(seed)
        seed += 1
        if len(at.covered()) <= 8 and guessing(at) and 2 <= len(brute_force.solutions(at)) <= 6:
            found += 1
            yield at


def test_the_endgame_is_played_as_well_as_it_can_be():
    for at in few_solutions(100):
        known, odds = guessing(at)
        cells = list(known.unknown_cells())
        found = guess.board_solutions(known, WIDE, odds, 100)
        search = guess.Endgame(known.topology, cells, found, 1 << 20, 40)
        assert len(found) == odds.solutions
        possible = brute_force.solutions(at)
        assert search.wins == best_play(at, possible)
        assert search.wins == play_after(at, possible, frozenset(), search.best)


def test_a_guess_may_be_safe_and_a_dead_cell_comes_last():
    """With other cells as safe or not much worse, one that can show one number only waits."""
    checked = 0
    for seed in range(1000):
        at = brute_force.position(seed)
        due = guessing(at)
        if not due:
            continue
        known, odds = due
        assert list(unknown_around(known)) == [
            len(at.around(cell) & {*known.unknown_cells()}) for cell in range(len(at.seen))]
        cell = guess.choose(known, odds, WIDE, LIMITS)
        assert known.known[cell] == knowledge.UNKNOWN and odds.mines[cell] < odds.solutions
        if odds.solutions > LIMITS.few:
            possible = brute_force.solutions(at)
            shown = {len(at.around(cell) & mines) for mines in possible if cell not in mines}
            others = [other for other in known.unknown_cells()
                      if odds.mines[other] <= odds.mines[cell]]
            checked += 1
            assert len(shown) > 1 or all(
                len({len(at.around(other) & mines) for mines in possible if other not in mines}) < 2
                for other in others), seed
    assert checked > 10


@pytest.mark.parametrize("limit", [{"nodes": 1}, {"depth": 1}, {"few": 0}])
def test_a_search_that_hits_its_bound_gives_way_to_odds(limit):
    limits = guess.Limits(**{"few": 60, "nodes": 400, "depth": 40} | limit)
    for at in few_solutions(30):
        known, odds = guessing(at)
        assert guess.choose(known, odds, WIDE, limits) in known.unknown_cells()


def test_a_sweep_knows_what_the_simple_rules_say():
    topology = Topology(6, 5)
    for game in range(200):
        truth = selfplay.lay(topology, 3 + game % 9, 0, False, seeds.chance(game))
        trial, sweep = Trial(topology, truth), Sweep(topology, truth)
        trial.open(0)
        sweep.open(1)
        for _ in trial.deductions():
            sweep.deduce()
        assert sweep.is_won() == trial.solved()
        for name in () if trial.solved() else ("known", "free", "mask", "unknown", "mines_left"):
            assert getattr(sweep.knowledge(), name) == getattr(trial.knowledge, name)
