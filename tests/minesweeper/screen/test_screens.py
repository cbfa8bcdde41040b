# SPDX-License-Identifier: MIT
"""How screens and pages look, lead to one another, and answer a finger."""

import numpy
import pytest
import zxingcpp

from minesweeper.rules import presets
from minesweeper.rules.dice import Dice
from minesweeper.rules.game import Game
from minesweeper.saved import choices
from minesweeper.saved.state import SavedState
from minesweeper.screen import tiles
from tests.support import tables
from tests.support.network.claims import WAYS
from tests.support.play import games, reader
from tests.support.play.player import DIG, QUESTION, SEED, TITANO, check_golden, power_on

# A finger's width, less the edges that are drawn around a button's face.
LEAST = 40 - 4


def test_every_label_stands_whole_on_a_button_for_a_finger(start_game):
    player = start_game("beginner")
    player.begin()
    player.open_menu()
    for way, labels in tables.rows("labels.txt", __file__):
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


@pytest.mark.parametrize(("choice", "controls", "preset"), [
    ("Tap opens", "dig", "Beginner"), ("Tap flags", "flag", "Beginner"),
    ("Like Adafruit's guide", "guide", "Guide")])
def test_a_new_portal_asks_one_question_and_lets_the_player_try(drive, choice, controls, preset):
    with new_portal(drive) as portal:
        tap_words(portal, "TAP TO START")
        pictures = set()
        for _ in range(8):
            pictures.add(portal.framebuffer)
            portal.run(0.4)
        assert len(pictures) >= 3, "the pictures move"
        if preset == "Guide":
            check_golden(portal, "first-question")
        tap_words(portal, choice)
        if preset == "Beginner":
            practise(portal, controls)
        portal.run(1)
        saved = games.saved_state(portal.nvm)
        assert saved.options.controls == WAYS.index(controls)
        assert choices.word(saved.options, "preset") == preset
        nvm = bytes(portal.nvm)
    with new_portal(drive, nvm=nvm) as again:
        tap_words(again, "TAP TO START")
        assert not reader.sees(again, QUESTION)


def practise(portal, controls):
    """Answer each step wrongly, which is said, and then as it asks."""
    first, mine, number = (100, 60), (96, 88), (128, 88)
    for asked, wrong, right in (
            ("Tap any cell to open it.", (*first, 0.8), (*first, 0.1)),
            ("Only the circled cell", (*mine, 0.1 if controls == "dig" else 0.8),
             (*mine, 0.8 if controls == "dig" else 0.1)),
            ("Tap the 1", (*mine, 0.1), (*number, 0.1))):
        assert reader.sees(portal, asked)
        portal.hold(*wrong)
        portal.run(0.3)
        assert not reader.sees(portal, asked)
        check_golden(portal, f"practice-{controls}") if asked == "Tap the 1" else None
        portal.hold(*right)
        portal.run(0.6)
    assert reader.sees(portal, "You did it!")
    tap_words(portal, "Play")


def test_a_new_portal_may_skip_the_practice_and_settings_answer_the_question(drive, drive_with):
    with new_portal(drive) as portal:
        tap_words(portal, "TAP TO START")
        tap_words(portal, "Tap opens")
        tap_words(portal, "Skip")
        check_golden(portal, "beginner-covered")
    with new_portal(drive_with(DIG)) as portal:
        tap_words(portal, "TAP TO START")
        assert not reader.sees(portal, QUESTION)


@pytest.mark.parametrize(("controls", "words"), [
    ("guide", "Hold a cell to open it."), ("dig", "Tap a cell to open it."),
    ("flag", "Tap to start, then hold to open.")])
def test_how_to_play_is_told_for_the_controls_in_force(start_game, controls, words):
    player = start_game("beginner", f'MINES_CONTROLS = "{controls}"')
    player.hold(10, 1.8)  # a long hold brings the menu, too
    player.run(0.3)
    player.tap_on("How to play")
    assert player.reads(words)
    player.tap_on("Done", "Resume")
    assert set(player.tiles()) == {tiles.BLANK}


