# SPDX-License-Identifier: MIT
"""The firmware engine keeps no memory of a board that is switched off, reset, or forgotten."""

import subprocess
import sys

import pytest

from tests.support.chip.bench import Program
from tests.support.firmware import made
from tests.support.paths import ROOT

PEAKS = """\
import gc
import sys
from resource import RUSAGE_SELF, getrusage

from sim import PyPortal

drive, count, *ends = sys.argv[1:]


def board():
    return PyPortal(drive, engine="firmware", firmware=drive + "/f.uf2")


kept = board()
for end in ends:
    for _ in range(int(count)):
        portal = kept if end == "reset" else board()
        portal.run(0.01)
        if end != "forget":
            getattr(portal, end)()
        del portal
        gc.collect()
        print(getrusage(RUSAGE_SELF).ru_maxrss)
"""
# A chip takes some 11 MB: six of them are far more than a third of what one portal takes in all.
FEW, MANY, MORE = 2, 8, 1.33
ENDS = "close", "forget", "reset", "cut_power"


def fill(folder):
    """Put a program into it, and a firmware that switches USB on and does nothing more."""
    (folder / "code.py").touch()
    program = Program().write(0x41000008, 0, 2).write(0x41000000, 2, 1)
    (folder / "f.uf2").write_bytes(made(program=program.image()))


def test_many_boards_take_no_more_memory_than_a_few(tmp_path):
    """A process of its own runs one board after another, and tells its most memory after each."""
    pytest.importorskip("resource", reason="the host does not tell how much memory a process takes")
    fill(tmp_path)
    done = subprocess.run([sys.executable, "-c", PEAKS, tmp_path, str(MANY), *ENDS], cwd=ROOT,
                          capture_output=True, text=True, check=True)
    peaks = [int(line) for line in done.stdout.split()]
    assert len(peaks) == MANY * len(ENDS)
    for number, end in enumerate(ENDS):
        assert peaks[MANY * (number + 1) - 1] < MORE * peaks[FEW - 1], end


def test_a_board_without_power_has_no_heap_and_runs_no_further(tmp_path):
    from sim import PyPortal

    fill(tmp_path)
    with PyPortal(tmp_path, engine="firmware", firmware=tmp_path / "f.uf2") as portal:
        portal.run(0.1)
        portal.cut_power()
        with pytest.raises(RuntimeError, match="no program has a heap now"):
            _ = portal.heap
        portal.run(1)
        assert portal.now == 0.1
        portal.reset()
        portal.run(0.2)
        assert portal.now == 0.2
