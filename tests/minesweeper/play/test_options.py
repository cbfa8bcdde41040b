# SPDX-License-Identifier: MIT
"""Options in play: chosen on pages, felt in the game, kept over power-off; and fair guesses."""

import pytest

from minesweeper.board import presets
from minesweeper.board.field import Field
from minesweeper.memory import options
from minesweeper.network.outbox import Outbox
from minesweeper.pages import meanings
from minesweeper.screen import text, tiles
from tests.support.network import posting
from tests.support.play import reader
from tests.support.play.player import BY_NAME, DIG, SEED, Player

PAGES = (
    (("Controls", "Guide"), ("First tap", "Opening"), ("Question marks", "On"), ("Chords", "On"),
     ("Hold", "500 ms"), ("Slip guard", "Off")),
    (("Sound", "On"), ("Light", "100 %"), ("Colours", "Classic"), ("NeoPixel", "On")),
    (("Guesses", "Any"), ("Motion", "On")),
)
AFTER = (
    (("Controls", "Dig"), ("First tap", "Any"), ("Question marks", "Off"), ("Chords", "Off"),
     ("Hold", "800 ms"), ("Slip guard", "On")),
    (("Sound", "Off"), ("Light", "Auto"), ("Colours", "Dark"), ("NeoPixel", "Off")),
    (("Guesses", "Fair"), ("Motion", "Off")),
)
NAMES = {"Controls": "controls", "First tap": "first", "Question marks": "questions",
         "Chords": "chords", "Hold": "hold", "Slip guard": "guard", "No guessing": "no_guess",
         "Sound": "sound", "Light": "light", "Colours": "theme", "NeoPixel": "pixel",
         "Guesses": "guesses", "Motion": "motion"}


@pytest.fixture
def free_player(drive):
    """On the repository's drive, whose settings leave everything to the player."""
    player = Player(drive, SEED)
    yield player
    player.portal.close()


def pause_guide(player):
    player.hold(150)
    player.pause()


def open_guide_options(player):
    pause_guide(player)
    player.tap_on("Options")


def choose_board(player, name):
    player.tap_on("Board")
    player.tap_on(name)


