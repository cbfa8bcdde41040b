# SPDX-License-Identifier: MIT
"""The serial console: lines from characters, answers from lines, and what the board looks like."""

import pytest

from minesweeper.console import commands, text
from minesweeper.console.listener import Line
from minesweeper.rules import controls, field, game, presets
from minesweeper.rules.game import Game
from tests.support import seeds
from tests.support.play.games import Chance
from tests.support.play.player import BY_NAME

MINES = (0, 14)


class Typist:
    """`changed`, `wanted` and `argument` are the last answered line's."""

    def __init__(self, game):
        self.game, self.line = game, Line()

    def answer(self, line):
        """Return the printed answer."""
        reply, self.changed, self.wanted, self.argument = commands.answer(
            line, self.game, 0, presets.ALL, BY_NAME["classic"])
        return "\n".join(text.lines(self.game)) if self.wanted == "board" else reply


@pytest.fixture
def table():
    """A 5×3 board with mines in two corners, played by Dig."""
    cells = iter(MINES)
    return Game(("small", 5, 3, 2, 16), controls.Dig(), game.ANY, Chance(lambda count: next(cells)))


@pytest.fixture
def console(table):
    return Typist(table)


def test_a_half_typed_line_waits_and_several_at_once_are_taken_one_by_one(console):
    assert console.line.feed("bo") == ("bo", None)
    assert console.line.feed("ard\r") == ("ard\r\n", "board")
    assert console.line.feed("") == ("", None)
    assert console.line.feed("board\nhelp\nst") == ("board\r\n", "board")
    assert console.line.pending == "help\nst"
    assert console.line.feed("") == ("help\r\n", "help")
    assert console.line.feed("") == ("st", None)


def test_backspace_takes_the_last_character_back(console):
    assert console.line.feed("bx\x7fo\b\b\b\bboard\n") == ("bx\b \bo\b \b\b \bboard\r\n", "board")


def test_a_line_that_never_ends_stays_short(console):
    console.line.feed("x" * 1000)
    assert len(console.line.feed("\n")[1]) <= 80


def test_the_board_is_text_with_numbers_and_is_played_by_row_and_column(console, table):
    assert console.answer("board") == (
        "     0  1  2  3  4\n"
        "  0  -  -  -  -  -\n"
        "  1  -  -  -  -  -\n"
        "  2  -  -  -  -  -\n"
        "2 mines, 0 flags, 13 safe cells to open."
    )
    console.answer("open 0 1")
    assert list(console.changed) == [1]
    assert console.answer("chord 0 1") == "0 1 has not as many flags around as its number"
    assert " F " in console.answer("flag 0 0")
    console.answer("chord 0 1")
    assert table.field.is_open(5)
    assert "  0  F  1  .  .  ." in console.answer("board")


@pytest.mark.parametrize(("line", "answer"), [
    ("", ""),
    ("3 0", "row 3 is out of range, rows are 0 to 2"),
    ("0 5", "column 5 is out of range, columns are 0 to 4"),
    ("open one 2", "one is not a number"),
    ("--3 1", "--3 is not a number"),
    ("flag ² 1", "² is not a number"),
    ("1 2 3", "A move is a row and a column, as in: 3 4"),
    ("dance4", "dance4 is no command: type help"),
    ("new chess",
     f"chess is no preset: choose one of {', '.join(preset[0] for preset in presets.ALL)}"),
    ("0 1", "0 1 is open already")])
def test_errors_are_answered_and_change_nothing(console, table, line, answer):
    console.answer("0 1")
    before = bytes(table.field.cells)
    assert console.answer(line) == answer
    assert (bytes(table.field.cells), console.wanted) == (before, "")


@pytest.mark.parametrize(("line", "wanted", "argument"), [
    ("new", "new", BY_NAME["classic"]), ("new expert", "new", BY_NAME["expert"]),
    ("stats", "stats", None)])
def test_what_is_not_the_boards_business_is_left_to_the_loop(console, line, wanted, argument):
    console.answer(line)
    assert (console.wanted, console.argument) == (wanted, argument)


def test_winning_and_losing_are_announced_and_end_the_game(console, table):
    assert console.answer("0 0").splitlines()[-1] == "You have lost."
    assert console.answer("0 1") == "The game is over: type new"
    table.repeat()
    assert console.answer("1 2").splitlines()[-1] == "You have won."
    assert console.answer("hint") == "The game is over: type new"
    table.end()
    assert console.answer("board").count("F") == 2


def test_whatever_is_typed_is_survived(console, table):
    chance = seeds.chance(2)
    letters = "0123456789 -openflagchrdbwst?\t\x00é\b\n"
    for _ in range(20_000):
        _, line = console.line.feed(chance.choice(letters))
        if line is not None:
            console.answer(line)
    assert all(byte & field.STATE in (0, 0x20, 0x40, 0x60) for byte in table.field.cells)
