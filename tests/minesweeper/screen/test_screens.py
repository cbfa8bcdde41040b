# SPDX-License-Identifier: MIT
"""How screens and pages look, lead to one another, and answer a finger."""

import pytest

from minesweeper.board import presets
from minesweeper.board.dice import Dice
from minesweeper.board.game import Game
from minesweeper.memory import choices
from minesweeper.memory.memory import Memory
from minesweeper.screen import tiles
from tests.support.play import games, reader
from tests.support.play.player import DIG, SEED, TITANO, Player, check_golden, power_on

# A finger's width, less the edges that are drawn around a button's face.
LEAST = 40 - 4
# The way to each page, and what stands on its buttons.
LABELS = {
    (): ("Resume", "New game", "Same board", "Hint", "Solve", "How to play", "Board", "Options",
         "Statistics"),
    ("Solve",): ("Flag required", "safe cells", "As far as", "Show the odds", "Back"),
    ("Back", "How to play"): ("Done", "Patterns", "Next"),
    ("Patterns",): ("Leave", "Next"),
    ("Leave", "Options"): (
        "Controls", "First tap", "Opening", "Question marks", "Chords", "Hold", "Slip guard",
        "More", "Done"),
    ("More",): ("No guessing", "Sound", "Light", "Colours", "Classic", "NeoPixel", "Calibrate",
                "More", "Done"),
    ("More ",): ("Guesses", "Any", "Motion", "More", "Done"),
    ("Done", "Statistics"): ("Done",),
    ("Done", "Board"): (
        "Guide", "20x15 15 mines", "> Beginner <", "Intermediate", "20x14 58 mines", "Classic",
        "Board of", "More", "Back"),
    ("More  ",): ("Classic expert", "30x16 99 mines", "Your own", "to be changed", "By number",
                  "More", "Back"),
    ("By number", "New game"): ("<-", "Deal", "Back"),
    ("Back", "Board", "Board of", "New game"): ("January", "2026", "Done", "Back"),
    ("Back", "Board", "More", "Your own"): ("10 columns", "10 rows", "12 mines", "Done"),
}


def test_every_label_stands_whole_on_a_button_for_a_finger(start_game):
    player = start_game("beginner")
    player.begin()
    player.pause()
    for way, labels in LABELS.items():
        player.tap_on(*map(str.strip, way))
        player.run(0.3)
        for words in labels:
            left, top, right, bottom = reader.box_of(player.portal, words)
            across, above, end, below = reader.plate_of(player.portal, words)
            assert across < left and right <= end and above <= top and bottom <= below
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
    ("tap opens", "Dig", "Beginner"), ("guide plays it", "Guide", "Guide")])
def test_a_new_portal_offers_to_teach_and_asks_how_to_play(drive, choice, controls, preset):
    with new_portal(drive) as portal:
        check_golden(portal, "title-new")
        tap_words(portal, "How to play")
        if preset == "Guide":
            check_golden(portal, "lesson-open")
            tap_words(portal, "Skip")
            check_golden(portal, "how-to-play")
        for heading in ("Open", "Flag", "Win") if preset == "Beginner" else ():
            assert reader.sees(portal, heading)
            pictures = {portal.framebuffer}
            for _ in range(8):
                portal.run(0.4)
                pictures.add(portal.framebuffer)
            assert len(pictures) >= 3, "the picture moves"
            tap_words(portal, "Go on" if heading == "Win" else "Next")
        tap_words(portal, choice)
        portal.run(1)
        memory = games.saved_memory(portal.nvm)
        assert choices.word(memory.options, "controls") == controls
        assert choices.word(memory.options, "preset") == preset
        nvm = bytes(portal.nvm)
    with new_portal(drive, nvm=nvm) as again:
        assert not reader.sees(again, "How to play")


def test_a_tap_elsewhere_on_a_new_portals_title_starts_the_guides_game(drive):
    player = Player(drive, SEED)
    assert set(player.tiles()) == {tiles.BLANK}
    for point in (160, 200), (5, 235), (200, 230):
        with new_portal(drive) as portal:
            portal.tap(*point)
            portal.run(0.5)
            assert portal.framebuffer == player.portal.framebuffer
    player.portal.close()


