# SPDX-License-Identifier: MIT
"""Options in play and what is kept over power cuts: options, games, advice; fair guesses."""


import pytest

from minesweeper.network.outbox import Outbox
from minesweeper.rules import presets
from minesweeper.rules.field import Field
from minesweeper.rules.game import NO_GUESS, OPENING
from minesweeper.saved.options import NEVER
from minesweeper.saved.state import APART_MS
from minesweeper.screen import panel, tiles
from minesweeper.sharing import numbers
from tests.support.network import posting
from tests.support.play import games, reader
from tests.support.play.player import BY_NAME, DIG, REST_S, SEED, Player

# By page: (title, option, its value, the next value).
PAGES = (
    (("Controls", "controls", "Dig", "Flag"), ("Guessing", "guessing", "Classic", "Never"),
     ("Colours", "theme", "Classic", "Dark"), ("Sound", "sound", "On", "Off")),
    (("Light", "light", "100 %", "Auto"), ("Motion", "motion", "On", "Off"),
     ("Hold", "hold", "500 ms", "800 ms")),
)
# How the sentence begins that explains such a next value; others have none.
MEANINGS = {"controls": "A tap marks a", "guessing": "The next game needs",
            "hold": "A touch as long"}


@pytest.fixture
def free_player(drive):
    """Open the options on the repository's drive, whose settings leave all to the player."""
    player = Player(drive, SEED, BY_NAME["beginner"])
    player.tap(40)
    player.open_menu()
    player.tap_on("Title", "Options")
    yield player
    player.portal.close()


def test_every_option_is_chosen_explained_felt_at_once_and_kept_over_power_off(free_player):
    player = free_player
    writes = player.portal.nvm_writes
    for page in PAGES:
        assert player.reads("Options")
        for title, name, before, after in page:
            assert player.shows(title, before)
            player.tap_on(title)
            assert player.shows(title, after)
            assert player.reads(MEANINGS.get(name, "Options"))
        player.tap_on("More" if page == PAGES[0] else "Done")
    player.tap_on("Resume")
    assert player.portal.nvm_writes == writes + 2  # the menu's and the options'
    player.tap_face()
    player.tap_on("Boards", "More", "Flowers", "New game")
    player.look_for(BY_NAME["flowers"])
    for power in "on", "on again":
        assert player.reads("40 left"), power
        player.tap_face()
        player.tap_on("Title", "Options")
        for page in PAGES:
            assert all(player.shows(title, after) for title, _, _, after in page)
            player.tap_on("More" if page == PAGES[0] else "Done")
        player.power_cycle()
    assert player.portal.serial.count("starting with defaults") == 1


def test_the_menu_of_a_game_leads_to_the_options_and_back(player):
    player.open_menu()
    player.tap_on("Options", "Sound", "Done")
    assert player.reads("Menu")
    player.tap_on("Options")
    assert player.shows("Sound", "Off")


def tap_left_of(player, title):
    left, top, _, _ = reader.plate_of(player.portal, title)
    player.portal.tap(left + 20, top + 20)
    player.run(0.3)


def test_options_go_both_ways_and_are_for_the_game_in_play_too(free_player):
    player = free_player
    player.tap_on("More")
    for value in "300 ms", "800 ms", "500 ms":
        tap_left_of(player, "Hold")
        assert player.shows("Hold", value)
    tap_left_of(player, "Light")
    assert player.shows("Light", "75 %")
    assert player.portal.backlight == pytest.approx(0.75, abs=0.01)
    player.tap_on("Back", "Controls", "Controls")
    ground = player.portal.screenshot().getpixel((1, 100))
    for title, value in ("Colours", "Dark"), ("Sound", "Quiet"):
        tap_left_of(player, title)
        if value == "Dark":
            tap_left_of(player, title)
        assert player.shows(title, value)
    assert player.portal.screenshot().getpixel((1, 100)) != ground
    tap_left_of(player, "Colours")
    assert player.portal.sounds[-1][1] == "sounds/open-quiet.wav"
    player.tap_on("Done", "Resume")
    cell = player.covered()[0]
    player.tap(cell)
    assert player.signs()[cell] == "?", "as in the guide"