def number_with_cover(player):
    """(cell, its mines, its covered safe neighbours) of a seen clue that has both kinds around."""
    mines = set(player.mines())
    for cell, tile in enumerate(player.tiles()):
        if tile and tile <= 8:
            x, y = cell % player.columns, cell // player.columns
            near = [at for at in player.covered()
                    if max(abs(at % player.columns - x), abs(at // player.columns - y)) == 1]
            if mines & set(near) and set(near) - mines:
                return cell, mines & set(near), set(near) - mines
    raise AssertionError("there is none on this board: take another seed")


def test_every_option_is_chosen_felt_at_once_and_kept_over_power_off(free_player):
    player = free_player
    before_options = player.portal.nvm_writes
    open_guide_options(player)
    for page, after in zip(PAGES, AFTER, strict=True):
        for before, now in zip(page, after, strict=True):
            assert player.shows(*before)
            player.tap_on(before[0])
            assert player.shows(*now)
        player.tap_on("More")
    player.tap_on("Done")
    player.tap_on("New game")
    assert player.portal.nvm_writes == before_options + 1
    player.hold(150, 3)
    player.run(0.3)
    choose_board(player, "Flowers")
    player.look_for(BY_NAME["flowers"])
    for power in "on", "on again":
        assert player.reads("40 left"), power
        player.tap_face()
        player.tap_on("Options")
        for after in AFTER:
            assert all(player.shows(*words) for words in after)
            player.tap_on("More")
        player.power_cycle()
    assert player.portal.serial.count("starting with defaults") == 1


def tap_left_of(player, title):
    left, top, _, _ = reader.plate_of(player.portal, title)
    player.portal.tap(left + 20, top + 20)
    player.run(0.3)


def test_options_go_both_ways(free_player):
    open_guide_options(free_player)
    for value in "300 ms", "800 ms", "500 ms":
        tap_left_of(free_player, "Hold")
        assert free_player.shows("Hold", value)
    free_player.tap_on("Hold")
    assert free_player.shows("Hold", "800 ms")


def test_colours_light_and_loudness_are_changed_at_once(free_player):
    player = free_player
    open_guide_options(player)
    player.tap_on("More")
    ground = player.portal.screenshot().getpixel((1, 100))
    for title, value in ("Colours", "Dark"), ("Light", "75 %"), ("Sound", "Quiet"):
        tap_left_of(player, title)
        if value == "Dark":
            tap_left_of(player, title)
        assert player.shows(title, value)
    assert player.portal.screenshot().getpixel((1, 100)) != ground
    assert player.portal.backlight == pytest.approx(0.75, abs=0.01)
    tap_left_of(player, "Light")
    assert player.portal.sounds[-1][1] == "sounds/click-quiet.wav"


def test_every_value_of_every_option_is_explained_in_two_lines_at_most():
    chosen = options.Options(320, 240)
    for name in NAMES.values():
        said = {}
        for value in range(chosen.range_of(name)[1] + 1):
            setattr(chosen, name, value)
            said[value] = meanings.of(chosen, name)
            assert said[value].endswith(".")
            assert len(text.lines(said[value], 320 // text.WIDTH - 1)) <= 2
        assert name in ("hold", "light") or len(set(said.values())) == len(said)


def test_an_option_that_is_touched_is_explained_in_place_of_the_heading(free_player):
    player = free_player
    open_guide_options(player)
    for page in PAGES:
        assert player.reads("Options")
        for title, _ in page:
            player.tap_on(title)
            said = {text.lines(words, 39)[0] for words in meanings._MEANINGS[NAMES[title]]}
            assert any(player.reads(words) for words in said)
            assert not player.reads("Options")
        player.tap_on("More")


def test_other_controls_are_for_the_game_in_play_too(free_player):
    open_guide_options(free_player)
    free_player.tap_on("Controls")
    free_player.tap_on("Done")
    free_player.tap_on("Resume")
    safe = next(cell for cell in free_player.covered() if cell not in free_player.mines())
    free_player.tap(safe)
    assert free_player.tile(safe) <= 8


@pytest.mark.parametrize("chords", ["on", "off"])
def test_a_chord_opens_where_it_may(start_game, chords):
    player = start_game("intermediate", DIG, f'MINES_CHORDS = "{chords}"')
    player.tap(150)
    cell, mines, safe = number_with_cover(player)
    for mine in mines:
        player.hold(mine)
    player.tap(cell)
    opened = {at for at in safe if player.tile(at) != tiles.BLANK}
    assert opened == (safe if chords == "on" else set())


@pytest.mark.parametrize(("hold", "is_hold"), [(300, True), (500, False), (800, False)])
def test_a_hold_is_as_long_as_was_chosen(start_game, hold, is_hold):
    player = start_game("beginner", DIG, f'MINES_HOLD_MS = "{hold}"')
    player.hold(0, 0.4)
    assert (player.tile(0) == tiles.FLAG) == is_hold
    player.hold(80, hold / 1000 + 0.1)
    assert player.tile(80) in (tiles.FLAG, 0, 1, 2, 3, 4)


@pytest.mark.parametrize("sound", ["off", "quiet", "on"])
def test_sounds_are_as_loud_as_was_chosen(start_game, sound):
    player = start_game("beginner", DIG, f'MINES_SOUND = "{sound}"')
    player.begin()
    player.tap(player.mines()[-1])
    player.run(1)
    end = "-quiet.wav" if sound == "quiet" else ".wav"
    wanted = [] if sound == "off" else [f"sounds/{name}{end}" for name in ("click", "lose")]
    heard = [path for _, path, _, _ in player.portal.sounds]
    assert sorted(set(heard)) == wanted


def step(player, row, up, times):
    """Tap the - or + beside a number of the custom page."""
    _, top, _, bottom = reader.box_of(player.portal, ("columns", "rows", "mines")[row])
    for _ in range(times):
        player.portal.tap(260 if up else 60, (top + bottom) // 2)
        player.run(0.1)


def test_a_custom_board_is_stepped_within_its_limits_and_dealt(start_game):
    player = start_game("custom", DIG)
    player.pause()
    choose_board(player, "Your own")
    for row, up, limit in ((0, False, "5 columns"), (1, False, "5 rows"), (2, True, "16 mines"),
                           (2, False, "1 mines"), (0, True, "20 columns"), (1, True, "14 rows"),
                           (2, True, "31 mines")):
        step(player, row, up, 30)
        assert player.reads(limit)
    player.tap_on("Done")
    player.look_for((presets.CUSTOM, 20, 14, 31, 16))
    assert set(player.tiles()) == {tiles.BLANK}
    player.tap(150)
    assert len(player.mines()) == 31


FAIR = 'MINES_GUESSES = "fair"'


@pytest.fixture
def player(start_game):
    """On a board that was laid before its first cell."""
    return start_game("beginner", DIG, FAIR, 'MINES_FIRST = "any"')


def test_the_first_cell_is_safe_and_a_board_whose_mines_have_moved_has_no_number(player):
    mine = player.mines()[0]
    player.tap(mine)
    assert player.tile(mine) <= 8
    assert "no number deals this board" in player.say("number")
    player.run(11)
    player.power_cycle()
    assert player.tile(mine) <= 8
    assert "no number deals this board" in player.say("number")


def test_a_board_whose_mines_stayed_has_its_number(player):
    safe = next(cell for cell in range(81) if cell not in player.mines())
    player.tap(safe)
    number, mines = player.number(), player.mines()
    player.say(f"deal {number}")
    player.run(1)
    assert player.mines() == mines
    player.tap(mines[0])
    player.run(1)
    assert tiles.DEATH in player.tiles(), "a board of a number is played as it is"


def test_a_guess_beside_what_is_safe_is_a_mine_and_told_so(start_game):
    player = start_game("beginner", DIG, FAIR)
    player.begin()
    signs, mines, steps = player.signs(), player.mines(), Field(9, 9).neighbours.steps
    apart = next(cell for cell in range(81) if signs[cell] == "-" and cell not in mines
                 and all(signs[cell + step] in "-F" for step in steps(cell)))
    player.tap(apart)
    player.run(1)
    assert tiles.DEATH in player.tiles()
    assert player.reads("Missed: ")
    player.tap_face()
    player.run(1)
    player.tap_on("Share")
    assert player.reads("no number deals this board again.")
    assert "Number:" not in player.say("replay")


def test_a_game_whose_mines_have_moved_is_not_posted(start_game):
    player = start_game("beginner", DIG, *posting.WIFI, *posting.URL, FAIR, 'MINES_FIRST = "any"')
    player.tap(player.mines()[0])
    while covered := player.covered():
        player.tap(covered[0])
        if tiles.MINE in player.tiles():
            break
    player.run(3)
    assert "Not posted: fair guesses have moved the mines" in player.portal.serial
    assert not len(Outbox(bytearray(player.portal.nvm)))
