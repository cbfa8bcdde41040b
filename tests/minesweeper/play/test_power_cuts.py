# SPDX-License-Identifier: MIT
"""Power that fails at any moment of play, and what is saved before the player sees it.

CUTS in the environment says how many moments are tried; at each of them a second PyPortal is
switched on with what the first one's nvm holds just then."""

import os
import re

import pytest

from minesweeper.board.field import MINE
from minesweeper.console.text import SIGNS
from minesweeper.memory.memory import MOST_WRITES, SETTLE_MS, Memory
from minesweeper.screen import tiles
from sim.board.faults import MOMENTS
from tests.support import seeds
from tests.support.play import games, reader
from tests.support.play.desk import STATUS, Desk
from tests.support.play.seat import BEGINNER, BY_NAME, DIG, begin, pause, win

CUTS = int(os.environ.get("CUTS", seeds.more(40, 60)))
TABLES = [("guide", "dig", "opening"), ("expert", "dig", "safe"), ("beginner", "flag", "any")]
WATCH_S = 0.25
OPTION = 'MINES_FIRST = "{}"', 'MINES_CONTROLS = "{}"', 'MINES_HOLD_MS = "300"'


def state(desk):
    """The board and its mines, and what is seen of it."""
    return desk.signs(), desk.mines(), picture(desk)


def picture(desk):
    """The screen without the clock, which goes on after a save; None while a cell is pressed."""
    if desk.portal.board.touch_panel.touch:
        return None
    screen = reader.screen_of(desk.portal).copy()
    right = desk.box(desk.columns - 1)[2]
    if right < desk.portal.board.model.display.width:
        screen[40:66, right:] = 0
    else:
        screen[: desk.corner[1], 200:260] = 0
    return screen.tobytes()


class Player:
    """Plays by chance, knows the mines and seldom steps on one; watches what nvm comes to hold."""

    def __init__(self, desk, seed, controls):
        self.desk = desk
        self.chance = seeds.chance(seed)
        self.names = {"dig": ("tap", "hold"), "flag": ("hold", "tap")}[controls]
        self.image = bytes(desk.portal.nvm)
        self.saved = None
        self.writes = self.seen_writes = 0
        self.most = self.games = 0

    def wait(self, seconds):
        while seconds > 0:
            self.desk.portal.run(min(seconds, WATCH_S))
            seconds -= WATCH_S
            self.watch()

    def watch(self):
        """Note what has just been saved, unless a write is under way."""
        portal = self.desk.portal
        self.writes += portal.nvm_writes - self.seen_writes
        self.seen_writes = portal.nvm_writes
        self.most = max(self.most, self.writes)
        image = bytes(portal.nvm)
        if image != self.image and whole(image):
            self.image = image
            game = games.saved_game(image)
            self.saved = (game, picture(self.desk)) if game.moves else None

    def move(self):
        if "You have" in self.desk.ask("board", STATUS):
            self.next_game()
            return
        cell, name = self.choose()
        x, y = self.desk.middle(cell)
        self.desk.portal.press(x, y)
        self.wait(0.45 if name == "hold" else 0.06)
        self.desk.portal.release()
        self.wait(0.1)

    def next_game(self):
        self.wait(1.2)
        self.desk.tap(self.chance.randrange(self.desk.columns * self.desk.rows))
        self.wait(0.1)
        self.writes = 0
        self.games += 1

    def choose(self):
        """(cell, gesture): flag a mine, open another, or by chance the other way round."""
        opens, flags = self.names
        covered = self.desk.covered() or [0]
        cell = self.chance.choice(covered)
        is_mine = cell in self.desk.mines()
        if set(self.desk.signs()) <= set("-F?"):
            return cell, "tap"
        return cell, flags if is_mine != (self.chance.random() < 0.02) else opens

    def pause(self):
        """As long as a player thinks: mostly a moment, now and then for long enough to save."""
        long = self.chance.random() < 0.15
        return self.chance.uniform(9, 25) if long else self.chance.uniform(0, 1.5)


def whole(image):
    return Memory(bytearray(image), (320, 240)).load() == []


def wake(desk, preset, image):
    """A second portal that finds this in its nvm."""
    return Desk(desk.drive, 99, preset, nvm=image)


