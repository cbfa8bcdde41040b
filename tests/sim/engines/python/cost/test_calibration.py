# SPDX-License-Identifier: MIT
"""Compares the model of the board's time with counted instructions, docs/reference/calibration.md.

The kinds that are held out were not looked at when the figures were fitted.
"""

import statistics

import pytest

from tests.support.paths import ROOT
from tools import calibrate_cost


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


def test_python_code_takes_what_was_counted(rows):
    found = errors(rows, "python")
    assert statistics.median(found) <= 0.1
    assert sum(error <= 0.2 for error in found) >= 0.8 * len(found)


def test_work_in_c_takes_what_was_counted(rows):
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
    monkeypatch.setattr(calibrate_cost, "rows", lambda: rows)
    assert calibrate_cost.main([]) == 0
    printed = capsys.readouterr().out
    assert all(row.kind.name in printed for row in rows)
    assert "| Python code | held out |" in printed
