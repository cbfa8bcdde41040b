# SPDX-License-Identifier: MIT
"""How screens and pages look in every theme and on both displays, and how one leads to another."""

import pytest

from minesweeper.board import presets
from minesweeper.board.dice import Dice
from minesweeper.board.game import Game
from minesweeper.memory.memory import Memory
from minesweeper.screen import tiles
from sim import golden
from tests.support.paths import GOLDEN
from tests.support.play import reader, tour
from tests.support.play.player import DIG, SEED, TITANO, check_golden, power_on


def nvm_with_records():
    """Return the nvm of someone who has played everything, and long."""
    nvm = bytearray(b"\xff" * 8192)
    memory = Memory(nvm, (320, 240))
    for index in range(len(presets.ALL)):
        for game in range(1200 * (index < 2) + 3):
            memory.records.finished(index, game % 500 != 499, 3599 - index, True)
    memory.records.last = 288, 301, True
    memory.save(Game(presets.GUIDE, memory.options.make_controls(), 0, Dice()), 0)
    return bytes(nvm)


@pytest.mark.parametrize("board", ["pyportal", TITANO])
def test_the_title_waits_for_a_tap(drive, board):
    with power_on(drive, seed=SEED, board=board) as portal:
        portal.run(1)
        check_golden(portal, f"title{suffix(board)}")
        assert reader.sees(portal, "TAP TO START")
        portal.run(60)
        portal.press(200, 100)
        portal.run(0.3)
        assert reader.sees(portal, "TAP TO START")
        portal.release()
        portal.run(0.3)
        assert not reader.sees(portal, "TAP TO START")


def suffix(board):
    return board.removeprefix("pyportal").replace("_", "-")


@pytest.mark.parametrize(("name", "board", "theme", "picture"), [
    *((name, "pyportal", "classic", f"game-{name}") for name in
      ("guide", "flowers", "beginner", "intermediate", "expert", "custom")),
    *((name, TITANO, "classic", f"game-{name.replace(' ', '-')}-titano") for name in
      ("guide", "beginner", "classic", "classic expert")),
    *((name, "pyportal", theme, f"theme-{theme}-{name}") for name in ("guide", "beginner")
      for theme in ("dark", "colour-blind"))])
def test_a_game_looks_as_drawn(start_game, name, board, theme, picture):
    player = start_game(name, DIG, f'MINES_THEME = "{theme}"', board=board)
    player.begin()
    check_golden(player.portal, picture)


@pytest.mark.parametrize(("name", "board", "theme", "pages"), [
    ("beginner", "pyportal", "dark", {None: "pause-dark"}),
    ("custom", "pyportal", "classic", {"Board": None, "Your own": "custom"}),
    ("custom", TITANO, "classic", {"Board": None, "Your own": "custom-titano"}),
    *(("beginner", board, "classic", {
        None: f"pause{end}", "Board": f"boards{end}", **more, "Back": None, "Solve": f"solve{end}",
        "Back ": None, "Statistics": f"statistics-empty{end}", "Done": None,
        "Options": f"options{end}", "More ": f"options-more{end}",
        "Calibrate": f"calibrate{end}"})
      for board, end, more in (("pyportal", "", {"More": "boards-more"}),
                               (TITANO, "-titano", {})))])
def test_pages_look_as_drawn(start_game, name, board, theme, pages):
    player = start_game(name, DIG, f'MINES_THEME = "{theme}"', board=board)
    player.pause()
    for words, picture in pages.items():
        if words:
            player.tap_on(words.strip())
        if picture:
            check_golden(player.portal, picture)


@pytest.mark.parametrize("board", ["pyportal", TITANO])
def test_the_statistics_of_a_long_life(start_game, board):
    player = start_game("beginner", nvm=nvm_with_records(), board=board)
    player.pause()
    player.tap_on("Statistics")
    check_golden(player.portal, f"statistics{suffix(board)}")
    player.tap_on("Done")
    assert player.reads("Pause")


def test_the_banner_of_a_best_time(start_game):
    player = start_game("beginner")
    player.begin()
    player.win()
    check_golden(player.portal, "best-beginner")


