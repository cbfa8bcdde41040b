# SPDX-License-Identifier: MIT
"""Where sentences are broken into lines."""

from itertools import product

import pytest

from minesweeper.pages import lesson
from minesweeper.rules import controls
from minesweeper.screen import text


class SixWide:
    """Letters of a size that are all six pixels wide."""

    height = 12

    def width(self, words):
        return 6 * len(words)


@pytest.fixture(autouse=True)
def six_wide(monkeypatch):
    monkeypatch.setattr(text, "body", SixWide())


@pytest.mark.parametrize(("words", "letters", "lines"), [
    ("The inner 1 touches both cells of the outer 1, so", 44,
     ["The inner 1 touches both cells of", "the outer 1, so"]),
    ("Go on to the next one >", 21, ["Go on to the", "next one >"]),
    ("It has 10 mines", 8, ["It", "has 10", "mines"]),
    ("9x9, 10 mines", 9, ["9x9, 10", "mines"]),
    ("- a dash may begin", 10, ["- a dash", "may begin"]),
    ("alone\n1 2 3", 20, ["alone", "1 2 3"]),
    ("averylongword 1", 13, ["averylongword", "1"])])
def test_no_figure_and_no_sign_begins_a_line_alone(words, letters, lines):
    """Only a word that is as wide as the line leaves none of them a place beside it."""
    assert text.lines(words, 6 * letters) == lines


def test_every_lesson_has_at_most_twelve_words():
    ways = controls.GUIDE, controls.DIG, controls.FLAGS
    for way, questions, chords in product(ways, (False, True), (False, True)):
        for heading, _, words, _ in lesson.lessons(way, questions, chords):
            said = [word for word in f"{heading} {words}".split() if any(map(str.isalpha, word))]
            assert len(said) <= 12, said
