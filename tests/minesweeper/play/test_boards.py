# SPDX-License-Identifier: MIT
"""Boards larger than the display, and boards that take turns."""

import random
import re
from itertools import product

import pytest

from minesweeper.console.text import SIGNS
from minesweeper.screen import tiles
from tests.support.play import reader
from tests.support.play.player import BY_NAME, LOST, REST_S, SIZE, on_map

# Some of the panel's colours, in the classic theme.
COLORS = {"-": 0x7BA6DE, "o": 0xF7F7EF, "F": 0xE72429}
LARGE = "classic", "classic expert"
TOP = 16


def offsets(player):
    """All firsts that there are, from left to right and back."""
    return list(product(range(player.columns - player.seen[0] + 1),
                        range(player.rows - player.seen[1] + 1)))


def drag(player, start, end, steps=12):
    """With a finger that comes to rest at both ends."""
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
    """By a finger on the map, which the middle of what is seen comes to."""
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


@pytest.mark.parametrize("name", LARGE)
def test_wherever_the_window_is_a_tap_flags_the_cell_under_it(start_game, name):
    """At the corners of the window, and anywhere in it."""
    player = start_game(name, 'MINES_CONTROLS = "flag"')
    player.tap(player.columns * (player.rows // 2) + player.columns // 2)
    dice, signs = random.Random(5), player.signs()
    for first in {*offsets(player)[::4], max(offsets(player))}:
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


@pytest.mark.parametrize("name", LARGE)
def test_advice_that_lies_out_of_sight_comes_into_view(start_game, name):
    player = start_game(name)
    player.tap(player.columns + 2)
    far = max(offsets(player))
    for line in "hint", "hint":
        go(player, far)
        cells = named(player, player.say(line, 1))
        assert all(map(player.sees, cells))
    assert not cells and "Done." in player.portal.serial


def test_the_last_move_is_in_view_after_a_power_cycle_and_a_mine_ends_the_game(expert):
    expert.begin()
    last = max(cell for cell in expert.covered() if cell not in expert.mines())
    expert.tap(last)
    board = expert.tiles()
    expert.run(REST_S)
    expert.power_cycle()
    assert expert.sees(last)
    assert expert.tiles() == board
    go(expert, (10, 2))
    fatal = next(cell for cell in expert.mines() if expert.sees(cell)
                 and expert.tile(cell) == tiles.BLANK)
    expert.tap(fatal)
    expert.run(1.5)
    assert expert.sees(fatal) and expert.tile(fatal) == tiles.DEATH
    assert any(map(expert.reads, LOST))
    first = expert.first
    drag(expert, (100, 100), (164, 100))
    assert expert.first == (max(0, first[0] - 4), first[1])
    assert tiles.DEATH in expert.tiles()  # that was no tap, which brings the next board


def test_large_and_small_boards_take_turns_and_where_memory_lacks_that_is_said(start_game):
    player = start_game("guide")
    for name in "classic expert", "classic", "guide", "classic expert", "beginner":
        player.say(f"new {name}", 0.5)
        player.look_for(BY_NAME[name])
        player.tap(player.columns * (player.rows // 2) + player.columns // 2)
        assert player.tiles() == [SIGNS.index(sign) for sign in player.signs()]
        player.say("hint", 1)
        assert "Not enough" not in player.portal.serial

    def shape(field, width, height):
        raise MemoryError

    signs, mines = player.signs(), player.mines()
    player.portal.engine.program.modules["minesweeper.board.field"].Field.shape = shape
    assert "Not enough memory for this now" in player.say("new classic", 1)
    assert (player.signs(), player.mines()) == (signs, mines)
