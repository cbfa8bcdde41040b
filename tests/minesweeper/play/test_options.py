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
from tests.support.play.desk import Desk
from tests.support.play.seat import BY_NAME, DIG, SEED, begin, pause

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
def free_desk(drive):
    """On the repository's drive, whose settings leave everything to the player."""
    desk = Desk(drive, SEED)
    yield desk
    desk.portal.close()


def pause_guide(desk):
    desk.hold(150)
    pause(desk)


def open_guide_options(desk):
    pause_guide(desk)
    desk.tap_on("Options")


def choose_board(desk, name):
    desk.tap_on("Board")
    desk.tap_on(name)


def number_with_cover(desk):
    """(cell, its mines, its covered safe neighbours) of a seen clue that has both kinds around."""
    mines = set(desk.mines())
    for cell, tile in enumerate(desk.tiles()):
        if tile and tile <= 8:
            x, y = cell % desk.columns, cell // desk.columns
            near = [at for at in desk.covered()
                    if max(abs(at % desk.columns - x), abs(at // desk.columns - y)) == 1]
            if mines & set(near) and set(near) - mines:
                return cell, mines & set(near), set(near) - mines
    raise AssertionError("there is none on this board: take another seed")


def test_every_option_is_chosen_felt_at_once_and_kept_over_power_off(free_desk):
    desk = free_desk
    before_options = desk.portal.nvm_writes
    open_guide_options(desk)
    for page, after in zip(PAGES, AFTER, strict=True):
        for before, now in zip(page, after, strict=True):
            assert desk.shows(*before)
            desk.tap_on(before[0])
            assert desk.shows(*now)
        desk.tap_on("More")
    desk.tap_on("Done")
    desk.tap_on("New game")
    assert desk.portal.nvm_writes == before_options + 1
    desk.hold(150, 3)
    desk.portal.run(0.3)
    choose_board(desk, "Flowers")
    desk.look_for(BY_NAME["flowers"])
    for power in "on", "on again":
        assert reader.sees(desk.portal, "40 left"), power
        desk.tap_face()
        desk.tap_on("Options")
        for after in AFTER:
            assert all(desk.shows(*words) for words in after)
            desk.tap_on("More")
        desk.power_cycle()
    assert desk.portal.serial.count("starting with defaults") == 1


def tap_left_of(desk, title):
    left, top, _, _ = reader.plate_of(desk.portal, title)
    desk.portal.tap(left + 20, top + 20)
    desk.portal.run(0.3)


def test_options_go_both_ways(free_desk):
    open_guide_options(free_desk)
    for value in "300 ms", "800 ms", "500 ms":
        tap_left_of(free_desk, "Hold")
        assert free_desk.shows("Hold", value)
    free_desk.tap_on("Hold")
    assert free_desk.shows("Hold", "800 ms")


def test_colours_light_and_loudness_are_changed_at_once(free_desk):
    desk = free_desk
    open_guide_options(desk)
    desk.tap_on("More")
    ground = desk.portal.screenshot().getpixel((1, 100))
    for title, value in ("Colours", "Dark"), ("Light", "75 %"), ("Sound", "Quiet"):
        tap_left_of(desk, title)
        if value == "Dark":
            tap_left_of(desk, title)
        assert desk.shows(title, value)
    assert desk.portal.screenshot().getpixel((1, 100)) != ground
    assert desk.portal.backlight == pytest.approx(0.75, abs=0.01)
    tap_left_of(desk, "Light")
    assert desk.portal.sounds[-1][1] == "sounds/click-quiet.wav"


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


def test_an_option_that_is_touched_is_explained_in_place_of_the_heading(free_desk):
    desk = free_desk
    open_guide_options(desk)
    for page in PAGES:
        assert reader.sees(desk.portal, "Options")
        for title, _ in page:
            desk.tap_on(title)
            said = {text.lines(words, 39)[0] for words in meanings._MEANINGS[NAMES[title]]}
            assert any(reader.sees(desk.portal, words) for words in said)
            assert not reader.sees(desk.portal, "Options")
        desk.tap_on("More")


def test_other_controls_are_for_the_game_in_play_too(free_desk):
    open_guide_options(free_desk)
    free_desk.tap_on("Controls")
    free_desk.tap_on("Done")
    free_desk.tap_on("Resume")
    safe = next(cell for cell in free_desk.covered() if cell not in free_desk.mines())
    free_desk.tap(safe)
    assert free_desk.tile(safe) <= 8


@pytest.mark.parametrize("chords", ["on", "off"])
def test_a_chord_opens_where_it_may(sit_down, chords):
    desk = sit_down("intermediate", DIG, f'MINES_CHORDS = "{chords}"')
    desk.tap(150)
    cell, mines, safe = number_with_cover(desk)
    for mine in mines:
        desk.hold(mine)
    desk.tap(cell)
    opened = {at for at in safe if desk.tile(at) != tiles.BLANK}
    assert opened == (safe if chords == "on" else set())


@pytest.mark.parametrize(("hold", "is_hold"), [(300, True), (500, False), (800, False)])
def test_a_hold_is_as_long_as_was_chosen(sit_down, hold, is_hold):
    desk = sit_down("beginner", DIG, f'MINES_HOLD_MS = "{hold}"')
    desk.hold(0, 0.4)
    assert (desk.tile(0) == tiles.FLAG) == is_hold
    desk.hold(80, hold / 1000 + 0.1)
    assert desk.tile(80) in (tiles.FLAG, 0, 1, 2, 3, 4)


@pytest.mark.parametrize("sound", ["off", "quiet", "on"])
def test_sounds_are_as_loud_as_was_chosen(sit_down, sound):
    desk = sit_down("beginner", DIG, f'MINES_SOUND = "{sound}"')
    begin(desk)
    desk.tap(desk.mines()[-1])
    desk.portal.run(1)
    end = "-quiet.wav" if sound == "quiet" else ".wav"
    wanted = [] if sound == "off" else [f"sounds/{name}{end}" for name in ("click", "lose")]
    heard = [path for _, path, _, _ in desk.portal.sounds]
    assert sorted(set(heard)) == wanted


def step(desk, row, up, times):
    """Tap the - or + beside a number of the custom page."""
    _, top, _, bottom = reader.box_of(desk.portal, ("columns", "rows", "mines")[row])
    for _ in range(times):
        desk.portal.tap(260 if up else 60, (top + bottom) // 2)
        desk.portal.run(0.1)


def test_a_custom_board_is_stepped_within_its_limits_and_dealt(sit_down):
    desk = sit_down("custom", DIG)
    pause(desk)
    choose_board(desk, "Your own")
    for row, up, limit in ((0, False, "5 columns"), (1, False, "5 rows"), (2, True, "16 mines"),
                           (2, False, "1 mines"), (0, True, "20 columns"), (1, True, "14 rows"),
                           (2, True, "31 mines")):
        step(desk, row, up, 30)
        assert reader.sees(desk.portal, limit)
    desk.tap_on("Done")
    desk.look_for((presets.CUSTOM, 20, 14, 31, 16))
    assert set(desk.tiles()) == {tiles.BLANK}
    desk.tap(150)
    assert len(desk.mines()) == 31


FAIR = 'MINES_GUESSES = "fair"'


@pytest.fixture
def desk(sit_down):
    """On a board that was laid before its first cell."""
    return sit_down("beginner", DIG, FAIR, 'MINES_FIRST = "any"')


def test_the_first_cell_is_safe_and_a_board_whose_mines_have_moved_has_no_number(desk):
    mine = desk.mines()[0]
    desk.tap(mine)
    assert desk.tile(mine) <= 8
    assert "no number deals this board" in desk.say("number")
    desk.portal.run(11)
    desk.power_cycle()
    assert desk.tile(mine) <= 8
    assert "no number deals this board" in desk.say("number")


def test_a_board_whose_mines_stayed_has_its_number(desk):
    safe = next(cell for cell in range(81) if cell not in desk.mines())
    desk.tap(safe)
    number, mines = desk.number(), desk.mines()
    desk.say(f"deal {number}")
    desk.portal.run(1)
    assert desk.mines() == mines
    desk.tap(mines[0])
    desk.portal.run(1)
    assert tiles.DEATH in desk.tiles(), "a board of a number is played as it is"


def test_a_guess_beside_what_is_safe_is_a_mine_and_told_so(sit_down):
    desk = sit_down("beginner", DIG, FAIR)
    begin(desk)
    signs, mines, steps = desk.signs(), desk.mines(), Field(9, 9).neighbours.steps
    apart = next(cell for cell in range(81) if signs[cell] == "-" and cell not in mines
                 and all(signs[cell + step] in "-F" for step in steps(cell)))
    desk.tap(apart)
    desk.portal.run(1)
    assert tiles.DEATH in desk.tiles()
    assert reader.sees(desk.portal, "Missed: ")
    desk.tap_face()
    desk.portal.run(1)
    desk.tap_on("Share")
    assert reader.sees(desk.portal, "no number deals this board again.")
    assert "Number:" not in desk.say("replay")


def test_a_game_whose_mines_have_moved_is_not_posted(sit_down):
    desk = sit_down("beginner", DIG, *posting.WIFI, *posting.URL, FAIR, 'MINES_FIRST = "any"')
    desk.tap(desk.mines()[0])
    while covered := desk.covered():
        desk.tap(covered[0])
        if tiles.MINE in desk.tiles():
            break
    desk.portal.run(3)
    assert "Not posted: fair guesses have moved the mines" in desk.portal.serial
    assert not len(Outbox(bytearray(desk.portal.nvm)))
