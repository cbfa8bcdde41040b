# SPDX-License-Identifier: MIT
"""The pages under a finger: whole labels, sinking buttons, lessons, results and board numbers."""

import pytest

from minesweeper.board.presets import BEGINNER
from minesweeper.memory import choices
from minesweeper.memory.memory import Memory
from minesweeper.screen import tiles
from tests.support.play import reader
from tests.support.play.desk import Desk, check_golden, power_on
from tests.support.play.seat import DIG, SEED, begin, pause, win

# A finger's width, less the edges that are drawn around a button's face.
LEAST = 40 - 4
# The way to each page, and what stands on its buttons.
LABELS = {
    (): ("Resume", "New game", "Same board", "Hint", "Solve", "How to play", "Board", "Options",
         "Statistics"),
    ("Solve",): ("Flag required", "safe cells", "As far as", "Show the odds", "Back"),
    ("How to play",): ("Done", "Patterns", "Next"),
    ("How to play", "Patterns"): ("Leave", "Next"),
    ("Board",): ("Guide", "20x15 15 mines", "> Beginner <", "Intermediate", "20x14 58 mines",
                 "Classic", "Board of", "More", "Back"),
    ("Board", "More"): ("Classic expert", "30x16 99 mines", "Your own", "to be changed",
                        "By number", "More", "Back"),
    ("Board", "More", "By number"): ("<-", "Deal", "Back"),
    ("Board", "Board of"): ("January", "2026", "Done", "Back"),
    ("Board", "More", "Your own"): ("10 columns", "10 rows", "12 mines", "Done"),
    ("Options",): ("Controls", "First tap", "Opening", "Question marks", "Chords", "Hold",
                   "Slip guard", "More", "Done"),
    ("Options", "More"): ("No guessing", "Sound", "Light", "Colours", "Classic", "NeoPixel",
                          "Calibrate", "More", "Done"),
    ("Options", "More", "More"): ("Guesses", "Any", "Motion", "More", "Done"),
    ("Statistics",): ("Done",),
}


@pytest.mark.parametrize("way", LABELS, ids="/".join)
def test_every_label_stands_whole_on_a_button_for_a_finger(sit_down, way):
    desk = sit_down("beginner")
    begin(desk)
    pause(desk)
    for words in way:
        desk.tap_on(words)
        if words in ("By number", "Board of"):
            desk.tap_on("New game")  # the one in play may go
    for words in LABELS[way]:
        left, top, right, bottom = reader.box_of(desk.portal, words)
        across, above, end, below = reader.plate_of(desk.portal, words)
        assert across < left and right <= end and above <= top and bottom <= below
        assert below - above >= LEAST and end - across >= LEAST


def test_a_button_sinks_while_it_is_pressed(sit_down):
    desk = sit_down("beginner")
    pause(desk)
    before = desk.portal.framebuffer
    left, top, _, _ = reader.box_of(desk.portal, "Options")
    desk.portal.press(left, top)
    desk.portal.run(0.2)
    assert reader.box_of(desk.portal, "Options")[:2] == (left + 2, top + 2)
    desk.portal.move(5, 5)
    desk.portal.run(0.2)
    assert desk.portal.framebuffer == before


@pytest.mark.parametrize("name", ["guide", "beginner", "expert"])
def test_a_long_hold_brings_the_menu_from_any_cell_of_any_board(sit_down, name):
    desk = sit_down(name)
    board = desk.tiles()
    desk.hold(desk.columns + 1, 1.8)
    desk.portal.run(0.3)
    assert reader.sees(desk.portal, "Pause")
    desk.tap_on("Resume")
    assert desk.tiles() == board


def tap_words(portal, words):
    left, top, right, bottom = reader.box_of(portal, words)
    portal.tap((left + right) // 2, (top + bottom) // 2)
    portal.run(0.6)


def new_portal(drive, **options):
    portal = power_on(drive, seed=SEED, **options)
    portal.run(1.5)
    return portal


@pytest.mark.parametrize(("choice", "controls", "preset"), [
    ("tap opens", "Dig", "Beginner"), ("guide plays it", "Guide", "Guide")])
def test_a_new_portal_offers_to_teach_and_asks_how_to_play(drive, choice, controls, preset):
    with new_portal(drive) as portal:
        check_golden(portal, "title-new")
        tap_words(portal, "How to play")
        for heading, forward in ("Open", "Next"), ("Flag", "Next"), ("Win", "Go on"):
            assert reader.sees(portal, heading)
            pictures = {portal.framebuffer}
            for _ in range(8):
                portal.run(0.4)
                pictures.add(portal.framebuffer)
            assert len(pictures) >= 3, "the picture moves"
            tap_words(portal, forward)
        tap_words(portal, choice)
        portal.run(1)
        memory = Memory(bytearray(portal.nvm), (320, 240))
        memory.load()
        assert choices.word(memory.options, "controls") == controls
        assert choices.word(memory.options, "preset") == preset
        nvm = bytes(portal.nvm)
    with new_portal(drive, nvm=nvm) as again:
        assert not reader.sees(again, "How to play")


@pytest.mark.parametrize("point", [(160, 120), (160, 200), (5, 235), (200, 230)])
def test_a_tap_elsewhere_on_a_new_portals_title_starts_the_guides_game(drive, point):
    desk = Desk(drive, SEED)
    assert set(desk.tiles()) == {tiles.BLANK}
    with desk.portal, new_portal(drive) as portal:
        portal.tap(*point)
        portal.run(0.5)
        assert portal.framebuffer == desk.portal.framebuffer


def test_the_lessons_can_be_skipped(drive):
    with new_portal(drive) as portal:
        tap_words(portal, "How to play")
        check_golden(portal, "lesson-open")
        tap_words(portal, "Skip")
        check_golden(portal, "how-to-play")
        tap_words(portal, "tap opens")


@pytest.mark.parametrize(("controls", "words"), [
    ("guide", "Hold a cell to open it."), ("dig", "Tap a cell to open it."),
    ("flag", "Tap first, then hold to open.")])
def test_how_to_play_is_told_for_the_controls_in_force(sit_down, controls, words):
    desk = sit_down("beginner", f'MINES_CONTROLS = "{controls}"')
    desk.tap_face()
    desk.tap_on("How to play")
    assert reader.sees(desk.portal, words)
    desk.tap_on("Done")
    desk.tap_on("Resume")
    assert set(desk.tiles()) == {tiles.BLANK} and desk.columns == BEGINNER[1]


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
