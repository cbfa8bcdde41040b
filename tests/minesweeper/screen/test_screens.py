# SPDX-License-Identifier: MIT
"""How screens and pages look, lead to one another, and answer a finger."""

import re

import numpy
import pytest
import zxingcpp

from minesweeper.rules import presets
from minesweeper.rules.game import NO_GUESS, OPENING
from minesweeper.screen import tiles
from minesweeper.sharing import numbers
from tests.support.play import games, reader
from tests.support.play.player import (
    DIG,
    FIRST,
    SEED,
    TITANO,
    Player,
    check_golden,
    power_on,
)

# A finger's width, less the edges that are drawn around a button's face.
LEAST = 40 - 4


LABELS = [
    ("Tap:", "Resume | New game | Boards | Hint | Solve | Share | Title"),
    ("Tap: Solve", "Play on until | the odds | Back"),
    ("Tap: Back > Share", "Back | By number"),
    ("Tap: By number", "9 | Delete | Play | Back"),
    ("Tap: Back > Back > Boards",
     "Easy | 9x9, 10 mines | Medium | Hard | 30x16, 99 mines | More | Back"),
    ("Tap: More",
     "Guide | 20x15, 15 mines | Flowers | Compact medium | Compact hard | Custom | "
     "10x10, 12 mines | Back"),
    ("Tap: Custom", "Columns | Rows | Mines | Back | Play"),
    ("Tap: Back > Back > Title", "Daily | Learn | Options | Resume"),
    ("Tap: Learn", "How to play | Patterns | Back"),
    ("Tap: How to play", "Done | Next"),
    ("Tap: Done > Patterns", "Done | Back | Next"),
    ("Tap: Done > Back > Options", "Controls | Guessing | Colours | Sound | More | Done"),
    ("Tap: More", "Light | Motion | Hold | Calibrate | Back | Done")]


def test_every_label_stands_whole_on_a_button_for_a_finger(start_game):
    player = start_game("beginner")
    player.begin()
    player.open_menu()
    for way, labels in LABELS:
        player.tap_on(*filter(None, way.removeprefix("Tap:").strip().split(" > ")))
        player.run(0.3)
        for words in labels.split(" | "):
            left, top, right, bottom = reader.box_of(player.portal, words)
            across, above, end, below = reader.plate_of(player.portal, words)
            assert across < left and right <= end and above <= top and bottom <= below, words
            assert below - above >= LEAST and end - across >= LEAST, words
    before = player.portal.framebuffer
    left, top, _, _ = reader.box_of(player.portal, "Done")
    player.portal.press(left, top)
    player.run(0.2)
    assert reader.box_of(player.portal, "Done")[:2] == (left + 2, top + 2), "it sinks"
    player.portal.move(5, 5)
    player.run(0.2)
    assert player.portal.framebuffer == before


