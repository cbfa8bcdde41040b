# SPDX-License-Identifier: MIT
"""Boards that are larger than the display: every cell can be seen and tapped, and nothing jumps."""

import random
import re
from itertools import product

import numpy as np
import pytest

from minesweeper.console.text import SIGNS
from minesweeper.screen import tiles
from tests.support.play import reader
from tests.support.play.boardplace import SIZE, on_map
from tests.support.play.seat import BY_NAME, LOST, begin, pause

# Some of the panel's colours, in the classic theme.
COLORS = {"-": 0x7BA6DE, "o": 0xF7F7EF, "F": 0xE72429}


def offsets(desk):
    """All firsts that there are, from left to right and back."""
    columns = range(desk.columns - desk.seen[0] + 1)
    rows = range(desk.rows - desk.seen[1] + 1)
    return list(product(columns, rows))


def drag(desk, start, end, steps=12, rest=0.1):
    """With a finger that comes to rest at both ends."""
    portal = desk.portal
    portal.press(*start)
    portal.run(0.08)
    for step in range(1, steps + 1):
        portal.move(*(a + (b - a) * step / steps for a, b in zip(start, end, strict=True)))
        portal.run(0.02)
    portal.run(rest)
    portal.release()
    portal.run(0.1)


def go(desk, first):
    """By a finger on the map, which the middle of what is seen comes to."""
    column, row = (at + count // 2 for at, count in zip(first, desk.seen, strict=True))
    desk.portal.tap(*on_map(column, row))
    desk.portal.run(0.1)
    assert desk.first == first


def visible(desk):
    return [cell for cell in range(desk.columns * desk.rows) if desk.sees(cell)]


def seen_on_map(desk):
    """{(column, row): colour}, and of the frame nothing."""
    screen = reader.screen_of(desk.portal)
    names = {reader.rgb565(color): name for name, color in COLORS.items()}
    return {cell: names.get(screen[on_map(*cell)[::-1]])
            for cell in product(range(desk.columns), range(desk.rows))}


def pictured(desk, first):
    last = tuple(at + count - 1 for at, count in zip(first, desk.seen, strict=True))
    wanted = {}
    for at, sign in enumerate(desk.signs()):
        column, row = at % desk.columns, at // desk.columns
        color = sign if sign in "-F" else "o"
        inside = first[0] <= column <= last[0] and first[1] <= row <= last[1]
        # The right line lies over the second of a cell's two pixels, where it is looked at.
        frame = inside and (row in (first[1], last[1]) or column == last[0])
        wanted[column, row] = None if frame else color
    return wanted


LARGE = "classic", "classic expert"
TOP = 16


@pytest.fixture
def expert(sit_down):
    """30×16 cells, of which 20×14 are seen, the middle at first."""
    desk = sit_down("classic expert")
    assert desk.first == (5, 1)
    return desk


@pytest.mark.parametrize("name", LARGE)
def test_wherever_the_window_is_a_tap_flags_the_cell_under_it(sit_down, name):
    """At the corners of the window, and anywhere in it."""
    desk = sit_down(name, 'MINES_CONTROLS = "flag"')
    desk.tap(desk.columns * (desk.rows // 2) + desk.columns // 2)
    dice = random.Random(5)
    for first in offsets(desk):
        go(desk, first)
        blank = [cell for cell in visible(desk) if desk.tile(cell) == tiles.BLANK]
        for cell in {blank[0], blank[-1], dice.choice(blank)}:
            before = desk.signs()
            left, top, right, bottom = desk.box(cell)
            desk.portal.tap(dice.randrange(left + 1, right - 1),
                            dice.randrange(top + 1, bottom - 1))
            desk.portal.run(0.1)
            after = desk.signs()
            assert [at for at, was in enumerate(before) if after[at] != was] == [cell]
            assert (desk.tile(cell), desk.first) == (tiles.FLAG, first)


@pytest.mark.parametrize(("way", "first"), [
    ((-32, 0), (7, 1)), ((48, 0), (2, 1)), ((0, 40), (5, 0)), ((-64, -64), (9, 2)),
    ((30, 3), (3, 1)), ((-250, 0), (10, 1)), ((250, 190), (0, 0)), ((20, 20), (5, 1)),
    ((12, 0), (5, 1)),
])
def test_a_drag_moves_the_board_by_whole_cells_and_no_cell_is_touched(expert, way, first):
    before = expert.signs()
    start = (40 if way[0] > 0 else 290, 40 if way[1] > 0 else 200)
    if abs(way[0]) < 16 > abs(way[1]):
        start = expert.corner[0] + 8 * SIZE + 12, TOP + 100  # over a border
    drag(expert, start, (start[0] + way[0], start[1] + way[1]))
    assert (expert.first, expert.signs()) == (first, before)
    assert set(expert.tiles()) == {tiles.BLANK}


def test_a_drag_can_turn_and_the_board_stays_under_the_finger(expert):
    portal = expert.portal
    portal.press(200, 100)
    portal.run(0.1)
    for x, first in (100, 10), (150, 8), (290, 0), (232, 3):
        portal.move(x, 100)
        portal.run(0.2)
        assert expert.first == (first, 1)
    portal.release()


def test_a_drag_that_began_in_the_strip_moves_the_board_and_presses_no_button(expert):
    for start in (20, 8), (160, 8), (300, 8):
        go(expert, (5, 1))
        drag(expert, start, (start[0], 40))
        assert expert.first == (5, 0)
        assert not reader.sees(expert.portal, "Pause")


def test_on_the_map_a_tap_and_a_drag_show_what_they_point_at(expert):
    for column, first in (0, 0), (29, 10), (13, 3), (15, 5):
        expert.portal.tap(*on_map(column, 8))
        expert.portal.run(0.1)
        assert expert.first == (first, 1)
    drag(expert, on_map(10, 8), on_map(16, 14))
    assert expert.first == (6, 2)
    drag(expert, on_map(18, 8), (10, 200))
    assert expert.first == (0, 2)


def test_the_map_shows_all_cells_and_frames_what_is_seen(expert):
    begin(expert)
    expert.hold(expert.covered()[0])
    for first in (0, 0), (10, 2), (5, 1):
        go(expert, first)
        assert seen_on_map(expert) == pictured(expert, first)


def test_a_flood_reaches_beyond_what_is_seen_and_nothing_jumps(expert):
    first = expert.first
    cell = 8 * 30 + first[0]
    expert.tap(cell)
    assert expert.first == first
    assert expert.tiles() == [SIGNS.index(sign) for sign in expert.signs()]
    assert not expert.sees(cell - 1) and expert.signs()[cell - 1] != "-"


def named(desk, hint):
    """The cells that a hint on the console names."""
    named = re.search(r"\(.*\)$", hint)
    pairs = re.findall(r"(\d+) (\d+)", named[0]) if named else []
    return {int(row) * desk.columns + int(column) for row, column in pairs}


@pytest.mark.parametrize("name", LARGE)
def test_advice_that_lies_out_of_sight_comes_into_view(sit_down, name):
    desk = sit_down(name)
    desk.tap(desk.columns + 2)
    far = max(offsets(desk))
    for line in "hint", "hint":
        go(desk, far)
        cells = named(desk, desk.say(line, 1))
        assert all(map(desk.sees, cells))
    assert not cells and "Done." in desk.portal.serial


def test_marks_and_odds_go_with_the_board(expert):
    expert.tap(240 + 15)
    marked = named(expert, expert.say("hint", 1))
    before = expert.first
    assert len(marked) > 1
    for first in (0, 0), (before[0] + 1, before[1] - 1), before:
        go(expert, first)
        seen = {cell for cell in visible(expert)
                if expert.marked(cell) is not None or expert.tile(cell) == tiles.DANGER}
        assert seen <= marked, "a mark that is not where it was"
    assert seen == marked
    pictures = {}
    for name in "odds", "moved":
        if name == "odds":
            pause(expert)
            for words in "Solve", "Show the odds":
                expert.tap_on(words)
            expert.portal.run(1)
        go(expert, before if name == "odds" else (0, 0))
        pictures[name] = reader.screen_of(expert.portal)[TOP:]
    across, down = before[0] * SIZE, before[1] * SIZE
    assert np.array_equal(pictures["odds"][:-down, :-across], pictures["moved"][down:, across:])


def test_after_a_power_cycle_the_last_move_is_in_view(expert):
    begin(expert)
    last = max(cell for cell in expert.covered() if cell not in expert.mines())
    expert.tap(last)
    board = expert.tiles()
    expert.portal.run(12)
    expert.power_cycle()
    assert expert.sees(last)
    assert expert.tiles() == board


def test_a_mine_ends_the_game_in_the_window(expert):
    begin(expert)
    go(expert, (10, 2))
    fatal = next(cell for cell in expert.mines() if expert.sees(cell)
                 and expert.tile(cell) == tiles.BLANK)
    expert.tap(fatal)
    expert.portal.run(1.5)
    assert expert.sees(fatal) and expert.tile(fatal) == tiles.DEATH
    assert any(reader.sees(expert.portal, words) for words in LOST)
    first = expert.first
    drag(expert, (100, 100), (164, 100))
    assert expert.first == (max(0, first[0] - 4), first[1])
    assert tiles.DEATH in expert.tiles()  # that was no tap, which brings the next board


def test_large_and_small_boards_take_turns(sit_down):
    desk = sit_down("guide")
    for name in "classic expert", "classic", "guide", "classic expert", "expert":
        desk.portal.type(f"new {name}\n")
        desk.portal.run(0.5)
        desk.look_for(BY_NAME[name])
        desk.tap(desk.columns * (desk.rows // 2) + desk.columns // 2)
        assert desk.tiles() == [SIGNS.index(sign) for sign in desk.signs()]
        desk.portal.type("hint\n")
        desk.portal.run(1)
        assert "Not enough" not in desk.portal.serial


def test_without_memory_for_a_large_board_another_is_dealt_and_that_is_said(sit_down):
    desk = sit_down("beginner")

    def widen(motion, cells):
        raise MemoryError

    modules = desk.portal.engine.program.modules
    modules["minesweeper.screen.motion"].Motion.widen = widen
    desk.portal.type("new classic\n")
    desk.portal.run(1)
    assert "Not enough memory for this now" in desk.portal.serial
    desk.look_for(BY_NAME["guide"])
    desk.tap(150)
    assert len(desk.mines()) == 15
