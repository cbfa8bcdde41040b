# SPDX-License-Identifier: MIT
"""Whole games on the staged drive, played through the touch panel and seen on the screen."""

import sys
from itertools import pairwise

import numpy as np
import pytest

from minesweeper.screen import tiles
from tests.support import hang
from tests.support.paths import ROOT
from tests.support.play.desk import COLUMNS, Desk, check_golden, middle, mines_of
from tests.support.play.guide_model import GuideModel
from tests.support.play.reader import screen_of

SEED = 4


@pytest.fixture
def desk(guide_drive):
    desk = Desk(guide_drive, SEED)
    yield desk
    desk.portal.close()


@pytest.fixture(scope="module")
def mines(guide_drive, tmp_path_factory):
    return mines_of(guide_drive, SEED, tmp_path_factory.mktemp("peek"))


@pytest.fixture
def model(mines):
    return GuideModel(20, 15, {(mine % COLUMNS, mine // COLUMNS) for mine in mines})


def expected(model, tile):
    return [tile(x, y) for y in range(15) for x in range(20)]


def agree_around_the_banner(seen, wanted):
    """The banner hides three rows at most."""
    hidden = [at for at, tile in enumerate(seen) if tile is None]
    return len(hidden) <= 60 and all(
        tile == wanted[at] for at, tile in enumerate(seen) if tile is not None
    )


def played(desk):
    """The sounds so far, but for the clicks."""
    return [path for _, path, _, _ in desk.portal.sounds if "click" not in path]


def numbers(model, mines):
    """The cells that open to a number, and to nothing more."""
    safe = (cell for cell in range(300) if cell not in mines)
    return [cell for cell in safe if model.count(cell % 20, cell // 20)]


def act(desk, model, name, cell):
    getattr(desk, name)(cell)
    getattr(model, name)(cell % COLUMNS, cell // COLUMNS)


def test_the_game_starts_with_a_covered_board(desk):
    assert desk.tiles() == [tiles.BLANK] * 300
    check_golden(desk.portal, "start")


def test_a_tap_leads_round_blank_question_flag_open(desk, mines):
    safe = next(cell for cell in range(300) if cell not in mines)
    seen = []
    for _ in range(3):
        desk.tap(safe)
        seen.append(desk.tile(safe))
    assert seen[:2] == [tiles.QUESTION, tiles.FLAG]
    assert seen[2] <= 8


def test_a_game_in_play(desk, model, mines):
    empty = next(cell for cell in range(300)
                 if cell not in mines and not model.count(cell % 20, cell // 20))
    moves = [("hold", empty), *[("tap", mine) for mine in mines[:5] * 2], ("tap", mines[6])]
    moves += [("hold", number) for number in numbers(model, mines)[10:40:6]]
    for name, cell in moves:
        if model.marks[cell % 20, cell // 20] != " ":
            act(desk, model, name, cell)
    assert desk.tiles() == expected(model, model.tile)
    check_golden(desk.portal, "playing")


def test_a_won_game(desk, model, mines):
    for cell in range(300):
        if cell not in mines and model.marks[cell % 20, cell // 20] == "-":
            act(desk, model, "hold", cell)
            assert desk.tiles() == expected(model, model.tile)
    for number, mine in enumerate(mines):
        assert played(desk) == []
        desk.tap(mine, 2)
        model.tap(mine % 20, mine // 20)
        model.tap(mine % 20, mine // 20)
        assert model.outcome() == ("won" if number == 14 else "playing")
    assert played(desk) == ["sounds/win.wav"]
    assert agree_around_the_banner(desk.tiles(), expected(model, model.tile))
    check_golden(desk.portal, "won")


def test_a_lost_game_shakes_and_shows_everything(desk, model, mines):
    number, other = numbers(model, mines)[:2]
    for name, cell in ("hold", number), ("tap", mines[1]), ("tap", other), ("tap", other):
        act(desk, model, name, cell)
    desk.portal.hold(*middle(mines[0]), 0.8)
    model.hold(mines[0] % 20, mines[0] // 20)
    desk.portal.run(1)
    assert played(desk) == ["sounds/lose.wav"]
    assert agree_around_the_banner(desk.tiles(), expected(model, model.revealed_tile))
    assert {tiles.DEATH, tiles.MINE, tiles.MISFLAG} <= set(desk.tiles())
    check_golden(desk.portal, "lost")


def test_a_shake_goes_to_and_fro_ten_times_and_ends_where_it_began(sit_down):
    """Of a board that shows its mines before, so that nothing else moves."""
    desk = sit_down("guide", 'MINES_FIRST = "any"', 'MINES_MOTION = "off"')
    mines = desk.mines()
    desk.portal.hold(*middle(mines[0]), 0.8)
    pictures = [screen_of(desk.portal)]
    while len(pictures) < 140:
        desk.portal.run(0.005)
        pictures.append(screen_of(desk.portal))
    still = pictures[-1][:200]
    shifts = [shift_of(picture[:200], still) for picture in pictures]
    moves = [at for before, at in pairwise(shifts) if at not in (before, None)]
    moves = moves[moves[0] == 0 :]  # drawn whole, it may be seen at rest first
    assert len(moves) in (10, 11) and moves[-1] == 0
    assert all(abs(at) in (1, 2) for at in moves[:-1])
    assert all((one > 0) != (other > 0) for one, other in pairwise(moves[:-1]))


def shift_of(picture, still):
    """How far to the right a picture has moved, all of it; None for another picture."""
    return next((shift for shift in range(-3, 4)
                 if np.array_equal(picture, np.roll(still, shift, axis=1))), None)


def test_the_sound_plays_while_the_board_shakes(desk, mines):
    desk.portal.hold(*middle(mines[0]), 0.8)
    desk.portal.run(0.1)
    assert desk.portal.board.pins["SPEAKER_ENABLE"].voltage() == 1.0
    assert desk.tiles() != [tiles.BLANK] * 300
    desk.portal.run(4)
    assert desk.portal.board.pins["SPEAKER_ENABLE"].voltage() == 0.0


def test_five_seconds_after_the_sound_a_new_board_comes(desk, mines):
    desk.hold(mines[0])
    start, _, seconds, _ = desk.portal.sounds[-1]
    desk.portal.run(start + seconds + 4.9 - desk.portal.now)
    assert tiles.DEATH in desk.tiles()
    desk.portal.run(0.3)
    assert desk.tiles() == [tiles.BLANK] * 300
    desk.tap(0)
    assert desk.tile(0) == tiles.QUESTION


def test_wrong_flags_everywhere_lose_when_all_is_decided(desk, mines, model):
    wrong = numbers(model, mines)[0]
    for cell in [wrong, wrong, *mines, *mines]:
        act(desk, model, "tap", cell)
    for cell in range(300):
        if model.marks[cell % 20, cell // 20] == "-":
            assert played(desk) == []
            act(desk, model, "hold", cell)
    assert model.outcome() == "lost"
    desk.portal.run(1)
    assert played(desk) == ["sounds/lose.wav"]
    assert agree_around_the_banner(desk.tiles(), expected(model, model.revealed_tile))


def test_a_hold_takes_a_flag_off(desk):
    desk.tap(0, 2)
    assert desk.tile(0) == tiles.FLAG
    desk.hold(0)
    assert desk.tile(0) == tiles.BLANK


def test_the_stylus_is_seen_and_a_ripe_hold_too(desk):
    x, y = middle(45)
    desk.portal.press(x, y)
    desk.portal.run(0.2)
    assert desk.tile(45) == tiles.PRESSED
    check_golden(desk.portal, "pressed")
    desk.portal.run(0.5)
    check_golden(desk.portal, "ripe")
    desk.portal.move(x, y + 60)
    desk.portal.run(0.2)
    desk.portal.release()
    desk.portal.run(0.2)
    assert desk.tiles() == [tiles.BLANK] * 300


def test_sliding_off_the_cell_changes_nothing(desk):
    x, y = middle(100)
    desk.portal.press(x, y)
    desk.portal.run(0.1)
    desk.portal.move(x + 30, y)
    desk.portal.run(0.1)
    desk.portal.release()
    desk.portal.run(0.2)
    assert desk.tiles() == [tiles.BLANK] * 300


def test_boards_differ_after_every_power_up(drive, tmp_path):
    boards = {tuple(mines_of(drive, seed, tmp_path)) for seed in range(8)}
    assert len(boards) == 8


def test_the_soak_can_be_begun(drive):
    """`make soak` is not part of the suite; its first taps are."""
    command = [sys.executable, "-m", "tests.commands.soak", "--taps", "10", "--seconds", "10"]
    done = hang.run(command, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
