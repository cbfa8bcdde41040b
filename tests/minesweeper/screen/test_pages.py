# SPDX-License-Identifier: MIT
"""The pages under a finger: whole labels, sinking buttons, lessons, results and board numbers."""

import pytest

from minesweeper.board.presets import BEGINNER
from minesweeper.memory import choices
from minesweeper.memory.memory import Memory
from minesweeper.screen import tiles
from tests.support.play import reader
from tests.support.play.player import DIG, SEED, Player, check_golden, power_on

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
def test_every_label_stands_whole_on_a_button_for_a_finger(start_game, way):
    player = start_game("beginner")
    player.begin()
    player.pause()
    for words in way:
        player.tap_on(words)
        if words in ("By number", "Board of"):
            player.tap_on("New game")  # the one in play may go
    for words in LABELS[way]:
        left, top, right, bottom = reader.box_of(player.portal, words)
        across, above, end, below = reader.plate_of(player.portal, words)
        assert across < left and right <= end and above <= top and bottom <= below
        assert below - above >= LEAST and end - across >= LEAST


def test_a_button_sinks_while_it_is_pressed(start_game):
    player = start_game("beginner")
    player.pause()
    before = player.portal.framebuffer
    left, top, _, _ = reader.box_of(player.portal, "Options")
    player.portal.press(left, top)
    player.run(0.2)
    assert reader.box_of(player.portal, "Options")[:2] == (left + 2, top + 2)
    player.portal.move(5, 5)
    player.run(0.2)
    assert player.portal.framebuffer == before


@pytest.mark.parametrize("name", ["guide", "beginner", "expert"])
def test_a_long_hold_brings_the_menu_from_any_cell_of_any_board(start_game, name):
    player = start_game(name)
    board = player.tiles()
    player.hold(player.columns + 1, 1.8)
    player.run(0.3)
    assert player.reads("Pause")
    player.tap_on("Resume")
    assert player.tiles() == board


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
    player = Player(drive, SEED)
    assert set(player.tiles()) == {tiles.BLANK}
    with player.portal, new_portal(drive) as portal:
        portal.tap(*point)
        portal.run(0.5)
        assert portal.framebuffer == player.portal.framebuffer


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
def test_how_to_play_is_told_for_the_controls_in_force(start_game, controls, words):
    player = start_game("beginner", f'MINES_CONTROLS = "{controls}"')
    player.tap_face()
    player.tap_on("How to play")
    assert player.reads(words)
    player.tap_on("Done")
    player.tap_on("Resume")
    assert set(player.tiles()) == {tiles.BLANK} and player.columns == BEGINNER[1]


@pytest.fixture
def won(start_game):
    """A beginner's board, won without a guess."""
    player = start_game("beginner", DIG, 'MINES_NO_GUESS = "on"')
    player.win(player.begin())
    return player


def key(player, digit):
    """Four keys a row, 52 pixels high, below two lines of text."""
    place = "1234567890".index(digit) + (digit == "0")
    player.portal.tap(45 + place % 4 * 78, 58 + place // 4 * 52)
    player.run(0.3)


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


def test_a_wrong_key_is_taken_back_and_a_wrong_number_told(start_game):
    player = start_game("beginner")
    player.tap_face()
    for words in "Board", "More", "By number":
        player.tap_on(words)
        player.run(0.5)
    for digit in "123":
        key(player, digit)
    player.tap_on("<-")
    assert player.reads("12") and not player.reads("123")
    player.tap_on("Deal")
    assert player.reads("Board numbers have 12 or 19 digits.")
    check_golden(player.portal, "keypad-refused")
    player.tap_on("Back")
    player.run(0.5)
    assert player.reads("Pause")


def test_a_game_in_play_is_asked_about_before_a_number(start_game):
    player = start_game("beginner")
    player.begin()
    board = player.tiles()
    for answer, seen in ("Go on with", "Pause"), ("New game", "The number of a board:"):
        player.tap_face()
        for words in "Board", "More", "By number", answer:
            player.tap_on(words)
            player.run(0.5)
        assert player.reads(seen)
        for words in ("Resume",) if seen == "Pause" else ("Back", "Resume"):
            player.tap_on(words)
            player.run(0.5)
        assert player.tiles() == board
