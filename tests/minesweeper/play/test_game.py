# SPDX-License-Identifier: MIT
"""Whole games on the staged drive, played through the touch panel and seen on the screen.

A week of virtual time goes in leaps of a day: the supervisor's counter of milliseconds wraps twice
in it, 65 s after power-on and after six days more.
"""

import hashlib
import os
import sys
from itertools import pairwise

import numpy as np
import pytest

from minesweeper.screen import tiles
from tests.support import hang, seeds
from tests.support.deploying import BOOT_OUT, fill
from tests.support.paths import ROOT
from tests.support.play import games, reader
from tests.support.play.models import GuideModel
from tests.support.play.player import (
    BEGINNER,
    COLUMNS,
    SEED,
    Player,
    check_golden,
    middle,
    power_on,
)
from tests.support.play.reader import screen_of
from tools import firmware
from tools.deploy import deploy

# GAMES in the environment says another number. Of a few, some are played again.
GAMES = int(os.environ.get("GAMES", seeds.more(10, 100)))
AGAIN = int(seeds.more(4, GAMES))
DAY_S = 86_400
FLAG_HOLD_S = 0.6
LINES = 'MINES_CONTROLS = "dig"', 'MINES_LIGHT = "auto"'


@pytest.fixture
def player(guide_drive):
    """On a board of the guide, laid before its first cell is opened."""
    player = Player(guide_drive, SEED)
    yield player
    player.portal.close()


class Game:
    """Makes each move on the player and on the guide's model."""

    def __init__(self, player):
        self.player, self.mines = player, player.mines()
        self.model = GuideModel(20, 15, map(self.at, self.mines))
        safe = [cell for cell in range(300) if cell not in self.mines]
        self.blanks = [cell for cell in safe if not self.model.count(self.at(cell))]
        self.numbers = [cell for cell in safe if self.model.count(self.at(cell))]

    @staticmethod
    def at(cell):
        return cell % COLUMNS, cell // COLUMNS

    def tap(self, cell):
        self.player.tap(cell)
        self.model.tap(self.at(cell))

    def hold(self, cell):
        self.player.hold(cell)
        self.model.hold(self.at(cell))

    def is_covered(self, cell):
        return self.model.marks[self.at(cell)] == "-"

    def heard(self):
        """Return the sounds so far but the clicks."""
        return [path for _, path, _, _ in self.player.portal.sounds if "click" not in path]

    def check(self):
        """Compare all tiles, at the end but those behind the banner: three rows at most."""
        over = self.model.outcome() != "playing"
        tile = self.model.final_tile if over else self.model.tile
        seen = self.player.tiles()
        assert seen.count(None) <= 60 * over
        assert [tile(self.at(cell)) if shown is not None else None
                for cell, shown in enumerate(seen)] == seen


@pytest.fixture
def game(player):
    return Game(player)


def test_the_game_starts_with_a_covered_board(player):
    assert player.tiles() == [tiles.BLANK] * 300
    check_golden(player.portal, "start")


def test_a_game_in_play(game):
    game.hold(game.blanks[0])
    for mine in [*game.mines[:5] * 2, game.mines[6]]:
        game.tap(mine)
    for number in game.numbers[10:40:6]:
        if game.is_covered(number):
            game.hold(number)
    game.check()
    check_golden(game.player.portal, "playing")


def test_a_won_game(game):
    for cell in range(300):
        if cell not in game.mines and game.is_covered(cell):
            game.hold(cell)
            game.check()
    for mine in game.mines:
        assert game.heard() == []
        game.tap(mine)
        game.tap(mine)
    assert game.model.outcome() == "won" and game.heard() == ["sounds/win.wav"]
    game.check()
    check_golden(game.player.portal, "won")