def tap_words(portal, words):
    left, top, right, bottom = reader.box_of(portal, words)
    portal.tap((left + right) // 2, (top + bottom) // 2)
    portal.run(0.6)


def new_portal(drive, **options):
    portal = power_on(drive, seed=SEED, **options)
    portal.run(1.5)
    return portal


def test_a_new_portal_starts_a_game_at_once_and_its_first_board_teaches(drive):
    with new_portal(drive) as portal:
        tap_words(portal, "Play")
        assert reader.sees(portal, FIRST)
        player = AtPortal(portal, drive)
        player.tap(40)
        assert player.reads("This 1 touches one mine: hold the framed cell.")
        mine = next(cell for cell in player.mines() if player.marked(cell) is not None)
        player.hold(mine)
        assert player.reads("This 1 has its flag. Tap the 1: the rest opens.")
        clue = next(cell for cell in range(81) if player.marked(cell) == 1)
        player.tap(clue)
        assert player.reads("Open all but mines.")
        player.run(0.3)
        portal.tap(*player.middle(next(iter(player.covered()))))
        portal.run(0.3)
        assert not player.reads("Open all but")


def test_the_first_board_of_a_new_player_needs_no_guess_and_the_next_is_by_the_options(drive):
    with new_portal(drive) as portal:
        tap_words(portal, "Play")
        player, rules = AtPortal(portal, drive), []
        for _ in range(2):
            player.tap(40)
            number = re.search(r"Board ([\d-]+):", player.say("number"))
            rules.append(numbers.read(number[1])[1])
            player.say("new")
        assert rules == [NO_GUESS, OPENING]


class AtPortal(Player):
    """A player at a portal with the first board of a new PyPortal."""

    def __init__(self, portal, drive):
        self.portal, self.drive = portal, drive
        self.look_for(presets.BEGINNER)


TITLE = "Play", "Daily", "Learn", "Options"


def test_the_title_leads_to_the_pages_and_they_lead_back(drive):
    with new_portal(drive) as portal:
        for there, back in ("Daily", "Back"), ("Learn", "Back"), ("Options", "Done"):
            tap_words(portal, there)
            assert not all(reader.sees(portal, words) for words in TITLE), there
            tap_words(portal, back)
            assert all(reader.sees(portal, words) for words in TITLE), there


@pytest.mark.parametrize(("controls", "words"), [
    ("guide", "Hold to open."), ("dig", "Tap to open."), ("flag", "Tap first, then hold.")])
def test_how_to_play_is_told_for_the_controls_in_force(start_game, controls, words):
    player = start_game("beginner", f'MINES_CONTROLS = "{controls}"')
    player.hold(10, 1.8)  # a long hold brings the menu, too
    player.run(0.3)
    player.tap_on("Title", "Learn", "How to play")
    assert player.reads(words)
    player.tap_on("Done", "Back", "Play")
    assert set(player.tiles()) == {tiles.BLANK}


def test_a_board_that_is_larger_than_the_display_has_a_lesson_on_moving_it(start_game):
    player = start_game("classic expert")
    player.open_menu()
    player.tap_on("Title", "Learn", "How to play", "Next", "Next")
    assert player.reads("Win")
    player.tap_on("Next")
    assert player.reads("Drag the board, or tap the map")


def key(player, digit):
    """Two rows of five; < deletes."""
    if digit == "<":
        player.tap_on("Delete")
        return
    row, column = divmod((int(digit) - 1) % 10, 5)
    player.portal.tap(38 + column * 62, 72 + row * 66)
    player.run(0.3)


def test_the_banner_leads_to_the_result_and_its_number_deals_the_same_board(start_game):
    player = start_game("beginner", DIG, 'MINES_NO_GUESS = "on"')
    player.win(player.begin())
    text, mines = player.number(), player.mines()
    player.tap_on("New best, ")
    player.run(1)
    for words in ("Won, best ", "Your first win!", "New", "Same board", "Share", "by step"):
        assert player.reads(words), words
    check_golden(player.portal, "result")
    player.tap_on("Share")
    assert player.reads(text)
    player.tap_on("By number")
    player.run(0.3)
    for digit in text.replace("-", ""):
        key(player, digit)
    assert player.reads(text)
    check_golden(player.portal, "keypad")
    player.tap_on("Play")
    player.run(2)
    assert player.mines() == mines and player.tile(40) == 0, "its first cell is open"


@pytest.mark.parametrize("board", ["pyportal", TITANO])
def test_a_qr_code_leads_to_the_board_on_the_page_of_the_settings(start_game, board):
    page = "https://example.org/pyportal/"
    player = start_game("beginner", DIG, f'MINES_PAGE = "{page}"', board=board)
    player.win(player.begin())
    number = player.number()
    player.tap_on("New best, ")
    player.run(1)
    player.tap_on("Share")
    player.run(2)
    found = zxingcpp.read_barcodes(numpy.asarray(player.portal.screenshot().convert("RGB")))
    assert [code.text for code in found] == [f"{page}#board={number}"]


@pytest.mark.parametrize("page", ["example.org", "https://" + "e" * 100])
def test_an_address_that_is_none_or_too_long_is_named_and_ignored(start_game, page):
    player = start_game("beginner", DIG, f'MINES_PAGE = "{page}"')
    player.begin()
    number = player.number()
    player.tap_face()
    player.tap_on("Share")
    assert player.reads(number) and player.reads("This number deals")
    assert f'MINES_PAGE is "{page}" and is ignored' in player.portal.serial


def test_a_wrong_key_is_taken_back_a_wrong_number_told_and_a_game_in_play_asked_about(start_game):
    player = start_game("beginner", DIG)
    player.begin()
    board, text = player.tiles(), player.number()
    player.tap_face()
    player.tap_on("Share", "By number")
    assert player.reads("Type a board number:")
    for digit in "123<":
        key(player, digit)
    assert player.reads("12") and not player.reads("123")
    player.tap_on("Play")
    assert player.reads("Board numbers have 12 or 19 digits.")
    for digit in "<<" + text.replace("-", ""):
        key(player, digit)
    player.tap_on("Play")
    player.run(2)
    player.tap_on("Keep playing", "Resume")
    player.run(0.3)
    assert player.tiles() == board


def test_the_title_plays_by_itself_until_it_is_touched(drive):
    with new_portal(drive) as portal:
        pictures = set()
        for _ in range(8):
            pictures.add(portal.framebuffer)
            portal.run(0.7)
        assert len(pictures) >= 4
        assert reader.sees(portal, "Play") and not reader.sees(portal, "+")
        portal.tap(200, 100)
        portal.run(0.5)
        assert not reader.sees(portal, "Learn")


def test_a_tap_while_the_game_loads_starts_it(drive):
    with power_on(drive, seed=SEED, instant=False) as portal:
        while not reader.sees(portal, "Play"):
            portal.run(0.05)
        portal.tap(160, 120)
        portal.run(6)
        assert reader.sees(portal, FIRST)


@pytest.mark.parametrize("name", ["beginner", "expert", "custom"])
def test_a_game_looks_as_drawn_and_as_it_did_after_a_pause(start_game, name):
    player = start_game(name)
    player.begin()
    check_golden(player.portal, f"game-{name}")
    before = player.tiles()
    player.open_menu()
    if name == "beginner":
        check_golden(player.portal, "menu")
    player.run(8)
    player.tap_on("Resume")
    assert player.tiles() == before
    assert any(player.reads(f"0:0{second}") for second in range(5))


@pytest.mark.parametrize("which", [0, -1], ids=["top", "bottom"])
def test_the_banner_of_a_lost_game_leaves_the_fatal_mine_seen(start_game, which):
    player = start_game("intermediate")
    player.begin()
    fatal = [cell for cell in player.mines() if player.tile(cell) == tiles.BLANK][which]
    player.tap(fatal)
    player.run(1)
    assert player.tile(fatal) == tiles.DEATH


def test_a_new_game_is_another_board_and_the_same_board_sets_no_best(start_game):
    player = start_game("beginner")
    player.begin()
    mines = player.mines()
    player.open_menu()
    player.tap_on("New game", "Keep playing", "New game", "New game")
    assert set(player.tiles()) == {tiles.BLANK}
    player.begin()
    again = player.mines()
    assert again != mines
    player.tap(again[-1])
    player.run(3)
    player.tap(0)
    player.run(1)
    player.tap_on("Same board")
    player.run(1)
    assert player.tile(player.columns * (player.rows // 2) + player.columns // 2) != tiles.BLANK
    assert player.mines() == again
    before = games.saved_state(player.portal.nvm).records.of(2)
    player.win()
    assert player.reads("Won in ")
    assert games.saved_state(player.portal.nvm).records.of(2) == before


def test_the_switch_changes_between_digging_and_flagging(start_game):
    player = start_game("expert")
    player.begin()
    mine = player.mines()[1]
    player.tap_switch()
    assert player.reads("Now a tap flags and a hold opens.")
    player.tap(mine)
    assert player.tile(mine) == tiles.FLAG
    player.tap_switch()
    safe = next(cell for cell in player.covered() if cell not in player.mines())
    player.tap(safe)
    assert player.tile(safe) <= 8


def test_after_a_game_the_face_brings_the_result_and_a_tap_on_flowers_the_next(start_game):
    player = start_game("flowers")
    player.begin()
    player.tap(player.mines()[-1])
    player.run(1)
    player.tap_face()
    player.run(1)
    assert player.reads("Lost")
    player.tap_on("New")
    assert set(player.tiles()) == {tiles.BLANK}
    player.tap(0)
    player.run(0.5)
    player.tap(player.mines()[-1])
    player.run(2)
    player.tap(40)
    assert set(player.tiles()) == {tiles.BLANK}
