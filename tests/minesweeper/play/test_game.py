# SPDX-License-Identifier: MIT
"""Whole games on the staged drive, played through the touch panel and seen on the screen.

A week of virtual time goes in leaps of a day: the supervisor's counter of milliseconds wraps twice
in it, 65 s after power-on and after six days more.
"""

import hashlib

import pytest

from minesweeper.screen import tiles
from tests.support import seeds
from tests.support.drives import BOOT_OUT, fill
from tests.support.play import games
from tests.support.play.models import GuideModel
from tests.support.play.player import (
    COLUMNS,
    REST_S,
    SEED,
    Player,
    check_golden,
    middle,
    power_on,
)
from tools import firmware
from tools.deploy import deploy

GAMES = int(seeds.more(2, 100))
# So many are played again.
AGAIN = int(seeds.more(1, GAMES))
DAY_S = 86_400
FLAG_HOLD_S = 0.6
COVERED = [tiles.BLANK] * 300


@pytest.fixture
def player(guide_drive):
    """Start on a board of the guide, laid before its first cell is opened."""
    player = Player(guide_drive, SEED)
    yield player
    player.portal.close()


def kinds(player):
    """The cells with mines, with numbers, and with nothing around."""
    mines = player.mines()
    model = GuideModel(20, 15, {(cell % COLUMNS, cell // COLUMNS) for cell in mines})
    counts = {cell: model.count((cell % COLUMNS, cell // COLUMNS))
              for cell in range(300) if cell not in mines}
    return mines, [cell for cell in counts if counts[cell]], [
        cell for cell in counts if not counts[cell]]


def heard(player):
    """Return the tunes so far."""
    return [path for _, path, _, _ in player.portal.sounds
            if path in ("sounds/win.wav", "sounds/lose.wav")]


def test_a_game_from_its_start_to_its_win(player):
    check_golden(player.portal, "start")
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
    assert player.tiles() == COVERED
    mines, numbers, blanks = kinds(player)
    player.hold(blanks[0])
    for mine in [*mines[:5] * 2, mines[6]]:
        player.tap(mine)
    for number in numbers[10:40:6]:
        if player.tile(number) == tiles.BLANK:
            player.hold(number)
    check_golden(player.portal, "playing")


def test_a_lost_game_shows_everything_and_five_seconds_after_its_sound_a_new_board_comes(player):
    mines, numbers, _ = kinds(player)
    player.hold(numbers[0])
    for cell in mines[1], numbers[1], numbers[1]:
        player.tap(cell)
    player.portal.hold(*middle(mines[0]), 0.8)
    player.run(0.1)
    assert player.portal.board.pins["SPEAKER_ENABLE"].voltage() == 1.0
    player.run(1)
    assert heard(player) == ["sounds/lose.wav"]
    assert {tiles.DEATH, tiles.MINE, tiles.MISFLAG} <= set(player.tiles())
    check_golden(player.portal, "lost")
    start, _, seconds, _ = player.portal.sounds[-1]
    player.run(start + seconds + 4.9 - player.portal.now)
    assert player.portal.board.pins["SPEAKER_ENABLE"].voltage() == 0.0
    assert tiles.DEATH in player.tiles()
    player.run(0.6)
    assert player.tiles() == COVERED
    player.tap(0)
    assert player.tile(0) == tiles.QUESTION


def test_a_tap_that_changes_nothing_tells_the_mines_left_and_the_time(player):
    mines, numbers, _ = kinds(player)
    player.hold(numbers[0])
    for _ in range(2):
        player.tap(mines[0])
    player.run(60)
    player.tap(numbers[0])
    assert player.reads(f"{len(mines) - 1} mines left, 1:00")


def test_a_tap_of_a_twentieth_of_a_second_counts_whenever_it_comes(player):
    for cell in range(12):
        player.run(1.5 + cell * 0.023)
        player.portal.press(*player.middle(cell))
        player.run(0.05)
        player.portal.release()
        player.run(0.2)
        assert player.tile(cell) == tiles.QUESTION


def test_a_touch_counts_that_begins_while_the_game_comes_to_rest(player):
    for cell in range(40):
        player.tap(cell)
        player.run(0.8 + cell * 0.006)
        player.tap(cell)
        assert player.tile(cell) == tiles.FLAG


def check_hold(player, cell):
    """Half a second is a hold, less is none; it is saved after a rest, no sooner."""
    writes = player.portal.nvm_writes
    player.portal.press(*player.middle(cell))
    player.run(0.4)
    assert player.tile(cell) == tiles.PRESSED
    player.run(FLAG_HOLD_S - 0.4)
    player.portal.release()
    player.run(0.1)
    assert player.tile(cell) == tiles.FLAG
    player.run(REST_S - 2)
    assert player.portal.nvm_writes == writes
    player.run(2)
    assert player.portal.nvm_writes == writes + 1


def test_hold_saving_clock_light_and_a_loss_are_right_for_a_week(start_game):
    player = start_game("beginner", 'MINES_CONTROLS = "dig"', 'MINES_LIGHT = "auto"')
    player.tap(40)
    mines = player.mines()
    for day in range(7):
        if day % 3 == 0:
            check_hold(player, mines[day])
        for level in (1.0, 0.5):
            player.portal.light = level
            player.run(1.5)
            assert player.portal.backlight == pytest.approx(level, abs=0.02)
        player.leap(DAY_S)
        assert player.reads("99:59")
    player.hold(mines[6])
    player.run(REST_S)
    hours = games.saved_game(player.portal.nvm).played_ms / 3_600_000
    assert hours == pytest.approx(7 * 24, abs=0.2)
    player.portal.tap(*player.middle(mines[7]))
    player.run(4)
    assert player.portal.pixel == (60, 0, 0)
    player.tap(mines[7])
    player.run(0.5)
    player.tap_on("New")
    assert len(player.covered()) == 81


def play_at_random(drive, seed, taps=20, **options):
    """A random player's game; returns what can be seen, read and heard of it."""
    chance = seeds.chance(seed)
    with power_on(drive, seed=seed, **options) as portal:
        portal.board.touch_panel.noise = 100
        portal.run(0.5)
        for y in 120, 210:  # starts; like the guide
            portal.tap(160, y)
            portal.run(0.5)
        for _ in range(taps):
            portal.hold(*middle(chance.randrange(300)), chance.choice([0.1, 0.1, 0.7]))
            portal.run(chance.uniform(0.05, 0.3))
        portal.run(3)
        seen = hashlib.sha256(portal.framebuffer).hexdigest()
        return seen, portal.serial, portal.sounds, portal.bus_bytes, portal.now


def test_games_played_again_on_a_deployed_drive_are_the_same(drive, tmp_path):
    games = seeds.some(GAMES)
    first = [play_at_random(drive, seed) for seed in games]
    assert len({seen for seen, *_ in first}) > len(games) / 2
    assert any("lose" in path for _, _, sounds, _, _ in first for _, path, *_ in sounds)
    device = fill(tmp_path / "device", {"boot_out.txt": BOOT_OUT})
    deploy(firmware.files(drive), device)
    again = [play_at_random(device, seed, sources=drive) for seed in games[:AGAIN]]
    assert again == first[:AGAIN]
