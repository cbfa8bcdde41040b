# SPDX-License-Identifier: MIT
"""tools.analyse: deductions, odds, and texts that are refused."""

import pytest

from minesweeper.rules.field import Neighbours
from tests.support import seeds
from tests.support.solver import brute_force
from tools.analyse import main


@pytest.fixture
def board(tmp_path, capsys):
    """Analyses a board in a file; returns exit code, output and error."""

    def analyse(text, *arguments):
        file = tmp_path / "board.txt"
        file.write_text(text, encoding="utf-8")
        code = main([str(file), *arguments])
        out, error = capsys.readouterr()
        return code, out, error.replace(str(file), "board.txt")

    return analyse


def text_of(at):
    rows = [at.seen[y * at.width:(y + 1) * at.width] for y in range(at.height)]
    shown = "\n".join("".join({9: "-", 11: "F"}.get(byte, str(byte)) for byte in row)
                      for row in rows)
    return f"mines {at.mines}\n{shown}\n"


@pytest.mark.parametrize(("text", "arguments", "expected"), [
    ("mines 2\n---\n121\n...\n", [], "  1. r1c3 is a mine: one clue within another (r2c1 r2c2)"),
    ("mines 2\n---\n121\n...\n", [], " mine safe mine\n    1    2    1\n    .    .    .\n"),
    ("mines 1\n1-\n--\n", [], "3 solutions; nothing is safe. Best odds: r1c2, 1 of 3 (33.3 %)"),
    ("mines 1\n1-\n--\n", [], "    1  33%\n  33%  33%\n"),
    ("mines 0\nF0-\n", [], "a flag is wrong: r1c1"),
    ("mines 3\n-F-\nF1-\n---\n---\n", [], "too many flags: r1c2 r2c1 (r2c2)"),
    ("1-\n", ["--mines", "1"], "2x1 cells, 1 mine, 0 flags"),
    ("# a board\n\nmines 2\n- - -\n1 2 1  # clues\n\n. . .\n", [], " mine safe mine\n    1")])
def test_a_board_is_analysed(board, text, arguments, expected):
    code, out, error = board(text, *arguments)
    assert (code, error) == (0, "")
    assert expected in out


def test_the_grid_agrees_with_brute_force(board):
    for seed in range(0, 400, 40):
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


@pytest.mark.parametrize(("text", "complaint"), [
    ("", "board.txt: it holds no board"),
    ("1-\n", "board.txt: how many mines? Write `mines 10` in the first line, or give --mines 10"),
    ("mines ten\n-\n", "board.txt, line 1: 'ten' is not a number of mines"),
    ("mines 1\n-1\n-x\n",
     "board.txt, line 3: 'x' is not a cell; - is covered, F flagged, . or 0 to 8 opened"),
    ("mines 1\n--\n-\n", "board.txt, line 3: 1 cells, but the first row has 2"),
    ("mines 5\n--\n--\n", "board.txt: 5 mines do not fit 4 cells")])
def test_a_text_without_a_board_is_refused(board, text, complaint):
    assert board(text) == (2, "", f"analyse: {complaint}\n")


def test_an_option_that_contradicts_the_board_is_refused(board):
    assert board("mines 1\n1-\n", "--mines", "1")[0] == 0
    assert board("mines 1\n1-\n", "--mines", "2") == (
        2, "", "analyse: board.txt says mines 1, and --mines 2: give one\n")


def test_a_board_that_is_too_wide_is_refused(board):
    assert board("mines 1\n" + "-" * 101)[2] == (
        "analyse: board.txt: 101x1 cells are more than 100x100\n")


@pytest.mark.parametrize(("text", "why"), [
    ("mines 3\n12-\n3--\n", "fewer cells left than mines: 3 at r2c1 in line 3"),
    ("mines 2\n1-2-0\n",
     "these clues contradict each other: 2 at r1c3 in line 2, 0 at r1c5 in line 2"),
    ("mines 1\n1--1\n----\n1--1\n", "the clues want 2 mines but only 1 left"),
    ("mines 2\n1-\n", "2 mines are left, more than fit the cells")])
def test_an_impossible_board_is_refused_with_its_clues(board, text, why):
    assert board(text) == (1, "", f"analyse: board.txt: this board is impossible; {why}\n")


def large(seed, side=36, mines=310, opened=0.3):
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


def test_simple_deductions_are_shown_for_a_board_too_large_to_count(board):
    text, laid = large(11)
    code, out, error = board(text)
    assert (code, error) == (0, "")
    assert "Too many solutions to count: no odds, but what simple rules show" in out
    cells = " ".join(out.splitlines()[-36:]).split()
    found = {word: {cell for cell, shown in enumerate(cells) if shown == word}
             for word in ("safe", "mine")}
    assert len(found["safe"]) > 100 and not found["safe"] & laid
    assert len(found["mine"]) > 40 and found["mine"] <= laid


def test_a_component_with_many_open_clues_is_too_large_to_count(board):
    code, out, error = board("\n".join(["mines 0", *["0" * 54, "-" * 54] * 27]))
    assert (code, error) == (0, "")
    assert out.count("safe") >= 54 * 27


def test_a_number_too_long_to_read_is_none(board):
    error = board(f"mines {'9' * 5000}\n-\n")[2]
    assert error.startswith("analyse: board.txt, line 1: '99")
    assert error.endswith("99' is not a number of mines\n")
