# SPDX-License-Identifier: MIT
"""tools.bench: its parts, its limits, and the figures of others beside ours."""

import pytest

from tools.bench import __main__ as bench
from tools.bench import boards, wins
from tools.bench.ratio import Ratio
from tools.guessing.selfplay import Result, Rule


@pytest.mark.parametrize(("value", "code", "end"), [(1.5, 0, "≤ 2"), (2.5, 1, "MISSED")])
def test_a_missed_limit_is_marked_and_fails_the_command(monkeypatch, capsys, value, code, end):
    monkeypatch.setattr(bench, "stage", lambda: None)
    monkeypatch.setattr(bench, "PARTS", {"one": lambda options: ["a table", Ratio("it", value, 2)]})
    assert bench.main([]) == code
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "a table" and said[1].split()[0] == "it" and said[1].rstrip().endswith(end)


@pytest.mark.parametrize(("arguments", "complaint"), [
    (["speed"], "'speed' is not one of display, engines, boards, wins, scenes"),
    (["wins", "--games", "0"], "'0' is not a whole number from 1 on")])
def test_wrong_arguments_are_refused(capsys, arguments, complaint):
    with pytest.raises(SystemExit):
        bench.main(arguments)
    assert complaint in capsys.readouterr().err


def test_a_firmware_that_is_not_there_is_named(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(bench, "stage", lambda: None)
    assert bench.main(["scenes", "--firmware", str(tmp_path / "none.uf2")]) == 2
    assert "none.uf2" in capsys.readouterr().err


def test_boards_are_timed_beside_another_generator(tmp_path, monkeypatch):
    """The other generator writes its arguments."""
    other = tmp_path / boards.PEER
    other.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/asked\n')
    other.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    lines = [line.split() for line in [*boards.rows(2, seed=5)][2:]]
    assert [(line[0], line[4], len(line)) for line in lines] == [
        (size, "0", 6) for size in ("9x9/10", "16x16/40", "20x14/58", "20x15/60", "30x16/99")]
    assert (tmp_path / "asked").read_text().splitlines()[0] == "--generate 2 9x9n10"
    monkeypatch.setenv("PATH", "")
    assert all(line.endswith("not installed") for line in [*boards.rows(1, seed=5)][2:])


@pytest.mark.parametrize(("won", "kept"), [(400, True), (380, True), (300, False)])
def test_a_rate_is_missed_if_chance_does_not_explain_that_others_win_more(won, kept):
    results = [Result(game, game < won, 3, 7.0) for game in range(1000)]
    head, one, other = wins.report((30, 16, 99), Rule(1, 1, False), results,
                                   {"PSEQ": 39.62, "none": None, "bcw": 20.0})
    assert head == (f"wins: 30x16/99, only the first cell safe, (1,1): {won / 10:.2f} % of 1,000 "
                    "games, 3.00 guesses, median 7.00 ms, mean 7.00")
    assert one.is_kept == kept and other.is_kept
    assert one.name == "wins: points above the 39.62 % of PSEQ"


def test_games_are_the_same_however_they_are_divided():
    job = (9, 9, 10), Rule(1, 1, False), "1"
    whole = wins.play_batch((*job, range(30)))
    parts = wins.play_batch((*job, range(20, 30))) + wins.play_batch((*job, range(20)))
    assert sorted(one[:3] for one in parts) == [one[:3] for one in whole]


def test_the_solver_wins_at_least_as_much_as_others():
    won = sum(one.won for one in wins.play_batch(((9, 9, 10), Rule(1, 1, False), "1", range(300))))
    assert won >= 0.91 * 300