def check(woken, player, image):
    if not whole(image):
        assert "starting with defaults" in woken.portal.serial
        assert set(woken.tiles()) == {tiles.BLANK}
    elif player.saved is None:
        assert set(woken.tiles()) == {tiles.BLANK}
    else:
        assert woken.portal.serial == ""
        game, seen = player.saved
        assert seen in (picture(woken), None)
        cells = game.field.cells
        assert woken.signs() == [SIGNS[tiles.of(byte)] for byte in cells]
        assert woken.mines() == [at for at, byte in enumerate(cells) if byte & MINE]


@pytest.mark.parametrize(("name", "controls", "first"), TABLES)
def test_after_a_cut_at_any_moment_the_last_saved_game_comes_back(
        drive_with, name, controls, first):
    lines = [f'MINES_PRESET = "{name}"', OPTION[0].format(first), OPTION[1].format(controls)]
    desk = Desk(drive_with(*lines, OPTION[2]), 5, BY_NAME[name])
    player = Player(desk, 17, controls)
    resumed = 0
    for _ in range(-(-CUTS // len(TABLES))):
        for _ in range(player.chance.randrange(1, 6)):
            player.move()
            rest = player.pause()
            cut = player.chance.uniform(0, rest)
            player.wait(cut)
        image = bytes(player.desk.portal.nvm)
        woken = wake(desk, BY_NAME[name], image)
        check(woken, player, image)
        resumed += player.saved is not None
        go_on(player, woken, rest - cut)
    assert resumed >= CUTS // len(TABLES) // 4
    assert player.most <= MOST_WRITES
    player.desk.portal.close()


def go_on(player, woken, seconds):
    """Now and then play goes on on the second one, as after a real cut."""
    if player.chance.random() < 0.3 and whole(player.image):
        player.desk.portal.close()
        player.desk = woken
        player.seen_writes = 0
        return
    woken.portal.close()
    player.wait(seconds)


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_cut_within_a_write_leaves_the_former_game_the_new_one_or_the_defaults(
        drive_with, moment):
    lines = 'MINES_PRESET = "intermediate"', OPTION[1].format("dig")
    desk = Desk(drive_with(*lines), 5, BY_NAME["intermediate"])
    desk.tap(150)
    desk.portal.run(11)
    former = state(desk)
    desk.hold(desk.mines()[0])
    following = state(desk)
    assert desk.portal.nvm_writes == 1 and former != following
    desk.portal.faults.cut_power_at_write(1, moment)
    desk.portal.run(11)
    assert not desk.portal.running
    desk.power_cycle()
    if moment in ("before", "after"):
        assert state(desk) == (former if moment == "before" else following)
        assert desk.portal.serial.count("starting with defaults") == 1
    else:
        assert set(desk.tiles()) == {tiles.BLANK}
        assert desk.portal.serial.count("starting with defaults") == 2
    desk.portal.close()


def test_a_long_game_with_a_rest_after_every_third_move_writes_nvm_ten_times_at_most(drive_with):
    desk = Desk(drive_with('MINES_PRESET = "expert"', OPTION[1].format("dig")), 5,
                BY_NAME["expert"])
    desk.tap(150)
    mines = desk.mines()
    for cell in range(desk.columns * desk.rows):
        if cell not in mines and desk.tile(cell) == tiles.BLANK:
            desk.tap(cell)
            desk.portal.run(0.2 if cell % 3 else 10.5)
    assert reader.sees(desk.portal, "New best: ")
    desk.portal.run(60)
    assert 3 <= desk.portal.nvm_writes <= MOST_WRITES
    desk.portal.close()


def test_the_clock_of_a_resumed_game_goes_on_from_where_it_was_saved(drive_with):
    desk = Desk(drive_with('MINES_PRESET = "expert"', OPTION[1].format("dig")), 5,
                BY_NAME["expert"])
    desk.tap(150)
    desk.portal.run(50)
    desk.power_cycle()
    assert reader.sees(desk.portal, "0:10")
    desk.portal.run(30)
    desk.hold(desk.mines()[0])
    desk.portal.run(3)
    assert reader.sees(desk.portal, "0:13")
    desk.portal.close()


HINT_S = 1.0


@pytest.fixture
def desk(sit_down):
    desk = sit_down("beginner")
    begin(desk)
    return desk


def ask_for(desk, choice):
    pause(desk)
    desk.tap_on(choice)


def test_a_hint_that_is_asked_and_followed_leaves_the_clock_right(desk):
    desk.portal.run(15)
    ask_for(desk, "Hint")
    ask_for(desk, "Hint")
    desk.portal.run(12)
    assert 20_000 < games.saved_game(desk.portal.nvm).played_ms < 40_000


def test_hints_on_the_console_write_once_and_then_when_the_game_rests(desk):
    for _ in range(8):
        assert desk.say("hint")
    assert desk.portal.nvm_writes == 1
    desk.portal.run(11)
    assert desk.portal.nvm_writes == 2


@pytest.mark.parametrize("advice", ["hint", "odds"])
def test_a_game_that_was_helped_stays_so_though_it_is_reset_at_once(desk, advice):
    desk.portal.run(12)
    desk.say(advice)
    assert games.saved_game(desk.portal.nvm).hinted
    desk.power_cycle()
    win(desk)
    assert reader.sees(desk.portal, "You have won in 0:1") and desk.portal.nvm_writes
    assert "No game" not in desk.say("stats") and "beginner" not in desk.say("stats")


def test_help_counts_from_the_moment_that_it_is_seen(desk):
    """However soon after power-on it is asked, and whenever the power fails."""
    desk.portal.run(12)
    image = bytes(desk.portal.nvm)
    for seconds in (0.3, 1.0, 2.2, 4.0):
        woken = Desk(desk.drive, 3, BEGINNER, nvm=image)
        woken.portal.type("hint\r")
        woken.portal.run(seconds)
        told = re.search(r"\((safe|mines): ", woken.portal.serial)
        assert bool(told) == (woken.portal.now * 1000 > SETTLE_MS)
        assert games.saved_game(woken.portal.nvm).hinted or not told
        woken.portal.close()


def test_nothing_is_written_just_after_power_on(desk):
    desk.portal.run(12)
    desk.power_cycle()
    writes = desk.portal.nvm_writes
    desk.portal.type("hint\r")
    desk.portal.run(SETTLE_MS / 1000 - desk.portal.now)
    assert desk.portal.nvm_writes == writes
    desk.portal.run(0.1)
    assert desk.portal.nvm_writes == writes + 1


def test_a_game_that_is_repeated_does_not_come_back_as_it_was_before(desk):
    desk.portal.run(12)
    ask_for(desk, "Same board")
    desk.tap(0)
    desk.power_cycle()
    assert len(desk.covered()) == BEGINNER[1] * BEGINNER[2]


BOARDS = "Expert", "Beginner"


def change(desk, name):
    """Another board or value of an option; returns whether the player is asked about it."""
    if name in BOARDS:
        ask_for(desk, "Board")
        desk.tap_on(name)
        return reader.sees(desk.portal, "Another board?")
    ask_for(desk, "Options")
    if not reader.sees(desk.portal, name):
        desk.tap_on("More")
    desk.tap_on(name)
    desk.tap_on("Done")
    return reader.sees(desk.portal, "Another board?")


@pytest.mark.parametrize("words", ["First tap", "No guessing", "Expert"])
def test_a_board_that_changes_in_the_options_is_asked_about(desk, words):
    board = desk.tiles()
    assert not change(desk, "Hold")
    desk.tap_on("Resume")
    before = vars(games.saved_memory(desk.portal.nvm).options)
    assert change(desk, words)
    desk.tap_on("Go on with")
    desk.tap_on("Resume")
    assert desk.tiles() == board
    assert vars(games.saved_memory(desk.portal.nvm).options) == before
    assert change(desk, words)
    desk.tap_on("New game")
    assert not reader.sees(desk.portal, "Pause")
    assert set(desk.signs()) == {"-"}


def test_what_changes_no_board_is_not_asked_about(desk):
    assert not change(desk, "Hold")


def test_without_a_game_in_play_nothing_is_asked(sit_down):
    desk = sit_down("beginner", DIG)
    assert not change(desk, "First tap")