def key(player, digit):
    """Keys as on a telephone, four in a row with those beside them; < deletes."""
    row, column = {"0": (3, 1), "<": (0, 3)}.get(digit) or divmod(int(digit) - 1, 3)
    player.portal.tap(43 + column * 78, 64 + row * 50)
    player.run(0.3)


def test_the_banner_leads_to_the_result_and_its_number_deals_the_same_board(start_game):
    player = start_game("beginner", DIG, 'MINES_NO_GUESS = "on"')
    player.win(player.begin())
    text, mines = player.number(), player.mines()
    player.tap_on("New best, ")
    player.run(1)
    for words in ("Won in ", " taps, ", "Your first win!",
                  " guess", "New game", "Same board", "Share", "Proof", "Menu"):
        assert player.reads(words), words
    check_golden(player.portal, "result")
    player.tap_on("Share")
    assert player.reads(text)
    check_golden(player.portal, "share")
    player.tap_on("Back")
    player.run(1)
    player.tap_on("Menu", "Boards", "1 of 2", "By number")
    player.run(0.3)
    for digit in text.replace("-", ""):
        key(player, digit)
    assert player.reads(text)
    check_golden(player.portal, "keypad")
    player.tap_on("Deal")
    player.run(2)
    assert player.mines() == mines and player.tile(40) == 0, "its first cell is open"


def test_the_result_does_not_wait_for_the_count_of_the_guesses(start_game):
    player = start_game("expert", DIG)
    player.tap(player.begin()[-1])
    player.run(3)
    player.portal.tap(160, 8)
    player.run(0.05)
    assert player.reads("Lost after ") and player.reads("Counting the guesses")
    player.run(0.3)
    assert player.reads("likely to be safe") and not player.reads("Counting the guesses")


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
    check_golden(player.portal, f"share-code-{board}")


@pytest.mark.parametrize("page", ["example.org", "https://" + "e" * 100])
def test_an_address_that_is_none_or_too_long_is_named_and_ignored(start_game, page):
    player = start_game("beginner", DIG, f'MINES_PAGE = "{page}"')
    player.win(player.begin())
    number = player.number()
    player.tap_on("New best, ")
    player.run(1)
    player.tap_on("Share")
    assert player.reads(number) and player.reads("This number deals")
    assert f'MINES_PAGE is "{page}" and is ignored' in player.portal.serial


def test_a_wrong_key_is_taken_back_a_wrong_number_told_and_a_game_in_play_asked_about(start_game):
    player = start_game("beginner", DIG)
    player.begin()
    board, text = player.tiles(), player.number()
    player.tap_face()
    player.tap_on("Boards", "1 of 2", "By number")
    assert player.reads("Type a board number:")
    for digit in "123<":
        key(player, digit)
    assert player.reads("12") and not player.reads("123")
    player.tap_on("Deal")
    assert player.reads("Board numbers have 12 or 19 digits.")
    check_golden(player.portal, "keypad-refused")
    for digit in "<<" + text.replace("-", ""):
        key(player, digit)
    player.tap_on("Deal")
    player.run(2)
    player.tap_on("Keep playing", "Resume")
    player.run(0.3)
    assert player.tiles() == board


def suffix(board):
    return board.removeprefix("pyportal").replace("_", "-")


@pytest.mark.parametrize("board", ["pyportal", TITANO])
def test_the_title_waits_for_a_touch(drive, board):
    with power_on(drive, seed=SEED, board=board) as portal:
        portal.run(1)
        check_golden(portal, f"title{suffix(board)}")
        portal.run(60)
        assert reader.sees(portal, "TAP TO START") and not reader.sees(portal, "+")
        portal.press(200, 100)
        portal.run(0.3)
        assert not reader.sees(portal, "TAP TO START")