def test_a_lost_game_shakes_and_shows_everything(game):
    number, other = game.numbers[:2]
    game.hold(number)
    for cell in game.mines[1], other, other:
        game.tap(cell)
    game.player.portal.hold(*middle(game.mines[0]), 0.8)
    game.model.hold(game.at(game.mines[0]))
    game.player.run(1)
    assert game.heard() == ["sounds/lose.wav"]
    game.check()
    assert {tiles.DEATH, tiles.MINE, tiles.MISFLAG} <= set(game.player.tiles())
    check_golden(game.player.portal, "lost")


def test_wrong_flags_everywhere_lose_when_all_is_decided(game):
    wrong = game.numbers[0]
    for cell in [wrong, wrong, *game.mines, *game.mines]:
        game.tap(cell)
    for cell in range(300):
        if game.is_covered(cell):
            assert game.heard() == []
            game.hold(cell)
    assert game.model.outcome() == "lost"
    game.player.run(1)
    assert game.heard() == ["sounds/lose.wav"]
    game.check()


def test_a_shake_goes_to_and_fro_ten_times_and_ends_where_it_began(start_game):
    """Motion is off, so that nothing else moves."""
    player = start_game("guide", 'MINES_FIRST = "any"', 'MINES_MOTION = "off"')
    mines = player.mines()
    player.portal.hold(*middle(mines[0]), 0.8)
    pictures = [screen_of(player.portal)]
    while len(pictures) < 140:
        player.run(0.005)
        pictures.append(screen_of(player.portal))
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


def test_the_sound_plays_while_the_board_shakes(player):
    player.portal.hold(*middle(player.mines()[0]), 0.8)
    player.run(0.1)
    assert player.portal.board.pins["SPEAKER_ENABLE"].voltage() == 1.0
    assert player.tiles() != [tiles.BLANK] * 300
    player.run(4)
    assert player.portal.board.pins["SPEAKER_ENABLE"].voltage() == 0.0


def test_five_seconds_after_the_sound_a_new_board_comes(player):
    player.hold(player.mines()[0])
    start, _, seconds, _ = player.portal.sounds[-1]
    player.run(start + seconds + 4.9 - player.portal.now)
    assert tiles.DEATH in player.tiles()
    player.run(0.3)
    assert player.tiles() == [tiles.BLANK] * 300
    player.tap(0)
    assert player.tile(0) == tiles.QUESTION


def test_the_stylus_is_seen_and_a_ripe_hold_too(player):
    x, y = middle(45)
    player.portal.press(x, y)
    player.run(0.2)
    assert player.tile(45) == tiles.PRESSED
    check_golden(player.portal, "pressed")
    player.run(0.5)
    check_golden(player.portal, "ripe")
    player.portal.move(x, y + 60)
    player.run(0.2)
    player.portal.release()
    player.run(0.2)
    assert player.tiles() == [tiles.BLANK] * 300


def test_boards_differ_after_every_power_up(guide_drive):
    numbers = set()
    for seed in range(4):
        with Player(guide_drive, seed).portal as portal:
            portal.type("number\n")
            portal.run(0.5)
            numbers.add(portal.serial.rpartition("Board ")[2])
    assert len(numbers) == 4