def test_the_switch_always_tells_that_it_leaves_the_guides_controls(start_game):
    player = start_game("beginner", 'MINES_CONTROLS = "guide"')
    for _ in range(3):
        player.tap_switch()
        assert player.reads("Now a tap flags and a hold opens.")
        player.open_menu()
        player.tap_on("Title", "Options", "Controls", "Done", "Play")


def test_options_are_explained_in_two_lines_at_most(start_game):
    player = start_game("beginner", DIG)
    player.open_menu()
    player.tap_on("Title", "Options")
    for title, words in (("Controls", "A tap marks a cell; a hold opens it."),
                         ("Guessing", "The next game needs no guess.")):
        player.tap_on(title)
        assert player.reads(words)


@pytest.mark.parametrize(("hold", "sound", "heard"), [
    (300, "off", None), (800, "quiet", "lose-quiet")])
def test_holds_are_as_long_and_sounds_as_loud_as_was_chosen(start_game, hold, sound, heard):
    player = start_game("beginner", DIG, f'MINES_HOLD_MS = "{hold}"', f'MINES_SOUND = "{sound}"')
    player.hold(0, 0.4)
    assert (player.tile(0) == tiles.FLAG) == (hold == 300)
    player.hold(80, hold / 1000 + 0.1)
    assert player.tile(80) in (tiles.FLAG, 0, 1, 2, 3, 4)
    player.tap(40)
    player.tap(next(cell for cell in player.mines() if player.tile(cell) == tiles.BLANK))
    player.run(1)
    paths = {path for _, path, _, _ in player.portal.sounds}
    assert all(path.endswith("-quiet.wav") == (sound == "quiet") for path in paths)
    assert f"sounds/{heard}.wav" in paths if heard else not paths


