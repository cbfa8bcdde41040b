# SPDX-License-Identifier: MIT
"""Options: what can be chosen on which display, their few bytes, and what settings.toml says."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.rules import controls, game, presets
from minesweeper.saved import choices
from minesweeper.saved.options import CHANCE, FAIR, HOLDS_MS, NEVER, SIZE, Options
from minesweeper.saved.settings import apply_settings
from tests.support.paths import DRIVE

PYPORTAL, TITANO = (320, 240), (480, 320)
DISPLAYS = st.sampled_from([PYPORTAL, TITANO])
CHOICES = ("preset", "controls", "questions", "chords", "first", "hold", "guard", "sound", "pixel",
           "light", "theme", "guessing", "motion")
NUMBERS = ("custom_columns", "custom_rows", "custom_mines")
# Lines of earlier versions, which are still read.
EARLIER = ("MINES_NO_GUESS", "MINES_GUESSES")
NAMES = (*CHOICES, *NUMBERS, "calibration")


def state(chosen):
    return [getattr(chosen, name) for name in NAMES]


def applied(settings, display=PYPORTAL):
    chosen = Options(*display)
    return chosen, apply_settings(chosen, settings.get)


@st.composite
def chosen_options(draw, displays=DISPLAYS):
    display = draw(displays)
    chosen = Options(*display)
    for name in draw(st.permutations(CHOICES + NUMBERS)):
        for _ in range(draw(st.integers(0, 20))):
            choices.step(chosen, name, draw(st.sampled_from([-1, 1])))
    edges = st.tuples(st.integers(0, 25000), st.integers(40000, 65535))
    chosen.calibration = draw(st.tuples(edges, edges))
    return chosen, display


@given(chosen_options(), st.integers(0, 3))
def test_what_is_chosen_comes_back_and_a_custom_board_fits_with_an_opening(drawn, offset):
    chosen, display = drawn
    buffer = bytearray(SIZE + 3)
    chosen.pack_into(buffer, offset)
    back = Options(*display)
    back.unpack_from(buffer, offset)
    assert state(back) == state(chosen)
    _, columns, rows, mines, tile = chosen.custom()
    assert 5 <= columns <= display[0] // tile
    assert 5 <= rows <= (display[1] - tile) // tile
    assert 1 <= mines <= columns * rows - 9


LAST = {"controls": 2, "questions": 1, "chords": 1, "first": 2, "hold": 2, "guard": 1, "sound": 2,
        "pixel": 1, "light": 4, "theme": 2, "guessing": 2, "motion": 1}


def test_an_option_has_these_values():
    chosen = Options(*PYPORTAL)
    assert {name: chosen.range_of(name) for name in LAST} == {
        name: (0, last) for name, last in LAST.items()}
    assert [chosen.allows("hold", value) for value in (-1, 0, 2, 3)] == [False, True, True, False]


@pytest.mark.parametrize(("display", "columns", "rows"), [(PYPORTAL, 20, 14), (TITANO, 30, 19)])
def test_a_custom_board_has_5_columns_and_rows_or_more_and_9_cells_free(display, columns, rows):
    chosen = Options(*display)
    assert [chosen.range_of(name) for name in NUMBERS] == [(5, columns), (5, rows), (1, 91)]
    most = columns * rows - 9
    fit = {(5, 5, 1), (5, 5, 16), (columns, rows, most)}
    other = {(5, 5, 0), (5, 5, 17), (4, 5, 1), (5, 4, 1), (columns, rows, most + 1),
             (columns + 1, rows, 9), (columns, rows + 1, 9)}
    assert {board for board in fit | other if chosen.fits(*board)} == fit
    assert chosen.set_custom(5, 6, 7) and chosen.custom() == ("custom", 5, 6, 7, 16)
    assert not chosen.set_custom(5, 6, 22) and chosen.custom() == ("custom", 5, 6, 7, 16)


def read_back(name, value):
    """The options that are read where this value was saved."""
    chosen, back, packed = Options(*PYPORTAL), Options(*PYPORTAL), bytearray(SIZE)
    setattr(chosen, name, value)
    chosen.pack_into(packed, 0)
    back.unpack_from(packed, 0)
    return back


@pytest.mark.parametrize(("name", "value"), [
    ("hold", 3), ("preset", 200), ("custom_mines", 92), ("custom_columns", 21),
    ("calibration", ((0, 8191), (0, 8192)))])
def test_a_saved_value_that_cannot_be_is_read_as_the_default(name, value):
    assert state(read_back(name, value)) == state(Options(*PYPORTAL))


def test_the_number_of_a_preset_is_found_by_its_name():
    assert presets.id_of(("custom", 5, 5, 2, 16)) == presets.CUSTOM_ID == 7
    assert presets.id_of(("classic expert", 9, 9, 9, 9)) == 6
    assert [read_back("hold", hold).hold_ms() for hold in range(3)] == [300, 500, 800]


@given(st.binary(min_size=SIZE, max_size=SIZE), DISPLAYS)
def test_whatever_the_bytes_are_every_value_can_be_played(data, display):
    chosen = Options(*display)
    chosen.unpack_from(data, 0)
    for name in CHOICES + NUMBERS:
        assert chosen.allows(name, getattr(chosen, name))
    assert chosen.board() in chosen.offered()
    assert chosen.make_controls() and chosen.hold_ms() in HOLDS_MS
    for low, high in chosen.calibration:
        assert 0 <= low < high <= 65535


def test_the_defaults_are_an_easy_board_dug_by_taps_the_first_of_which_opens():
    chosen = Options(*PYPORTAL)
    assert chosen.board() == presets.BEGINNER
    assert type(chosen.make_controls()) is controls.Dig
    assert (chosen.first, chosen.hold_ms(), chosen.calibration) == (
        game.OPENING, 500, ((9000, 59000), (8000, 57000)))
    assert state(Options(*TITANO)) == state(chosen)
    for first in (game.ANY, game.SAFE, game.OPENING):
        for guessing in CHANCE, FAIR:
            chosen.first, chosen.guessing = first, guessing
            assert chosen.rule() == first
        chosen.guessing = NEVER
        assert chosen.rule() == game.NO_GUESS


@pytest.mark.parametrize("display", [PYPORTAL, TITANO])
def test_stepping_goes_round_all_that_fits_and_back(display):
    chosen, other = Options(*display), Options(*display)
    chosen.preset = 0
    for board in chosen.offered():
        assert choices.word(chosen, "preset").lower() == board[0]
        other.choose(board)
        assert other.board() == board and presets.id_of(board) == other.preset == chosen.preset
        choices.step(chosen, "preset")
    assert chosen.preset == 0
    while chosen.preset != presets.CUSTOM_ID:
        choices.step(chosen, "preset", -1)
    assert chosen.preset == presets.CUSTOM_ID
    chosen.set_custom(10, 10, 91)
    choices.step(chosen, "custom_rows", -1)
    assert chosen.custom()[1:4] == (10, 9, 81)


@pytest.mark.parametrize(("line", "expected"), [
    ('MINES_PRESET = "Expert"', "preset 4"),
    ("MINES_PRESET = 2", "preset 2"),
    ('MINES_CONTROLS = " dig "', "controls 1"),
    ('MINES_FIRST = "any"', "first 0"),
    ('MINES_QUESTIONS = "off"', "questions 0"),
    ('MINES_CHORDS = "No"', "chords 0"),
    ("MINES_HOLD_MS = 300", "hold 0"),
    ('MINES_HOLD_MS = "800 ms"', "hold 2"),
    ("MINES_GUARD = true", "guard 1"),
    ('MINES_SOUND = "quiet"', "sound 1"),
    ('MINES_LIGHT = "AUTO"', "light 0"),
    ('MINES_LIGHT = "75 %"', "light 3"),
    ('MINES_THEME = "colour-blind"', "theme 2"),
    ('MINES_NO_GUESS = "yes"', "guessing 0"),
    ('MINES_MOTION = "off"', "motion 0"),
    ('MINES_GUESSES = "fair"', "guessing 1"),
    ('MINES_NO_GUESS = "off"', "guessing 2"),
    ('MINES_GUESSING = "Never"', "guessing 0"),
    ("MINES_LIGHT = 2", "light 2")])
def test_a_setting_is_a_word_or_a_number(line, expected):
    chosen, sentences = applied(tomllib.loads(line))
    name, value = expected.split()
    assert (getattr(chosen, name), sentences) == (int(value), [])


@pytest.mark.parametrize(("value", "board"), [
    ("12x10/15", (12, 10, 15)), ("20 X 14 / 271", (20, 14, 271)), ("5x5/16", (5, 5, 16))])
def test_a_custom_board_can_be_set(value, board):
    chosen, sentences = applied({"MINES_CUSTOM": value, "MINES_PRESET": "custom"})
    assert (chosen.board(), sentences) == (("custom", *board, 16), [])


@pytest.mark.parametrize(("line", "sentence"), [
    ('MINES_SOUND = "Loud"', 'MINES_SOUND is "Loud" and is ignored: expected off, quiet or on.'),
    ("MINES_HOLD_MS = 1",
     'MINES_HOLD_MS is "1" and is ignored: expected 300 ms, 500 ms or 800 ms.'),
    ('MINES_CUSTOM = "30x30/10"',
     'MINES_CUSTOM is "30x30/10" and is ignored: expected columns x rows / mines as in '
     "12x10/15, from 5x5 to 20x14 and 9 cells free."),
    ('MINES_CHORDS = ""',
     "MINES_CHORDS cannot be read (quotes missing?) and is ignored: expected off or on.")])
def test_a_wrong_setting_is_named_with_what_was_expected_and_ignored(line, sentence):
    chosen, sentences = applied(tomllib.loads(line))
    assert sentences == [sentence]
    assert state(chosen) == state(Options(*PYPORTAL))


def test_what_the_device_cannot_read_is_named_too():
    def getenv(key):
        if key == "MINES_LIGHT":
            raise ValueError("Invalid format")

    assert apply_settings(Options(*PYPORTAL), getenv) == [
        "MINES_LIGHT cannot be read (quotes missing?) and is ignored: expected auto, 25 %, 50 %,"
        " 75 % or 100 %."]


def test_the_lines_of_settings_toml_name_every_option_and_say_the_defaults():
    text = (DRIVE / "settings.toml").read_text(encoding="utf-8")
    assert tomllib.loads(text) == {"CIRCUITPY_PYSTACK_SIZE": 2048}
    options, _, _ = text.partition("# Wi-Fi, ")
    lines = [line[2:] for line in options.splitlines() if line.startswith("# MINES_")]
    settings = tomllib.loads("\n".join(lines))
    asked = []
    apply_settings(Options(*PYPORTAL), asked.append)
    assert sorted([*settings, *EARLIER]) == sorted(asked)
    chosen, sentences = applied(settings)
    assert (state(chosen), sentences) == (state(Options(*PYPORTAL)), [])
