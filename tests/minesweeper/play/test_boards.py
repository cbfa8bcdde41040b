# SPDX-License-Identifier: MIT
"""Boards on the screen: games to their end on every one, and those larger than the display.

Games are played by touch, against the models of the programs that the game grew from.
"""

import random
import re
from functools import cache
from itertools import product

import numpy as np
import pytest

from minesweeper.console.text import SIGNS
from minesweeper.rules import presets
from minesweeper.saved.state import SavedState
from minesweeper.screen import tiles
from tests.support.play import reader
from tests.support.play.models import FlowersModel, GuideModel, TaggerModel
from tests.support.play.player import BY_NAME, LOST, REST_S, SIZE, TITANO, Player, on_map

CUSTOM = (presets.CUSTOM, 12, 9, 14, 16)
MODELS = {"dig": FlowersModel, "flag": TaggerModel, "guide": GuideModel}
GREEN, RED = 0x086538, 0x9C1018
class Match:
    """Makes each move on the screen and on the model."""

    def __init__(self, player, controls):
        self.player, self.controls = player, controls
        self.cells = range(player.columns * player.rows)

    def start(self, first, lose):
        """The first opening move, which in a game to be lost is on a mine if it may be."""
        player, laid = self.player, self.player.mines()
        assert bool(laid) == (first == "any")
        middle = player.columns * (player.rows // 2) + player.columns // 2
        cells = [*range(middle, len(self.cells)), *range(middle)]
        cell = next(cell for cell in cells if (cell in laid) == (lose and first == "any"))
        name = "hold" if self.controls == "guide" else "tap"
        self.touch(name, cell)
        self.mines = player.mines()
        self.model = MODELS[self.controls](player.columns, player.rows, map(self.at, self.mines))
        self.model.around, self.count = cache(self.model.around), cache(self.model.count)
        self.model.count = self.count
        getattr(self.model, name)(self.at(cell))
        return cell

    def at(self, cell):
        return cell % self.player.columns, cell // self.player.columns

    def touch(self, name, cell):
        self.player.portal.hold(*self.player.middle(cell), 0.45 if name == "hold" else 0.06)
        self.player.run(0.05)

    def act(self, name, cell):
        self.touch(name, cell)
        getattr(self.model, name)(self.at(cell))

    def open(self, cell):
        self.act("tap" if self.controls == "dig" else "hold", cell)

    def flag(self, cell):
        for _ in range(1 + (self.controls == "guide")):
            self.act("hold" if self.controls == "dig" else "tap", cell)

    def covered_safe(self):
        return (cell for cell in sorted(self.cells, key=lambda cell: self.count(self.at(cell)) > 0)
                if self.model.marks[self.at(cell)] == "-" and cell not in self.mines)

    def win(self):
        """Cells with nothing around first, for their floods; the guide wants all mines flagged."""
        for cell in self.covered_safe():
            self.open(cell)
        for cell in self.mines if self.controls == "guide" else ():
            self.flag(cell)

    def lose(self):
        """Lose on a mine, with a right and a wrong flag."""
        self.flag(self.mines[0])
        self.flag(next(self.covered_safe()))
        self.open(self.mines[-1])


def check_screen(match, banner):
    """Check every tile but those under the banner, which covers two rows of small ones at most."""
    player, lost = match.player, match.model.outcome() == "lost"
    left, top, right, bottom = banner
    boxes = map(player.box, match.cells)
    clear = [cell for cell, box in enumerate(boxes)
             if box[0] >= right or box[2] <= left or box[1] >= bottom or box[3] <= top]
    assert len(clear) >= len(match.cells) - 4 * player.columns
    seen = player.tiles()
    advised = {cell: player.marked(cell) for cell in clear if seen[cell] is None}
    assert lost or not advised
    assert [advised.get(cell, seen[cell]) for cell in clear] == [
        match.model.final_tile(match.at(cell)) for cell in clear]
    assert seen.count(tiles.DEATH) == lost


def check_records(player, preset, won):
    display = player.portal.board.model.display
    saved = SavedState(bytearray(player.portal.nvm), (display.width, display.height))
    assert saved.load() == []
    moves = saved.records.last
    assert moves[0] > 0 and moves[1] > 0 and moves[2] == won
    index = presets.id_of(preset)
    if index == presets.CUSTOM_ID:
        assert not any(saved.records.of(at)[1] for at in presets.ids())
    else:
        best, *counts = saved.records.of(index)
        assert (counts, bool(best)) == ([1, won, won, won], won)


@pytest.mark.parametrize(("board", "name", "controls", "first", "end"), [
    ("pyportal", "guide", "guide", "any", "won"),
    ("pyportal", "expert", "dig", "opening", "lost"),
    ("pyportal", "custom", "flag", "any", "won"),
    ("pyportal", "flowers", "flag", "safe", "lost"),
    (TITANO, "beginner", "dig", "safe", "won"),
    (TITANO, "classic expert", "guide", "opening", "lost")])
def test_a_game_is_played_to_its_end(drive_with, board, name, controls, first, end):
    preset = CUSTOM if name == "custom" else BY_NAME[name]
    settings = {"PRESET": preset[0], "CUSTOM": "12x9/14", "CONTROLS": controls, "FIRST": first,
                "HOLD_MS": "300"}
    drive = drive_with(*(f'MINES_{name} = "{value}"' for name, value in settings.items()))
    with (player := Player(drive, 6, preset, board=board)).portal as portal:
        match = Match(player, controls)
        cell = match.start(first, end == "lost")
        if first != "any":
            assert cell not in match.mines and (first == "safe" or not match.count(match.at(cell)))
        if end == "won":
            match.win()
        elif first != "any":
            match.lose()
        assert match.model.outcome() == end
        portal.run(2.2)
        heard = [path for _, path, _, _ in portal.sounds
                 if path in ("sounds/win.wav", "sounds/lose.wav")]
        assert heard == ["sounds/win.wav" if end == "won" else "sounds/lose.wav"]
        best = "Won in " if preset[0] == presets.CUSTOM else "New best, "
        words = next(text for text in ([best] if end == "won" else LOST) if player.reads(text))
        banner = reader.plate_of(portal, words)
        color = reader.screen_of(portal)[banner[1], banner[0]]
        assert color == reader.rgb565(GREEN if end == "won" else RED)
        check_screen(match, banner)
        check_records(player, preset, end == "won")


# Some of the panel's colours, in the classic theme.
COLORS = {"-": 0x7BA6DE, "o": 0xF7F7EF, "F": 0xE72429}
TOP = 16


def offsets(player):
    """Yield all first columns, from left to right and back."""
    return list(product(range(player.columns - player.seen[0] + 1),
                        range(player.rows - player.seen[1] + 1)))


def drag(player, start, end, steps=12):
    """Drag with a finger that rests at both ends."""
    portal = player.portal
    portal.press(*start)
    portal.run(0.08)
    for step in range(1, steps + 1):
        portal.move(*(a + (b - a) * step / steps for a, b in zip(start, end, strict=True)))
        portal.run(0.02)
    portal.run(0.1)
    portal.release()
    portal.run(0.1)


def go(player, first):
    """Scroll by touching the map: the window's middle comes to the finger."""
    column, row = (at + count // 2 for at, count in zip(first, player.seen, strict=True))
    player.portal.tap(*on_map(column, row))
    player.run(0.1)
    assert player.first == first


def pictured(player, first):
    """{(column, row): colour} on the map, and of the frame nothing."""
    last = tuple(at + count - 1 for at, count in zip(first, player.seen, strict=True))
    wanted = {}
    for at, sign in enumerate(player.signs()):
        column, row = at % player.columns, at // player.columns
        inside = first[0] <= column <= last[0] and first[1] <= row <= last[1]
        # The right line lies over the second of a cell's two pixels, where it is looked at.
        frame = inside and (row in (first[1], last[1]) or column == last[0])
        wanted[column, row] = None if frame else sign if sign in "-F" else "o"
    return wanted


@pytest.fixture
def expert(start_game):
    """30×16 cells, of which 20×14 are seen, the middle at first."""
    player = start_game("classic expert")
    assert player.first == (5, 1)
    return player


def test_wherever_the_window_is_a_tap_flags_the_cell_under_it(start_game):
    """At the corners of the window, and anywhere in it."""
    player = start_game("classic expert", 'MINES_CONTROLS = "flag"')
    player.tap(player.columns * (player.rows // 2) + player.columns // 2)
    dice, signs = random.Random(5), player.signs()
    for first in {*offsets(player)[::8], max(offsets(player))}:
        go(player, first)
        blank = [cell for cell, sign in enumerate(signs)
                 if sign == "-" and player.sees(cell, first)]
        for cell in {blank[0], blank[-1], dice.choice(blank)}:
            left, top, right, bottom = player.box(cell, first)
            player.portal.tap(dice.randrange(left + 1, right - 1),
                              dice.randrange(top + 1, bottom - 1))
            player.run(0.1)
            signs[cell] = "F"
            assert (player.signs(), player.tile(cell), player.first) == (signs, tiles.FLAG, first)


def test_a_drag_moves_the_board_by_whole_cells_and_no_cell_is_touched(expert):
    for way, first in (
            ((-32, 0), (7, 1)), ((48, 0), (2, 1)), ((0, 40), (5, 0)), ((-64, -64), (9, 2)),
            ((30, 3), (3, 1)), ((-250, 0), (10, 1)), ((250, 190), (0, 0)), ((20, 20), (5, 1)),
            ((12, 0), (5, 1))):
        go(expert, (5, 1))
        start = (40 if way[0] > 0 else 290, 40 if way[1] > 0 else 200)
        if abs(way[0]) < 16 > abs(way[1]):
            start = expert.corner[0] + 8 * SIZE + 12, TOP + 100  # over a border
        drag(expert, start, (start[0] + way[0], start[1] + way[1]))
        assert expert.first == first, way
    assert set(expert.signs()) == {"-"}
    for start in (20, 8), (160, 8), (300, 8):  # in the strip
        go(expert, (5, 1))
        drag(expert, start, (start[0], 40))
        assert expert.first == (5, 0)
        assert not expert.reads("Menu")


def test_another_board_is_seen_from_the_middle(expert):
    go(expert, (0, 2))
    expert.say("new")
    assert expert.first == (5, 1)


def test_a_board_that_is_chosen_says_that_it_is_larger_than_the_display(start_game):
    player = start_game("beginner", 'MINES_CONTROLS = "dig"')
    player.open_menu()
    player.tap_on("Boards", "Medium")
    assert player.reads("Drag the board to see all of it.")
    player.say("new")
    assert not player.reads("Drag the board to see all of it.")


def test_a_drag_can_turn_and_the_board_stays_under_the_finger(expert):
    expert.portal.press(200, 100)
    expert.run(0.1)
    for x, first in (100, 10), (150, 8), (290, 0), (232, 3):
        expert.portal.move(x, 100)
        expert.run(0.2)
        assert expert.first == (first, 1)


def test_on_the_map_a_tap_and_a_drag_show_what_they_point_at(expert):
    for column, first in (0, 0), (29, 10), (13, 3), (15, 5):
        expert.portal.tap(*on_map(column, 8))
        expert.run(0.1)
        assert expert.first == (first, 1)
    drag(expert, on_map(10, 8), on_map(16, 14))
    assert expert.first == (6, 2)
    drag(expert, on_map(18, 8), (10, 200))
    assert expert.first == (0, 2)


def test_the_map_shows_all_cells_and_frames_what_is_seen(expert):
    """A flood reaches beyond what is seen, and nothing jumps."""
    expert.tap(8 * 30 + 5)
    assert expert.first == (5, 1)
    assert not expert.sees(8 * 30 + 4) and expert.signs()[8 * 30 + 4] != "-"
    assert expert.tiles() == [SIGNS.index(sign) for sign in expert.signs()]
    expert.hold(expert.mines()[0])
    names = {reader.rgb565(color): name for name, color in COLORS.items()}
    for first in (0, 0), (10, 2), (5, 1):
        go(expert, first)
        screen = reader.screen_of(expert.portal)
        cells = product(range(expert.columns), range(expert.rows))
        assert {cell: names.get(screen[on_map(*cell)[::-1]]) for cell in cells} == (
            pictured(expert, first))


def named(player, hint):
    """The cells that a hint on the console names."""
    named = re.search(r"\(.*\)$", hint)
    pairs = re.findall(r"(\d+) (\d+)", named[0]) if named else []
    return {int(row) * player.columns + int(column) for row, column in pairs}


def test_advice_that_lies_out_of_sight_comes_into_view(start_game):
    player = start_game("classic")
    player.tap(player.columns + 2)
    far = max(offsets(player))
    for line in "hint", "hint":
        go(player, far)
        cells = named(player, player.say(line, 1))
        assert all(map(player.sees, cells))
    assert not cells and "Done." in player.portal.serial


def test_marks_and_odds_go_with_the_board(expert):
    expert.tap(240 + 15)
    marked = named(expert, expert.say("hint", 1))
    before = expert.first
    assert len(marked) > 1
    for first in (0, 0), before:
        go(expert, first)
        seen = {cell for cell in range(480) if expert.sees(cell, first)
                and (expert.tile(cell) == tiles.DANGER or expert.marked(cell) is not None)}
        assert seen <= marked, "a mark that is not where it was"
    assert seen == marked
    expert.open_menu()
    expert.tap_on("Solve", "the odds")
    expert.run(1)
    expert.tap_on("% of a mine")
    shown = []
    for first in before, (0, 0):
        go(expert, first)
        shown.append(reader.screen_of(expert.portal)[TOP:])
    across, down = before[0] * SIZE, before[1] * SIZE
    assert np.array_equal(shown[0][:-down, :-across], shown[1][down:, across:])


def test_the_last_move_is_in_view_after_a_power_cycle_and_a_mine_ends_the_game(expert):
    mines = expert.begin()
    last = max(cell for cell in expert.covered() if cell not in mines)
    expert.tap(last)
    board = expert.tiles()
    expert.run(REST_S)
    expert.power_cycle()
    assert expert.sees(last)
    assert expert.tiles() == board
    go(expert, (10, 2))
    fatal = next(cell for cell in mines if 11 <= cell % 30 < 25 and 3 <= cell // 30 < 15
                 and expert.tile(cell) == tiles.BLANK)
    expert.tap(fatal)
    expert.run(1.5)
    assert expert.tile(fatal, (10, 2)) == tiles.DEATH
    assert any(map(expert.reads, LOST)), "on the strip, over the map"
    drag(expert, (100, 100), (164, 100))
    assert expert.tile(fatal, (6, 2)) == tiles.DEATH  # that was no tap, which brings the next board


@pytest.mark.parametrize("name", ["expert", "classic expert"])
def test_a_sentence_hides_no_cell_of_a_board_that_ended_or_whose_odds_are_shown(start_game, name):
    player = start_game(name, "MINES_GUESSING = \"never\"")
    mines = player.begin()
    player.say("odds", 1)
    player.open_menu()
    player.tap_on("Solve", "the odds")
    player.run(2)
    assert reader.plate_of(player.portal, "% of a mine")[3] <= TOP
    player.open_menu()
    player.tap_on("Resume")
    player.say(f"{mines[0] // player.columns} {mines[0] % player.columns}", 4)
    assert reader.plate_of(player.portal, next(filter(player.reads, LOST)))[3] <= TOP


def test_large_and_small_boards_take_turns(start_game):
    player = start_game("guide")
    for name in "classic expert", "beginner", "classic":
        player.say(f"new {name}", 0.5)
        player.look_for(BY_NAME[name])
        player.tap(player.columns * (player.rows // 2) + player.columns // 2)
        assert player.tiles() == [SIGNS.index(sign) for sign in player.signs()]
        player.say("hint", 1)
        assert "Not enough" not in player.portal.serial
