# SPDX-License-Identifier: MIT
"""Odds and proofs in the game, on the screen and on the console."""

import re

import numpy as np
import pytest

from minesweeper.board import presets
from minesweeper.board.field import Neighbours
from minesweeper.screen import tiles
from sim.engines.python.display import font
from tests.support import seeds
from tests.support.drives import linked
from tests.support.play import games
from tests.support.play.desk import STATUS, Desk, check_golden, power_on
from tests.support.play.reader import rgb565, screen_of
from tests.support.solver import brute_force

DIG = ('MINES_CONTROLS = "dig"',)
TINY = ("custom", 5, 5, 5, 16)
EXPERT = presets.find("expert")
CELLS = r"([\d ,]+)"
STEP = re.compile(rf"(\d+)\. (.+)\. "
                  rf"\((?:mines: {CELLS})?(?:; )?(?:safe: {CELLS})?(?:; circled: {CELLS})?\)")


@pytest.fixture
def tiny(drive_with):
    return drive_with('MINES_PRESET = "custom"', 'MINES_CUSTOM = "5x5/5"', 'MINES_FIRST = "safe"',
                      *DIG)


@pytest.fixture
def expert(drive_with):
    return drive_with('MINES_PRESET = "expert"', 'MINES_NO_GUESS = "on"', *DIG)


@pytest.fixture
def desk(expert):
    """An expert's board without guesses, opened near its middle."""
    desk = Desk(expert, 3, EXPERT)
    desk.tap(6 * 20 + 8)
    desk.portal.run(3)
    yield desk
    desk.portal.close()


def position(text):
    """Return the oracle's position from the console's `board`."""
    rows = ["".join(line.split()[1:]) for line in text.splitlines()[1:-1]]
    width, height, seen = brute_force.picture(rows)
    return brute_force.Position(width, height, TINY[3], seen, frozenset())


@pytest.mark.parametrize("seed", seeds.some(9)[1:])
def test_the_odds_are_those_of_all_solutions(tiny, seed):
    talk = Desk(tiny, seed, TINY)
    shown = talk.say("0 0")
    if len(position(shown).covered()) > brute_force.MOST_COVERED + 8:
        shown = talk.say("4 4")
    if "You have" in shown:
        pytest.skip("the game is over at once, and has no odds")
    at = position(shown)
    possible = brute_force.solutions(at)
    shown = [sign for line in talk.say("odds").splitlines()[1:-1] for sign in line.split()[1:]]
    for cell in range(25):
        if cell in at.covered():
            chance = 100 * sum(cell in mines for mines in possible) / len(possible)
            assert abs(int(shown[cell]) - chance) <= 1
            assert (shown[cell] in ("0", "100")) == (chance in (0, 100))
        else:
            assert shown[cell] == "."


def test_the_odds_lie_over_the_covered_cells_until_the_next_move(desk):
    before = desk.tiles()
    desk.tap_face()
    desk.tap_on("Solve")
    desk.tap_on("Show the odds")
    desk.portal.run(1)
    check_golden(desk.portal, "odds")
    after = desk.tiles()
    assert all((now is None) == (then == tiles.BLANK)
               for now, then in zip(after, before, strict=True))
    desk.hold(0)
    assert sum(tile is None for tile in desk.tiles()) == 0


def hint(desk):
    desk.tap_face()
    desk.tap_on("Hint")
    desk.portal.run(1)


def test_a_hint_from_the_pause_sheet_is_done_when_it_is_asked_again(desk):
    before = desk.tiles()
    hint(desk)
    hint(desk)
    changed = [cell for cell, tile in enumerate(desk.tiles())
               if before[cell] == tiles.BLANK and tile not in (None, tiles.BLANK)]
    assert changed


def test_a_hint_is_not_done_on_the_next_board(desk):
    hint(desk)
    desk.tap_face()
    desk.tap_on("Same board")
    hint(desk)
    assert set(desk.signs()) == {"-"}


def win(talk, cells, width):
    mines = set(talk.mines())
    for cell in set(range(cells)) - mines:
        talk.say(f"{cell // width} {cell % width}")


def named(text, width):
    """The cells that are named by row and column."""
    pairs = [pair.split() for pair in (text or "").split(", ") if pair.strip()]
    return {int(row) * width + int(column) for row, column in pairs}


def steps(text, width):
    for line in text.splitlines()[:-1]:
        _, why, mines, safe, clues = STEP.fullmatch(line).groups()
        yield named(mines, width), named(safe, width), why, named(clues, width)


def test_a_proof_opens_every_safe_cell_and_tells_no_lie(expert):
    talk = Desk(expert, 3, EXPERT)
    talk.say("6 8")
    talk.say("open 6 8")
    mines = set(talk.mines())
    opened = {cell for cell, sign in enumerate(talk.signs()) if sign != "-"}
    talk.portal.type("".join(f"{cell // 20} {cell % 20}\n" for cell in range(280)
                             if cell not in mines))
    talk.portal.run(30)
    told = talk.say("proof")
    assert told.endswith("That is the whole board: no guess was needed.")
    safe = set()
    for found_mines, found_safe, _, clues in steps(told, 20):
        assert found_mines <= mines
        assert not found_safe & mines
        assert not clues & mines
        safe |= found_safe
    # Other cells were opened by a flood, or with the first cell.
    cells = games.dealt(talk.number()).field.cells
    floods = {cell for cell in range(280) if not cells[cell]}
    beside = {cell + step for cell in floods for step in Neighbours(20, 14).steps(cell)}
    assert set(range(280)) - mines <= safe | opened | floods | beside