@pytest.mark.parametrize("which", [0, -1], ids=["top", "bottom"])
def test_the_banner_of_a_lost_game_leaves_the_fatal_mine_seen(start_game, which):
    player = start_game("intermediate")
    player.begin()
    fatal = [cell for cell in player.mines() if player.tile(cell) == tiles.BLANK][which]
    player.tap(fatal)
    player.run(1)
    assert player.tile(fatal) == tiles.DEATH
    check_golden(player.portal, f"lost-intermediate{which}")


@pytest.mark.parametrize("name", ["guide", "beginner", "expert"])
def test_resume_leaves_all_as_it_was(start_game, name):
    player = start_game(name)
    player.begin()
    before, mines = player.tiles(), player.mines()
    player.pause()
    player.run(30)
    player.tap_on("Resume")
    assert (player.tiles(), player.mines()) == (before, mines)


def test_the_clock_stands_while_the_game_is_paused(start_game):
    player = start_game("beginner")
    player.begin()
    player.pause()
    player.run(60)
    player.tap_on("Resume")
    assert any(player.reads(f"0:0{second}") for second in range(5))


@pytest.mark.parametrize("name", ["guide", "beginner"])
def test_a_new_game_is_another_board(start_game, name):
    player = start_game(name)
    player.begin()
    mines = player.mines()
    player.pause()
    player.tap_on("New game")
    assert set(player.tiles()) == {tiles.BLANK}
    player.begin()
    assert player.mines() != mines


def test_the_same_board_has_the_same_mines_and_sets_no_best(start_game):
    player = start_game("beginner")
    player.begin()
    mines = player.mines()
    player.pause()
    player.tap_on("Same board")
    assert set(player.tiles()) == {tiles.BLANK}
    assert player.mines() == mines
    player.win()
    assert player.reads("You have won in ")
    memory = Memory(player.portal.nvm, (320, 240))
    memory.load()
    assert memory.records.of(2) == (0, 0, 0, 0, 0)


@pytest.mark.parametrize("name", ["beginner", "expert"])
def test_the_switch_changes_between_digging_and_flagging(start_game, name):
    player = start_game(name)
    player.begin()
    mine = player.mines()[1]
    player.tap_switch()
    player.tap(mine)
    assert player.tile(mine) == tiles.FLAG
    player.tap_switch()
    safe = next(cell for cell in player.covered() if cell not in player.mines())
    player.tap(safe)
    assert player.tile(safe) <= 8


def test_after_a_game_a_tap_brings_the_next_and_the_face_the_result(start_game):
    player = start_game("beginner")
    player.begin()
    player.tap(player.mines()[-1])
    player.run(1)
    player.tap_face()
    player.run(1)
    assert player.reads("Lost after ")
    player.tap_on("Menu")
    assert player.reads("Pause")
    player.tap_on("Resume")
    assert tiles.DEATH in player.tiles()
    player.tap(40)
    assert set(player.tiles()) == {tiles.BLANK}


# Added to the drive's own text module.
WATCH = """

import board


def _watched(self, words, write=Text.write):
    write(self, words)
    told = words.split("\\n")
    widest = max([len(line) for line in told])
    right = self.layer.x + widest * WIDTH * self._scale
    bottom = self.layer.y + len(told) * HEIGHT * self._scale
    if (len(told) > self._grid.height or widest > self._letters or self.layer.x < 0
            or right > board.DISPLAY.width or bottom > board.DISPLAY.height):
        print("cut:", words)


Text.write = _watched
"""


def drive_of(own_drive_with, theme):
    drive = own_drive_with(f'MINES_THEME = "{theme}"', 'MINES_MOTION = "off"')
    with (drive / "minesweeper" / "screen" / "text.py").open("a", encoding="utf-8") as file:
        file.write(WATCH)
    return drive


@pytest.mark.parametrize("board", ["pyportal", TITANO])
def test_all_pages_in_all_themes(own_drive_with, board):
    walked = tour.Tour(drive_of(own_drive_with, "classic"), board)
    with walked.portal as portal:
        walked.walk()
        assert "cut:" not in portal.serial
    check_pages(walked.shots, board, "classic")
    for theme in "dark", "colour-blind":
        shots = tour.repeat(drive_of(own_drive_with, theme), board, walked.steps)
        check_pages(shots, board, theme)


def check_pages(shots, board, theme):
    golden.check(tour.sheet(shots), GOLDEN / f"pages-{board}-{theme}.png")
