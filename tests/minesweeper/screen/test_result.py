# SPDX-License-Identifier: MIT
"""The page at the end of a game, and where it leads; a board's number under a finger."""

import pytest

from minesweeper.screen import tiles
from tests.support.play import reader
from tests.support.play.desk import check_golden
from tests.support.play.seat import DIG, begin, win


@pytest.fixture
def won(sit_down):
    """A beginner's board, won without a guess."""
    desk = sit_down("beginner", DIG, 'MINES_NO_GUESS = "on"')
    win(desk, begin(desk))
    return desk


def key(desk, digit):
    """Four keys a row, 52 pixels high, below two lines of text."""
    place = "1234567890".index(digit) + (digit == "0")
    desk.portal.tap(45 + place % 4 * 78, 58 + place // 4 * 52)
    desk.portal.run(0.3)


def test_the_banner_leads_to_the_result(won):
    won.tap_on("New best: ")
    won.portal.run(1)
    for words in ("Won in ", "3BV ", " a second, ", "The first win. Streak 1, longest 1.",
                  " guess", "Again", "Same board", "Share", "Proof", "Menu"):
        assert reader.sees(won.portal, words), words
    check_golden(won.portal, "result")


def test_the_number_is_shown_large_and_deals_the_same_board(won):
    text, mines = won.number(), won.mines()
    won.tap_on("New best: ")
    won.portal.run(1)
    won.tap_on("Share")
    assert reader.sees(won.portal, text)
    check_golden(won.portal, "share")
    won.tap_on("Back")
    won.portal.run(1)
    for words in "Menu", "Board", "More", "By number":
        won.tap_on(words)
        won.portal.run(0.5)
    for digit in text.replace("-", ""):
        key(won, digit)
    assert reader.sees(won.portal, text)
    check_golden(won.portal, "keypad")
    won.tap_on("Deal")
    won.portal.run(2)
    assert won.mines() == mines and tiles.HINT in won.tiles()


def test_a_wrong_key_is_taken_back_and_a_wrong_number_told(sit_down):
    desk = sit_down("beginner")
    desk.tap_face()
    for words in "Board", "More", "By number":
        desk.tap_on(words)
        desk.portal.run(0.5)
    for digit in "123":
        key(desk, digit)
    desk.tap_on("<-")
    assert reader.sees(desk.portal, "12") and not reader.sees(desk.portal, "123")
    desk.tap_on("Deal")
    assert reader.sees(desk.portal, "Board numbers have 12 or 19 digits.")
    check_golden(desk.portal, "keypad-refused")
    desk.tap_on("Back")
    desk.portal.run(0.5)
    assert reader.sees(desk.portal, "Pause")


def test_again_deals_another_board_and_same_board_the_same(won):
    mines = won.mines()
    won.tap_on("New best: ")
    won.portal.run(1)
    won.tap_on("Same board")
    won.portal.run(0.5)
    assert won.mines() == mines and set(won.tiles()) == {tiles.BLANK}


def test_a_game_in_play_is_asked_about_before_a_number(sit_down):
    desk = sit_down("beginner")
    begin(desk)
    board = desk.tiles()
    for answer, seen in ("Go on with", "Pause"), ("New game", "The number of a board:"):
        desk.tap_face()
        for words in "Board", "More", "By number", answer:
            desk.tap_on(words)
            desk.portal.run(0.5)
        assert reader.sees(desk.portal, seen)
        for words in ("Resume",) if seen == "Pause" else ("Back", "Resume"):
            desk.tap_on(words)
            desk.portal.run(0.5)
        assert desk.tiles() == board


def test_the_result_is_the_same_after_a_look_at_the_number(won):
    won.tap_on("New best: ")
    won.portal.run(1)
    before = won.portal.framebuffer
    for words in "Share", "Back":
        won.tap_on(words)
        won.portal.run(0.5)
    assert won.portal.framebuffer == before