def test_a_custom_board_is_stepped_within_its_limits_and_dealt(start_game):
    player = start_game("custom", DIG)
    player.open_menu()
    player.tap_on("Boards", "More", "Custom")
    titles = "Columns", "Rows", "Mines"
    for row, up, limit in ((0, False, "5"), (1, False, "5"), (2, True, "16"), (2, False, "1"),
                           (0, True, "20"), (1, True, "14"), (2, True, "31")):
        _, top, _, bottom = reader.box_of(player.portal, titles[row])
        player.portal.tap(260 if up else 60, (top + bottom) // 2)
        player.run(0.1)
        if limit != "31":
            player.portal.hold(260 if up else 60, (top + bottom) // 2, 5)  # a held one repeats
        for _ in range(29 * (limit == "31")):
            player.portal.tap(260, (top + bottom) // 2)
            player.run(0.1)
        player.run(0.2)
        assert player.shows(titles[row], limit)
    player.tap_on("Play")
    player.look_for((presets.CUSTOM, 20, 14, 31, 16))
    assert set(player.tiles()) == {tiles.BLANK}
    player.tap(150)
    assert len(player.mines()) == 31


def rule(player):
    return numbers.read(player.number())[1]


def test_guessing_is_for_the_next_game_and_keeps_the_one_in_play(start_game):
    player = start_game("beginner", DIG)
    player.begin()
    board = player.tiles()
    player.open_menu()
    player.tap_on("Title", "Options", "Guessing")
    assert player.reads("The next game needs no guess.")
    player.tap_on("Done", "Resume")
    assert (player.tiles(), rule(player)) == (board, OPENING)
    assert games.saved_state(player.portal.nvm).options.guessing == NEVER
    player.open_menu()
    player.tap_on("New game", "New game")
    player.begin()
    assert rule(player) == NO_GUESS


def test_guessing_is_for_a_game_that_has_not_begun(start_game):
    player = start_game("beginner", DIG)
    player.open_menu()
    player.tap_on("Title", "Options", "Guessing", "Done", "Play")
    player.begin()
    assert rule(player) == NO_GUESS


def test_a_board_that_is_not_played_after_all_leaves_the_controls(start_game):
    """The board Guide would bring its own."""
    player = start_game("beginner", DIG)
    player.begin()
    player.open_menu()
    player.tap_on("Boards", "More", "Guide", "Keep playing", "Resume")
    cell = player.covered()[0]
    player.hold(cell)
    assert player.signs()[cell] == "F"


def test_the_board_in_play_can_be_chosen_again(start_game):
    player = start_game("beginner", DIG)
    player.begin()
    player.open_menu()
    player.tap_on("Boards", "Easy", "New game")
    assert set(player.signs()) == {"-"}


def state(player):
    return player.signs(), player.mines(), player.tiles()


def test_a_cut_within_a_write_leaves_either_game_or_the_defaults(start_game):
    player = start_game("beginner")
    player.tap(40)
    player.run(REST_S)
    former = state(player)
    for number, moment in enumerate(("before", "after", "half")):
        player.power_cycle()  # else the next write would wait for minutes
        assert state(player) == former
        player.hold(player.mines()[number])
        following = state(player)
        assert player.portal.nvm_writes == 1 + (number == 2) and former != following
        player.portal.faults.cut_power_at_write(1, moment)
        player.run(REST_S)
        assert not player.portal.running
        former = former if moment == "before" else following
    assert player.portal.serial.count("starting with defaults") == 1
    player.power_cycle()
    assert set(player.tiles()) == {tiles.BLANK}
    assert player.portal.serial.count("starting with defaults") == 2


@pytest.fixture
def player(start_game):
    player = start_game("beginner")
    player.begin()
    return player


def test_hints_write_once_and_then_when_the_game_rests_and_leave_the_clock_right(player):
    began = player.portal.now
    for _ in range(8):
        assert player.say("hint")
    assert player.portal.nvm_writes == 1
    player.leap(APART_MS // 1000)
    assert player.portal.nvm_writes == 2
    seconds = games.saved_game(player.portal.nvm).played_ms // 1000
    assert seconds == pytest.approx(player.portal.now - began, abs=3)
    player.power_cycle()
    assert player.reads(panel.clock(seconds))
    player.run(30)
    player.hold(player.covered()[0])
    player.run(3)
    assert any(player.reads(panel.clock(seconds + more)) for more in (2, 3, 4)), "it goes on"
    player.tap(next(cell for cell in player.mines() if cell in player.covered()))
    player.run(3)
    player.tap_face()
    player.run(1)
    player.tap_on("Same board")
    player.run(0.5)
    player.power_cycle()
    assert len(player.covered()) == 81, "the game does not come back as it was before"


@pytest.mark.parametrize("advice", ["hint", "odds"])
def test_a_game_that_was_helped_stays_so_though_it_is_reset_at_once(player, advice):
    player.say(advice)
    player.power_cycle()
    player.win()
    assert player.reads("Won in 0:0") and player.portal.nvm_writes
    assert "No game" not in (stats := player.say("stats")) and "Easy" not in stats


FAIR = 'MINES_GUESSES = "fair"'


@pytest.fixture
def fair_player(start_game):
    """Start on a board that was laid before its first cell."""
    return start_game("beginner", DIG, FAIR, 'MINES_FIRST = "any"')


def test_the_first_cell_is_safe_and_a_board_whose_mines_have_moved_has_no_number(fair_player):
    player, mine = fair_player, fair_player.mines()[0]
    player.tap(mine)
    for power in "on", "on again":
        assert player.tile(mine) <= 8, power
        assert "no number deals this board" in player.say("number")
        player.run(REST_S)
        player.power_cycle()


def test_a_guess_beside_what_is_safe_is_a_mine_told_so_and_not_posted(start_game):
    player = start_game("beginner", DIG, *posting.WIFI, *posting.URL, FAIR)
    player.begin()
    signs, mines, steps = player.signs(), player.mines(), Field(9, 9).neighbours.steps
    player.tap(next(cell for cell in range(81) if signs[cell] == "-" and cell not in mines
                    and all(signs[cell + step] in "-F" for step in steps(cell))))
    player.run(1)
    assert tiles.DEATH in player.tiles()
    assert player.reads("Missed! ")
    player.tap_face()
    player.run(1)
    player.tap_on("Share")
    assert player.reads("Fair guesses have moved")
    assert "Number:" not in player.say("replay")
    assert "Not posted: fair guesses have moved the mines" in player.portal.serial
    assert not len(Outbox(bytearray(player.portal.nvm)))