def test_a_tap_while_the_game_loads_starts_it(drive):
    with power_on(drive, seed=SEED, instant=False) as portal:
        while not reader.sees(portal, "TAP TO START"):
            portal.run(0.05)
        portal.tap(160, 120)
        portal.run(6)
        assert not reader.sees(portal, "TAP TO START")


@pytest.mark.parametrize(("name", "board", "picture"), [
    *((name, "pyportal", f"game-{name}") for name in
      ("guide", "flowers", "beginner", "intermediate", "expert", "custom")),
    *((name, TITANO, f"game-{name.replace(' ', '-')}-titano") for name in
      ("guide", "beginner", "classic", "classic expert"))])
def test_a_game_looks_as_drawn_and_as_it_did_after_a_pause(start_game, name, board, picture):
    player = start_game(name, board=board)
    player.begin()
    check_golden(player.portal, picture)
    if picture in ("game-guide", "game-beginner", "game-expert"):
        before = player.tiles()
        player.open_menu()
        if name == "beginner":
            check_golden(player.portal, "menu")
        player.run(60)
        player.tap_on("Resume")
        assert player.tiles() == before
        assert name == "guide" or any(player.reads(f"0:0{second}") for second in range(5))


@pytest.mark.parametrize("board", ["pyportal", TITANO])
def test_the_statistics_of_a_long_life(start_game, board):
    nvm = bytearray(b"\xff" * 8192)
    saved = SavedState(nvm, (320, 240))
    for index in range(len(presets.ALL)):
        for game in range(1200 * (index < 2) + 3):
            saved.records.finished(index, game % 500 != 499, 3599 - index - game % 9 * 99, True)
    saved.records.last = 288, 301, True
    saved.save(Game(presets.GUIDE, saved.options.make_controls(), 0, Dice()), 0)
    player = start_game("beginner", nvm=bytes(nvm), board=board)
    player.open_menu()
    player.tap_on("Statistics")
    check_golden(player.portal, f"statistics{suffix(board)}")


@pytest.mark.parametrize("which", [0, -1], ids=["top", "bottom"])
def test_the_banner_of_a_lost_game_leaves_the_fatal_mine_seen(start_game, which):
    player = start_game("intermediate")
    player.begin()
    fatal = [cell for cell in player.mines() if player.tile(cell) == tiles.BLANK][which]
    player.tap(fatal)
    player.run(1)
    assert player.tile(fatal) == tiles.DEATH
    check_golden(player.portal, f"lost-intermediate{which}")


@pytest.mark.parametrize("name", ["guide", "beginner"])
def test_a_new_game_is_another_board_and_the_same_board_sets_no_best(start_game, name):
    player = start_game(name)
    player.begin()
    mines = player.mines()
    player.open_menu()
    player.tap_on("New game", "New game")
    assert set(player.tiles()) == {tiles.BLANK}
    player.begin()
    assert (again := player.mines()) != mines
    player.open_menu()
    player.tap_on("Same board", "Keep playing", "Same board", "Same board")
    player.run(0.5)
    assert player.tile(player.columns * (player.rows // 2) + player.columns // 2) != tiles.BLANK
    assert player.mines() == again
    if name == "beginner":
        player.win()
        assert player.reads("Won in ")
        assert games.saved_state(player.portal.nvm).records.of(2) == (0, 0, 0, 0, 0)


@pytest.mark.parametrize("name", ["beginner", "expert"])
def test_the_switch_changes_between_digging_and_flagging(start_game, name):
    player = start_game(name)
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


@pytest.mark.parametrize("name", ["beginner", "flowers"])
def test_after_a_game_the_face_and_a_tap_bring_the_result_and_on_flowers_the_next(start_game, name):
    player = start_game(name)
    player.begin()
    player.tap(player.mines()[-1])
    player.run(1)
    player.tap_face()
    player.run(1)
    assert player.reads("Lost after ")
    player.tap_on("Menu", "Back")
    assert tiles.DEATH in player.tiles()
    player.tap(40)
    if name == "beginner":
        player.tap_on("New game")
    assert set(player.tiles()) == {tiles.BLANK}
