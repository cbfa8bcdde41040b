# SPDX-License-Identifier: MIT
"""tools.analyse and tools.play_many: deductions, odds, records of many games, and refused texts."""

import json
import os
from itertools import count, product

import pytest
from PIL import Image

from minesweeper.rules.field import Neighbours
from minesweeper.solver.topology import Topology
from minesweeper.solver.trial import Trial
from tests.support import seeds, tables
from tests.support.frontends import require_alike
from tests.support.paths import GOLDEN
from tests.support.solver import brute_force
from tools import play_many
from tools.analyse import main as analyse_main
from tools.guessing import provable, selfplay
from tools.guessing.bitboard import Sweep
from tools.guessing.guess import choose
from tools.guessing.selfplay import Rule
from tools.play_many import main as play_main

CASES = tables.texts(__file__)
SUBSET = "mines 2\n---\n121\n...\n"


@pytest.fixture
def board(tmp_path, capsys):
    """Analyses a board in a file; returns exit code, output and error."""

    def analyse(text, *arguments):
        file = tmp_path / "board.txt"
        file.write_text(text, encoding="utf-8")
        code = analyse_main([str(file), *arguments])
        out, error = capsys.readouterr()
        return code, out, error.replace(str(file), "board.txt")

    return analyse


def text_of(at):
    rows = [at.seen[y * at.width:(y + 1) * at.width] for y in range(at.height)]
    shown = "\n".join("".join({9: "-", 11: "F"}.get(byte, str(byte)) for byte in row)
                      for row in rows)
    return f"mines {at.mines}\n{shown}\n"


@pytest.mark.parametrize(("text", "arguments", "told"), CASES["analysed"])
def test_a_board_is_analysed(board, text, arguments, told):
    code, out, error = board(text, *arguments)
    assert (code, error) == (0, "")
    assert told in out


@pytest.mark.parametrize("seed", range(0, 400, 10))
def test_the_grid_agrees_with_brute_force(board, seed):
    at = brute_force.position(seed, flags=0.1)
    possible = brute_force.solutions(at)
    _, out, _ = board(text_of(at))
    cells = " ".join(out.splitlines()[-at.height:]).split()
    for cell in at.covered():
        mines = sum(cell in laid for laid in possible)
        if mines in (0, len(possible)):
            assert cells[cell] == ("mine" if mines else "safe")
        else:
            assert abs(int(cells[cell].rstrip("%")) - 100 * mines / len(possible)) <= 1


@pytest.mark.parametrize(("text", "code", "complaint"), [
    *((text, 2, complaint) for text, complaint in CASES["refused"]),
    ("mines 1\n" + "-" * 101, 2, "board.txt: 101x1 cells are more than 100x100"),
    *((text, 1, f"board.txt: this board is impossible; {why}")
      for text, why in CASES["impossible"])])
def test_a_text_without_a_possible_board_is_refused(board, text, code, complaint):
    assert board(text) == (code, "", f"analyse: {complaint}\n")


def test_the_picture_shows_the_odds(board, tmp_path):
    picture = tmp_path / "odds.png"
    assert board("mines 3\n-F--\n113-\n001-\n", "--picture", str(picture))[0] == 0
    require_alike(Image.open(picture), GOLDEN / "analysed.png")


@pytest.mark.parametrize("seed", range(60))
def test_a_sat_solver_proves_what_the_clues_prove(seed):
    at = brute_force.position(seed)
    mines, safe = brute_force.certain(at, at.clues(), set(), set())
    assert provable.proved(at.seen, Topology(at.width, at.height)) == (safe, mines)


def large(seed, side=50, mines=600, opened=0.3):
    """Return a board with scattered open cells, and its mines."""
    chance = seeds.chance(seed)
    cells = range(side * side)
    clues = {cell for cell in cells if chance.random() < opened}
    laid = set(chance.sample(sorted(set(cells) - clues), mines))
    shape = Neighbours(side, side)
    rows = ["".join(str(sum(cell + step in laid for step in shape.steps(cell)))
                    if cell in clues else "-" for cell in range(at, at + side))
            for at in range(0, side * side, side)]
    return "\n".join([f"mines {mines}", *rows]) + "\n", laid


