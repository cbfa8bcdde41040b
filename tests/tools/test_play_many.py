# SPDX-License-Identifier: MIT
"""tools.play_many: fair boards, reproducible games, records that can be resumed, win rates."""

import json
import math
import sys

import pytest

from minesweeper.solver.topology import Topology
from tests.support import hang
from tools import play_many
from tools.guessing import selfplay
from tools.guessing.selfplay import Rule
from tools.play_many import main, wilson

CORNER = Rule(1, 1, False)


def outcome(results):
    return [(result.game, result.won, result.guesses) for result in results]


def played(capsys, *arguments):
    code = main([*arguments, "--processes", "1"])
    return code, *capsys.readouterr()


def record(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_a_game_depends_on_seed_and_number_only():
    topology = Topology(9, 9)
    games = [selfplay.play(topology, 10, CORNER, "1", game) for game in range(30)]
    again = [selfplay.play(Topology(9, 9), 10, CORNER, "1", game) for game in reversed(range(30))]
    assert outcome(games) == outcome(reversed(again))
    assert outcome(games) != outcome(selfplay.play(topology, 10, CORNER, "2", game)
                                     for game in range(30))


def test_the_first_cell_is_safe_and_an_opening_opens():
    import random

    topology = Topology(9, 9)
    for seed in range(50):
        truth = selfplay.lay(topology, 70, 0, False, random.Random(seed))
        assert not truth[0] and sum(truth) == 70
        truth = selfplay.lay(topology, 70, 40, True, random.Random(seed))
        assert not any(truth[40 + way[0]] for way in topology.ways[40]) and not truth[40]


@pytest.mark.parametrize(("size", "rule", "low", "high"), [
    ((9, 9, 10), CORNER, 0.85, 0.97),
    ((9, 9, 10), Rule(3, 3, True), 0.92, 1.0),
    ((16, 16, 40), CORNER, 0.65, 0.90),
])
def test_win_rates_are_about_as_measured(size, rule, low, high):
    """The rates were measured with 10,000 games."""
    topology = Topology(*size[:2])
    games = [selfplay.play(topology, size[2], rule, "1", game) for game in range(100)]
    assert low <= sum(game.won for game in games) / 100 <= high


def test_expert_games_are_won_and_fast():
    topology = Topology(30, 16)
    games = [selfplay.play(topology, 99, CORNER, "1", game) for game in range(40)]
    assert 5 <= sum(game.won for game in games) <= 30
    assert sorted(game.ms for game in games)[20] < 75


def test_processes_play_the_same_games(capsys):
    _, one, _ = played(capsys, "--preset", "beginner", "--games", "60")
    main(["--preset", "beginner", "--games", "60", "--processes", "2"])
    two = capsys.readouterr().out
    assert [line for line in one.splitlines() if "time" not in line] == [
        line for line in two.splitlines() if "time" not in line]


def test_more_processes_than_any_computer_needs_are_refused(capsys):
    with pytest.raises(SystemExit):
        main(["--processes", "3000000"])
    assert "3000000 processes are more than 256" in capsys.readouterr().err


def test_the_table_compares_with_published_rates(capsys):
    code, out, _ = played(capsys, "--preset", "beginner", "--games", "20", "--first", "opening")
    assert code == 0
    assert "9x9/10, the first cell opens an area, (3,3), 20 games, seed 1" in out
    assert "PSEQ (C++)                          97.15 %" in out
    assert "guesses a game" in out and "median" in out


def test_other_rules_are_not_compared(capsys):
    _, out, _ = played(capsys, "--board", "9x9x10", "--games", "5")
    assert "PSEQ" not in out
    assert play_many.published("expert", "safe-centre") == []


def test_a_stopped_run_is_resumed(tmp_path, capsys):
    """Its last line is cut short, as by a power cut."""
    file = tmp_path / "games.jsonl"
    played(capsys, "--preset", "beginner", "--games", "40", "--resume", str(file))
    whole = record(file)
    file.write_text("\n".join(file.read_text().splitlines()[:25]) + "\n[24, tr")
    _, out, _ = played(capsys, "--preset", "beginner", "--games", "40", "--resume", str(file))
    assert "40 games" in out
    again = record(file)
    assert whole[0] == again[0]
    assert sorted(game[:3] for game in whole[1:]) == sorted(game[:3] for game in again[1:])


def test_a_finished_run_is_not_played_again(tmp_path, capsys, monkeypatch):
    file = tmp_path / "games.jsonl"
    _, first, _ = played(capsys, "--preset", "beginner", "--games", "20", "--resume", str(file))
    monkeypatch.setattr(play_many, "play", None)
    _, second, _ = played(capsys, "--preset", "beginner", "--games", "20", "--resume", str(file))
    assert first == second


@pytest.mark.parametrize(("text", "complaint"), [
    ("hello\n", "line 1: 'hello' is not JSON"),
    ('{"board": [9, 9, 11]}\n', "line 1: these games were played under other terms"),
    ("{header}\n[1, true]\n", "line 2: '[1, true]' is not a game"),
    ("{header}\n[1, true, 2, 3.5]\n{{\n", "line 3: '{{' is not JSON"),
])
def test_a_record_of_other_games_is_refused(tmp_path, capsys, text, complaint):
    file = tmp_path / "games.jsonl"
    header = {"board": [9, 9, 10], "first": "safe-corner", "rule": str(CORNER), "seed": 1}
    file.write_text(text.replace("{header}", json.dumps(header)))
    before = file.read_text()
    code, _, error = played(capsys, "--preset", "beginner", "--games", "5", "--resume", str(file))
    assert code == 2
    assert error.startswith(f"play_many: {file}, {complaint}")
    assert error.count("\n") == 1
    assert file.read_text() == before


def test_a_record_that_is_not_text_is_refused(tmp_path):
    file = tmp_path / "games.jsonl"
    file.write_bytes(b"\xff\xfe")
    with (pytest.raises(play_many.RecordError, match="it is not text"),
          play_many.opened_record(str(file), {})):
        pass


@pytest.mark.parametrize(("arguments", "complaint"), [
    (["--board", "9x9"], "'9x9' is not a board size like 20x14x58"),
    (["--board", "900x9x1"], "width and height are from 1 to 200"),
    (["--games", "0"], "'0' is not a whole number from 1 on"),
    (["--preset", "hard"], "invalid choice: 'hard'"),
])
def test_bad_options_are_refused(capsys, arguments, complaint):
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert complaint in capsys.readouterr().err


def test_mines_that_do_not_fit_are_refused(capsys):
    code, _, error = played(capsys, "--board", "3x3x9", "--games", "1")
    assert (code, error.count("\n")) == (2, 1)
    assert "9 mines do not fit 3x3 cells if only the first cell safe, (1,1) (at most 8 do)" in error


@pytest.mark.parametrize(("won", "games", "low", "high"), [
    (50, 100, 40.38, 59.62), (0, 10, 0.0, 27.75), (10, 10, 72.25, 100.0)])
def test_intervals_are_wilsons(won, games, low, high):
    """The figures come from the textbook's formula."""
    assert wilson(won, games) == pytest.approx((low, high), abs=0.01)
    assert all(math.isfinite(edge) for edge in wilson(won, games))


def test_the_command_runs_as_a_module():
    done = hang.run(
        [sys.executable, "-m", "tools.play_many", "--preset", "beginner", "--games", "30"])
    assert "30 games" in done.stdout
    assert (done.returncode, done.stderr) == (0, "")