def test_the_soak_can_be_begun(drive):
    """`make soak` is not part of the suite; its first taps are."""
    command = [sys.executable, "-m", "tests.commands.soak", "--taps", "10", "--seconds", "10"]
    done = hang.run(command, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


def leap(portal, seconds):
    """So much time passes at once, in one of the program's waits."""
    clock = portal.board.clock
    advance = clock.advance

    def jump(ns):
        clock.advance = advance
        advance(ns)
        clock.now += seconds * 10**9
        clock.deadline = clock.now

    clock.advance = jump
    portal.run(0.1)
    portal.owed_ns = 0
    portal.run(0.5)


@pytest.fixture
def dug(start_game):
    dug = start_game("beginner", *LINES)
    dug.tap(40)
    yield dug


def check_hold(dug, cell):
    """Half a second is a hold, less is none."""
    dug.portal.press(*dug.middle(cell))
    dug.portal.run(0.4)
    assert dug.tile(cell) == tiles.PRESSED
    dug.portal.run(FLAG_HOLD_S - 0.4)
    dug.portal.release()
    dug.portal.run(0.1)
    assert dug.tile(cell) == tiles.FLAG


def check_saving(dug, writes):
    """A change is saved after ten seconds, no sooner."""
    dug.portal.run(9)
    assert dug.portal.nvm_writes == writes
    dug.portal.run(1.5)
    assert dug.portal.nvm_writes == writes + 1


def check_auto_light(dug):
    for level in (1.0, 0.5):
        dug.portal.light = level
        dug.portal.run(1.2)
        assert dug.portal.backlight == pytest.approx(level, abs=0.02)


def test_hold_saving_clock_and_light_are_right_for_a_week(dug):
    flags = dug.mines()[:5]
    for day in range(7):
        if day < len(flags):
            writes = dug.portal.nvm_writes
            check_hold(dug, flags[day])
            check_saving(dug, writes)
        check_auto_light(dug)
        leap(dug.portal, DAY_S)
        assert reader.sees(dug.portal, "99:59")
    dug.hold(dug.mines()[6])
    dug.portal.run(11)
    dug.power_cycle()
    hours = games.saved_game(dug.portal.nvm).played_ms / 3_600_000
    assert hours == pytest.approx(7 * 24, abs=0.2)


def test_a_loss_after_a_week_flashes_and_lets_the_player_see_it(dug):
    for _ in range(7):
        leap(dug.portal, DAY_S)
    mine = dug.mines()[0]
    dug.portal.tap(*dug.middle(mine))
    seen = set()
    for _ in range(40):
        dug.portal.run(0.05)
        seen.add(dug.portal.pixel)
    assert {(60, 0, 0), (0, 0, 0)} <= seen
    dug.portal.run(2)
    assert dug.portal.pixel == (0, 0, 0)
    dug.tap(mine)
    dug.portal.run(1)
    assert dug.covered() == list(range(BEGINNER[1] * BEGINNER[2]))


def play_at_random(drive, seed, taps=20, **options):
    """A random player's game; returns what can be seen, read and heard of it."""
    chance = seeds.chance(seed)
    with power_on(drive, seed=seed, **options) as portal:
        portal.board.touch_panel.noise = 100
        portal.run(0.5)
        portal.tap(160, 120)
        portal.run(0.5)
        for _ in range(taps):
            portal.hold(*middle(chance.randrange(300)), chance.choice([0.1, 0.1, 0.7]))
            portal.run(chance.uniform(0.05, 0.3))
        portal.run(3)
        seen = hashlib.sha256(portal.framebuffer).hexdigest()
        return seen, portal.serial, portal.sounds, portal.bus_bytes, portal.now


def test_games_played_twice_are_the_same_twice(drive):
    games = seeds.some(GAMES)
    first = [play_at_random(drive, seed) for seed in games]
    assert first[:AGAIN] == [play_at_random(drive, seed) for seed in games[:AGAIN]]
    assert len({seen for seen, *_ in first}) > len(games) / 2
    assert any("lose" in path for _, _, sounds, _, _ in first for _, path, *_ in sounds)


def test_how_a_run_is_cut_into_pieces_does_not_matter(drive):
    with power_on(drive) as whole, power_on(drive) as pieces:
        for portal in whole, pieces:
            portal.run(0.5)
            portal.tap(40, 40)
        whole.run(1)
        for _ in range(1000):
            pieces.run(0.001)
        assert whole.framebuffer == pieces.framebuffer
        assert whole.board.clock.now == pieces.board.clock.now
        assert whole.bus_bytes == pieces.bus_bytes


def test_the_deployed_drive_plays_as_the_staged_one(drive, tmp_path):
    device = fill(tmp_path / "device", {"boot_out.txt": BOOT_OUT})
    deploy(firmware.files(drive), device)
    assert play_at_random(device, 3, sources=drive) == play_at_random(drive, 3)
