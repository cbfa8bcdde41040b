# SPDX-License-Identifier: MIT
"""Compares the model of the board's time with the core's counts, docs/reference/calibration.md.

The kinds that are held out were not looked at when the figures were fitted.
"""

import os
import shutil
import statistics

import pytest

from tests.support.paths import ROOT
from tools import calibrate_cost
from tools.instructions import CORE

# How far the core's counts may lie from those that were recorded: the heap differs a little.
DRIFT = 0.15
SAMPLE = ("integer sums", "method calls", "dict items", "sieve of primes", "state machine",
          "a text")


@pytest.fixture(scope="module")
def rows():
    return calibrate_cost.rows()


def errors(rows, nature):
    return [abs(row.error) for row in rows
            if row.kind.nature == nature and row.kind.origin == "held_out"]


def test_half_of_the_kinds_are_held_out_and_all_have_been_counted():
    every = calibrate_cost.kinds()
    assert len({kind.name for kind in every}) == len(every) >= 40
    assert sum(kind.origin == "held_out" for kind in every) >= 40
    assert {kind.name for kind in every} == calibrate_cost.counted().keys()


def test_python_code_takes_what_it_took_on_the_core(rows):
    found = errors(rows, "python")
    assert statistics.median(found) <= 0.1
    assert sum(error <= 0.2 for error in found) >= 0.8 * len(found)


def test_work_in_c_takes_what_it_took_on_the_core(rows):
    assert max(errors(rows, "c")) <= 0.35
    assert max(errors(rows, "drawing")) <= 0.1


def test_what_mostly_allocates_is_right_within_a_factor_of_two(rows):
    assert all(0.5 <= row.modelled / row.counted <= 2 for row in rows
               if row.kind.nature == "allocating")


def test_the_documentation_shows_this_table(rows):
    page = (ROOT / "docs" / "reference" / "calibration.md").read_text(encoding="utf-8")
    for part in "\n".join(calibrate_cost.table(rows)).split("\n\n"):
        assert part in page


def test_the_tool_prints_each_kind_and_a_summary(rows, monkeypatch, capsys):
    monkeypatch.setattr(calibrate_cost, "rows", lambda engine: rows)
    assert calibrate_cost.main([]) == 0
    printed = capsys.readouterr().out
    assert all(row.kind.name in printed for row in rows)
    assert "| Python code | held out |" in printed


def test_without_a_core_nothing_is_recorded(monkeypatch, capsys):
    monkeypatch.delenv(CORE, raising=False)
    assert calibrate_cost.main(["--record"]) == 1
    assert capsys.readouterr().err == "PYPORTAL_M4 names no core to count on.\n"


@pytest.mark.skipif(CORE not in os.environ or not shutil.which("qemu-system-arm"),
                    reason=f"needs QEMU, and a core that {CORE} names")
def test_the_core_still_takes_what_was_recorded():
    some = [kind for kind in calibrate_cost.kinds() if kind.name in SAMPLE]
    recorded = calibrate_cost.counted()
    for name, count in calibrate_cost.on_core(some).items():
        assert abs(count / recorded[name] - 1) <= DRIFT, name