def test_a_proof_is_not_told_while_it_would_tell_where_the_mines_are(expert):
    talk = Desk(expert, 3, EXPERT)
    talk.say("6 8")
    assert talk.say("proof").startswith("A proof shows where the mines are")


def test_a_board_that_needs_a_guess_is_not_called_proved(drive_with):
    drive = drive_with('MINES_PRESET = "custom"', 'MINES_CUSTOM = "5x5/3"', *DIG)
    answers = set()
    for seed in range(1, 7):
        talk = Desk(drive, seed, TINY)
        talk.say("0 0")
        win(talk, 25, 5)
        answers.add(talk.say("proof").splitlines()[-1])
    assert answers == {"That is the whole board: no guess was needed.",
                       "From here on nothing is certain: this board needs a guess."}


def test_mines_that_were_there_first_have_no_proof(guide_drive):
    talk = Desk(guide_drive, 1)
    talk.say(f"{talk.mines()[0] // 20} {talk.mines()[0] % 20}")
    assert talk.say("proof").startswith("The mines were there before")


def test_the_proof_is_stepped_through_on_the_screen_after_the_game(desk):
    desk.tap(desk.mines()[0])
    desk.portal.run(3)
    desk.tap_face()
    desk.tap_on("What was")
    for _ in range(2):
        desk.portal.tap(160, 200)
        desk.portal.run(0.2)
    check_golden(desk.portal, "proof")
    desk.portal.hold(160, 200, 0.8)
    desk.portal.run(0.3)
    lost = desk.tiles()
    assert tiles.DEATH in lost
    desk.tap(5)
    assert desk.tiles() == lost, "so soon, a tap was meant for the proof"
    desk.portal.run(1)
    desk.tap(5)
    assert set(desk.tiles()) == {tiles.BLANK}


@pytest.mark.parametrize("pages", [(), ("Board",), ("Options",), ("Options", "More"),
                                   ("Statistics",), ("Solve",)])
def test_a_page_makes_way_for_the_console(desk, pages):
    before = desk.tiles()
    desk.tap_face()
    for words in pages:
        desk.tap_on(words)
    desk.portal.type("board\n")
    desk.portal.run(0.5)
    assert "58 mines, 0 flags" in desk.portal.serial
    assert desk.tiles() == before


def test_the_proof_survives_a_power_cut(desk):
    desk.portal.run(12)
    desk.power_cycle()
    assert desk.ask("board", STATUS).endswith(", no guess needed.")
    assert games.dealt(desk.number()).first_cell == 6 * 20 + 8


COLUMNS, NONE = 10, 255
INK, PAPER, SAFE, BARE = (rgb565(color) for color in (0x5A0810, 0xF7F7EF, 0x84DB94, 0x000000))
PROGRAM = """
import board, displayio
from minesweeper.screen import overlay

class View:
    width, height, size = {columns}, 11, {size}

    def lay(self, grid):
        board.DISPLAY.root_group = displayio.Group()
        board.DISPLAY.root_group.append(grid)

overlay.lay(View(), bytes(list(range(101)) + [255] * 9))
while True:
    pass
"""


@pytest.fixture(params=[16, 24])
def pictures(drive, tmp_path, request):
    """The pixels of each figure from 0 to 100, and of cells without one."""
    size = request.param
    linked(drive, tmp_path / "drive", "code.py")
    (tmp_path / "drive" / "code.py").write_text(PROGRAM.format(columns=COLUMNS, size=size))
    with power_on(tmp_path / "drive", board="pyportal_titano") as portal:
        portal.run(1)
        screen = screen_of(portal)
    return [screen[cell // COLUMNS * size :, cell % COLUMNS * size :][:size, :size]
            for cell in range(110)]


def written(text):
    """Where its ink lies."""
    letters = [ord(letter) - font.FIRST for letter in text]
    return np.hstack([font.sheet()[:, at * font.WIDTH : (at + 1) * font.WIDTH] for at in letters])


def middle(picture, columns, rows):
    left, top = (picture.shape[1] - columns + 1) // 2, (picture.shape[0] - rows) // 2
    return picture[top : top + rows, left : left + columns]


def test_every_number_of_per_cents_stands_on_its_plate(pictures):
    for figure in range(100):
        shape = written(str(figure) if figure == 0 else f"{figure:2}")
        plate = np.where(shape, INK, SAFE if figure == 0 else PAPER)
        rows, columns = shape.shape
        assert np.array_equal(middle(pictures[figure], columns, rows), plate), figure


def test_a_certain_mine_is_crossed_out(pictures):
    cross = middle(pictures[100], 8, 8)
    assert np.array_equal(cross == PAPER, np.eye(8, dtype=bool) | np.eye(8, dtype=bool)[::-1])
    assert np.array_equal(np.unique(pictures[100]), sorted((BARE, INK, PAPER)))


def test_what_has_no_figure_is_seen_as_it_was(pictures):
    assert all((picture == BARE).all() for picture in pictures[101:])


def test_a_plate_leaves_its_cells_border_free(pictures):
    for picture in pictures[:101]:
        border = np.concatenate((picture[0], picture[-1], picture[:, 0], picture[:, -1]))
        assert (border == BARE).all()