def test_proofs_are_shown_for_a_board_too_large_to_count(board):
    text, laid = large(11)
    code, out, error = board(text, "--picture", "odds.png")
    assert (code, error) == (0, "analyse: there are no odds to draw\n")
    assert "Too many solutions to count: no odds, but what the clues prove" in out
    cells = " ".join(out.splitlines()[-50:]).split()
    found = {word: {cell for cell, shown in enumerate(cells) if shown == word}
             for word in ("safe", "mine")}
    assert len(found["safe"]) > 300 and not found["safe"] & laid
    assert len(found["mine"]) > 100 and found["mine"] <= laid


def played(capsys, *arguments):
    code = play_main([*arguments, "--processes", "1"])
    return code, *capsys.readouterr()


def record(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def told(size, rule, games, monkeypatch):
    """Play games; return the cells that each guesses, and + if it is won."""
    cells, words, topology = [], [], Topology(*size[:2])
    monkeypatch.setattr(
        selfplay, "choose", lambda *given: cells.append(choose(*given)) or cells[-1])
    selfplay.kept_for.cache_clear()
    for game in range(games):
        won = selfplay.play(topology, size[2], Rule(*rule), "1", game).won
        words.append(",".join(map(str, cells)) + "-+"[won])
        cells.clear()
    return words


@pytest.mark.parametrize(("size", "rule", "cell", "games"), CASES["games"])
def test_games_go_as_before(size, rule, cell, games, monkeypatch):
    """After a change of the guesses, tools.play_many tells whether they are better."""
    assert Rule(*rule).cell(Topology(*size[:2])) == cell
    assert told(size, rule, len(games.split()), monkeypatch) == games.split()


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


def test_a_stopped_run_is_resumed_and_a_finished_one_not_played_again(
        tmp_path, capsys, monkeypatch):
    """Its last line is cut short, as by a power cut."""
    file = tmp_path / "games.jsonl"
    arguments = "--preset", "beginner", "--games", "40", "--resume", str(file)
    played(capsys, *arguments)
    whole = record(file)
    file.write_text("\n".join(file.read_text().splitlines()[:25]) + "\n[24, tr")
    _, out, _ = played(capsys, *arguments)
    assert "40 games" in out
    again = record(file)
    assert whole[0] == again[0]
    assert sorted(game[:3] for game in whole[1:]) == sorted(game[:3] for game in again[1:])
    monkeypatch.setattr(play_many, "play", None)
    assert played(capsys, *arguments)[1] == out


@pytest.mark.parametrize(("arguments", "text"), CASES["reports"])
def test_a_report_has_rates_beside_published_ones(capsys, monkeypatch, arguments, text):
    clock = (look * look / 5000 for look in count())
    monkeypatch.setattr(selfplay.time, "process_time", clock.__next__)
    assert played(capsys, *arguments) == (0, text, "")


def test_boards_have_their_sizes_first_cells_and_published_rates(capsys):
    seen = []
    for preset, first in product(play_many.PRESETS, play_many.FIRST):
        arguments = "--preset", preset, "--first", first, "--games", "1"
        head, table, _ = played(capsys, *arguments)[1].split("\n\n")
        seen += [head, *table.splitlines()[2:]]
    assert seen == CASES["published"]
    given = vars(play_many._parser().parse_args([]))
    assert given == CASES["defaults"] | {"board": None, "resume": None, "processes": os.cpu_count()}


@pytest.mark.parametrize(("lines", "why"), CASES["records"])
def test_a_record_that_does_not_fit_is_refused_with_its_line(tmp_path, capsys, lines, why):
    file = tmp_path / "games.jsonl"
    arguments = "--preset", "beginner", "--games", "1", "--resume", str(file)
    played(capsys, *arguments)
    code, out, error = played(capsys, *arguments, "--seed", "2")
    assert (code, out) == (2, "") and "line 1: these games were played under other terms" in error
    about = file.read_text().splitlines()[0]
    file.write_bytes(f"{about}\n{lines}".encode("latin-1"))
    assert played(capsys, *arguments) == (2, "", f"play_many: {file}{why}\n")


@pytest.mark.parametrize(("arguments", "complaint"), CASES["options"])
def test_bad_options_are_refused(capsys, arguments, complaint):
    with pytest.raises(SystemExit) as stopped:
        play_main(arguments)
    assert stopped.value.code == 2
    assert complaint in capsys.readouterr().err
