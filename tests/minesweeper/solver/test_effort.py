# SPDX-License-Identifier: MIT
"""Hints on the device: the same, and for little work and memory."""

import statistics
import sys
import tracemalloc

import pytest

from minesweeper.solver import analysis
from minesweeper.solver.odds import Odds
from minesweeper.solver.solver import Solver
from minesweeper.solver.topology import Topology
from tests.support import hang, vm
from tests.support.paths import ROOT
from tests.support.solver import positions
from tests.support.solver.questions import hint_of


@pytest.fixture(scope="module")
def stuck_views():
    """Positions of the guide's 20×15 with 45 mines where simple rules stick."""
    return positions.stuck(60, 45)


DEVICE = """
from minesweeper.solver import analysis
from minesweeper.solver.solver import Solver
class Board:
    width, height, mines, neighbours = 20, 15, 45, None
solver = Solver(300)
solver.shape(Board)
def name(seen):
    solver.known.see(seen, solver.topology, 45)
    return analysis.hint(seen, solver.known, solver.diagram).name
"""


def test_hints_where_simple_rules_stick_are_the_same_on_the_devices_vm(drive, stuck_views):
    vm.require()
    steps = [f"print(name(bytearray({view!r})))" for view in stuck_views]
    topology = Topology(20, 15)
    assert vm.run(vm.drive_files(drive), [DEVICE, *steps]).splitlines() == [
        hint_of(bytearray(view), topology, 45).name for view in stuck_views]


# In a process of its own: what other tests have left behind is traced too.
COUNTED = """
import ast, sys
sys.path.append("CIRCUITPY")
from tests.support import effort
from minesweeper.solver.topology import Topology
from tests.support.solver.questions import hint_of
topology = Topology(20, 15)
for view in ast.literal_eval(sys.stdin.read()):
    print(effort.lines(lambda: hint_of(bytearray(view), topology, 45)))
"""


def test_a_hint_is_little_work(stuck_views):
    """`make bench` tells how long it takes in the device's VM."""
    done = hang.run([sys.executable, "-c", COUNTED], input=repr(stuck_views[:20]), cwd=ROOT)
    work = list(map(int, done.stdout.split()))
    assert len(work) == 20, done.stderr
    assert statistics.median(work) < 40_000
    assert max(work) < 80_000


def test_a_question_takes_little_memory_beyond_the_solvers_own(stuck_views):
    """All that is large was taken once. A hint and odds then make small things only."""
    solver = Solver(300)
    topology = Topology(20, 15)
    tracemalloc.start()
    for view in stuck_views:
        tracemalloc.reset_peak()
        before, _ = tracemalloc.get_traced_memory()
        solver.known.see(view, topology, 45)
        analysis.hint(view, solver.known, solver.diagram)
        solver.known.see(view, topology, 45)
        Odds(solver.known, solver.diagram, solver.room)
        assert tracemalloc.get_traced_memory()[1] - before < 40 * 1024
    tracemalloc.stop()