@pytest.mark.parametrize(("controls", "words"), [
    ("guide", "Hold a cell to open it."), ("dig", "Tap a cell to open it."),
    ("flag", "Tap first, then hold to open.")])
def test_how_to_play_is_told_for_the_controls_in_force(start_game, controls, words):
    player = start_game("beginner", f'MINES_CONTROLS = "{controls}"')
    player.hold(10, 1.8)  # a long hold brings the menu, too
    player.run(0.3)
    player.tap_on("How to play")
    assert player.reads(words)
    player.tap_on("Done", "Resume")
    assert set(player.tiles()) == {tiles.BLANK}


def key(player, digit):
    """Four keys a row, 52 pixels high, below two lines of text."""
    place = "1234567890".index(digit) + (digit == "0")
    player.portal.tap(45 + place % 4 * 78, 58 + place // 4 * 52)
    player.run(0.3)


def test_the_banner_leads_to_the_result_and_its_number_deals_the_same_board(start_game):
    player = start_game("beginner", DIG, 'MINES_NO_GUESS = "on"')
    player.win(player.begin())
    text, mines = player.number(), player.mines()
    player.tap_on("New best: ")
    player.run(1)
    for words in ("Won in ", "3BV ", " a second, ", "The first win. Streak 1, longest 1.",
                  " guess", "Again", "Same board", "Share", "Proof", "Menu"):
        assert player.reads(words), words
    check_golden(player.portal, "result")
    player.tap_on("Share")
    assert player.reads(text)
    check_golden(player.portal, "share")
    player.tap_on("Back")
    player.run(1)
    player.tap_on("Menu", "Board", "More", "By number")
    player.run(0.3)
    for digit in text.replace("-", ""):
        key(player, digit)
    assert player.reads(text)
    check_golden(player.portal, "keypad")
    player.tap_on("Deal")
    player.run(2)
    assert player.mines() == mines and tiles.HINT in player.tiles()


def test_a_wrong_key_is_taken_back_and_a_wrong_number_told(start_game):
    """A game in play is asked about before."""
    player = start_game("beginner")
    player.begin()
    board = player.tiles()
    for answer, seen in ("Go on with", "Pause"), ("New game", "The number of a board:"):
        if answer == "Go on with":
            player.tap_face()
        player.tap_on("Board", "More", "By number", answer)
        player.run(0.3)
        assert player.reads(seen)
    for digit in "123":
        key(player, digit)
    player.tap_on("<-")
    assert player.reads("12") and not player.reads("123")
    player.tap_on("Deal")
    assert player.reads("Board numbers have 12 or 19 digits.")
    check_golden(player.portal, "keypad-refused")
    player.tap_on("Back", "Resume")
    player.run(0.3)
    assert player.tiles() == board


def suffix(board):
    return board.removeprefix("pyportal").replace("_", "-")


@pytest.mark.parametrize("board", ["pyportal", TITANO])
def test_the_title_waits_for_a_tap(drive, board):
    with power_on(drive, seed=SEED, board=board) as portal:
        portal.run(1)
        check_golden(portal, f"title{suffix(board)}")
        portal.run(60)
        portal.press(200, 100)
        portal.run(0.3)
        assert reader.sees(portal, "TAP TO START")
        portal.release()
        portal.run(0.3)
        assert not reader.sees(portal, "TAP TO START")


@pytest.mark.parametrize(("name", "board", "theme", "picture"), [
    *((name, "pyportal", "classic", f"game-{name}") for name in
      ("guide", "flowers", "beginner", "intermediate", "expert", "custom")),
    *((name, TITANO, "classic", f"game-{name.replace(' ', '-')}-titano") for name in
      ("guide", "beginner", "classic", "classic expert")),
    *((name, "pyportal", theme, f"theme-{theme}-{name}") for name in ("guide", "beginner")
      for theme in ("dark", "colour-blind"))])
def test_a_game_looks_as_drawn_and_as_it_did_after_a_pause(start_game, name, board, theme, picture):
    player = start_game(name, DIG, f'MINES_THEME = "{theme}"', board=board)
    player.begin()
    check_golden(player.portal, picture)
    if picture in ("game-guide", "game-beginner", "game-expert"):
        before = player.tiles()
        player.pause()
        player.run(60)
        player.tap_on("Resume")
        assert player.tiles() == before
        assert name == "guide" or any(player.reads(f"0:0{second}") for second in range(5))


@pytest.mark.parametrize(("name", "board", "theme", "pages"), [
    ("beginner", "pyportal", "dark", {None: "pause-dark"}),
    ("custom", "pyportal", "classic", {"Board": None, "Your own": "custom"}),
    ("custom", TITANO, "classic", {"Board": None, "Your own": "custom-titano"}),
    *(("beginner", board, "classic", {
        None: f"pause{end}", "Board": f"boards{end}", **more, "Back": None, "Solve": f"solve{end}",
        "Back ": None, "Statistics": f"statistics-empty{end}", "Done": None,
        "Options": f"options{end}", "More ": f"options-more{end}",
        "Calibrate": f"calibrate{end}"})
      for board, end, more in (("pyportal", "", {"More": "boards-more"}),
                               (TITANO, "-titano", {})))])
def test_pages_look_as_drawn(start_game, name, board, theme, pages):
    player = start_game(name, DIG, f'MINES_THEME = "{theme}"', board=board)
    player.pause()
    for words, picture in pages.items():
        if words:
            player.tap_on(words.strip())
        if picture:
            check_golden(player.portal, picture)


@pytest.mark.parametrize("board", ["pyportal", TITANO])
def test_the_statistics_of_a_long_life(start_game, board):
    nvm = bytearray(b"\xff" * 8192)
    memory = Memory(nvm, (320, 240))
    for index in range(len(presets.ALL)):
        for game in range(1200 * (index < 2) + 3):
            memory.records.finished(index, game % 500 != 499, 3599 - index, True)
    memory.records.last = 288, 301, True
    memory.save(Game(presets.GUIDE, memory.options.make_controls(), 0, Dice()), 0)
    player = start_game("beginner", nvm=bytes(nvm), board=board)
    player.pause()
    player.tap_on("Statistics")
    check_golden(player.portal, f"statistics{suffix(board)}")


def test_the_banner_of_a_best_time(start_game):
    player = start_game("beginner")
    player.begin()
    player.win()
    check_golden(player.portal, "best-beginner")


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
    player.pause()
    player.tap_on("New game")
    assert set(player.tiles()) == {tiles.BLANK}
    player.begin()
    assert (again := player.mines()) != mines
    player.pause()
    player.tap_on("Same board")
    assert set(player.tiles()) == {tiles.BLANK}
    assert player.mines() == again
    if name == "beginner":
        player.win()
        assert player.reads("You have won in ")
        assert games.saved_memory(player.portal.nvm).records.of(2) == (0, 0, 0, 0, 0)


@pytest.mark.parametrize("name", ["beginner", "expert"])
def test_the_switch_changes_between_digging_and_flagging(start_game, name):
    player = start_game(name)
    player.begin()
    mine = player.mines()[1]
    player.tap_switch()
    player.tap(mine)
    assert player.tile(mine) == tiles.FLAG
    player.tap_switch()
    safe = next(cell for cell in player.covered() if cell not in player.mines())
    player.tap(safe)
    assert player.tile(safe) <= 8


def test_after_a_game_a_tap_brings_the_next_and_the_face_the_result(start_game):
    player = start_game("beginner")
    player.begin()
    player.tap(player.mines()[-1])
    player.run(1)
    player.tap_face()
    player.run(1)
    assert player.reads("Lost after ")
    player.tap_on("Menu")
    assert player.reads("Pause")
    player.tap_on("Resume")
    assert tiles.DEATH in player.tiles()
    player.tap(40)
    assert set(player.tiles()) == {tiles.BLANK}
