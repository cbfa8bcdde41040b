# SPDX-License-Identifier: MIT
"""The counting of instructions: what lies on the counted drive, and what is told of the counts."""

import os
import statistics

import pytest

import seeds
from tools import instructions
from tools.instructions import Step, counted_drive, milliseconds, report


def test_the_counted_drive_is_the_boards_with_hands_for_a_device(drive, tmp_path):
    board = counted_drive(drive, "deals", True, tmp_path)
    assert (board / "game.py").read_bytes() == (drive / "code.py").read_bytes()
    assert "Hands" in (board / "lib" / "scripts.mpy").read_text(errors="replace")
    names = {path.name for path in (board / "minesweeper").iterdir()}
    assert "device.mpy" in names and "device.py" not in names
    assert b"counter" in (board / "minesweeper" / "device.mpy").read_bytes()
    assert 'MINES_NO_GUESS = "on"' in (board / "settings.toml").read_text()


def test_a_drive_can_be_counted_uncompiled(drive, tmp_path):
    board = counted_drive(drive, "tour", False, tmp_path)
    assert (board / "minesweeper" / "device.py").is_file()
    assert not list(board.rglob("*.mpy"))


def test_steps_are_told_by_their_median_and_their_worst():
    steps = {"opening": [Step(2_000_000, 0, 1_000_000, 0, 100), Step(4_000_000, 0, 0, 0, 0),
                         Step(12_000_000, 3_000_000, 0, 0, 1)]}
    told = list(report("tour", steps))[2].split()
    #                name, times, computed, worst, drawn, worst, ms, worst, first, a cell
    assert told == ["opening", "3", "4.00", "12.00", "0.00", "3.00", "70", "250", "18", "0.17"]


def test_without_a_core_it_says_what_is_missing(monkeypatch, capsys):
    monkeypatch.delenv(instructions.CORE, raising=False)
    assert instructions.main([]) == 1
    assert capsys.readouterr().err == "PYPORTAL_M4 names no core to count on.\n"


counting = pytest.mark.skipif(instructions.CORE not in os.environ,
                              reason="skipped: PYPORTAL_M4 names no core to count on")


@counting
def test_the_tour_keeps_to_what_a_player_may_wait(drive):
    steps = instructions.count(drive, "tour", True, 500)
    most = {name: max(step.ms for step in taken) for name, taken in steps.items()}
    assert max(step.first_ms for step in steps["power-on"]) <= 1000
    assert most["one cell"] <= 25 and most["mark"] <= 25
    assert statistics.median(step.ms for step in steps["frame"]) <= 60
    assert all(milliseconds(step.computed, 0) <= 150 for step in steps["resume"])
    for step in steps["opening"]:
        assert step.first_ms <= 40
        assert step.ms - step.first_ms <= 0.9 * step.cells


@counting
def test_advice_keeps_to_what_a_player_may_wait(drive):
    boards = int(seeds.more(4, 10))
    steps = instructions.count(drive, "advice", True, 500, boards)
    for name, usual, worst in (("hint", 500, 1200), ("odds", 800, 2000)):
        waits = [step.ms for step in steps[name]]
        assert len(waits) == 5 * boards
        assert statistics.median(waits) <= usual and max(waits) <= worst
    # Found while the board shakes, it has only to be drawn.
    assert max(milliseconds(step.computed, 0) for step in steps["verdict"]) <= 50
    assert max(step.ms for step in steps["frame"]) <= 60


@counting
def test_a_deal_without_guessing_keeps_to_what_a_player_may_wait(drive):
    steps = instructions.count(drive, "deals", True, 500)
    for name, worst in (("deal", 1000), ("board of a day", 1500)):
        assert max(step.ms for step in steps[name]) <= worst
