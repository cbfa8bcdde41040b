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
from tests.support.play.desk import check_golden, power_on
from tests.support.play.seat import DIG, SEED, TITANO, begin, pause, win


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
def test_a_game_looks_as_drawn(sit_down, name, board, theme, picture):
    desk = sit_down(name, DIG, f'MINES_THEME = "{theme}"', board=board)
    begin(desk)
    check_golden(desk.portal, picture)


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
def test_pages_look_as_drawn(sit_down, name, board, theme, pages):
    desk = sit_down(name, DIG, f'MINES_THEME = "{theme}"', board=board)
    pause(desk)
    for words, picture in pages.items():
        if words:
            desk.tap_on(words.strip())
        if picture:
            check_golden(desk.portal, picture)


@pytest.mark.parametrize("board", ["pyportal", TITANO])
def test_the_statistics_of_a_long_life(sit_down, board):
    desk = sit_down("beginner", nvm=nvm_with_records(), board=board)
    pause(desk)
    desk.tap_on("Statistics")
    check_golden(desk.portal, f"statistics{suffix(board)}")
    desk.tap_on("Done")
    assert reader.sees(desk.portal, "Pause")


def test_the_banner_of_a_best_time(sit_down):
    desk = sit_down("beginner")
    begin(desk)
    win(desk)
    check_golden(desk.portal, "best-beginner")


@pytest.mark.parametrize("which", [0, -1], ids=["top", "bottom"])
def test_the_banner_of_a_lost_game_leaves_the_fatal_mine_seen(sit_down, which):
    desk = sit_down("intermediate")
    begin(desk)
    fatal = [cell for cell in desk.mines() if desk.tile(cell) == tiles.BLANK][which]
    desk.tap(fatal)
    desk.portal.run(1)
    assert desk.tile(fatal) == tiles.DEATH
    check_golden(desk.portal, f"lost-intermediate{which}")


@pytest.mark.parametrize("name", ["guide", "beginner", "expert"])
def test_resume_leaves_all_as_it_was(sit_down, name):
    desk = sit_down(name)
    begin(desk)
    before, mines = desk.tiles(), desk.mines()
    pause(desk)
    desk.portal.run(30)
    desk.tap_on("Resume")
    assert (desk.tiles(), desk.mines()) == (before, mines)


def test_the_clock_stands_while_the_game_is_paused(sit_down):
    desk = sit_down("beginner")
    begin(desk)
    pause(desk)
    desk.portal.run(60)
    desk.tap_on("Resume")
    assert any(reader.sees(desk.portal, f"0:0{second}") for second in range(5))


@pytest.mark.parametrize("name", ["guide", "beginner"])
def test_a_new_game_is_another_board(sit_down, name):
    desk = sit_down(name)
    begin(desk)
    mines = desk.mines()
    pause(desk)
    desk.tap_on("New game")
    assert set(desk.tiles()) == {tiles.BLANK}
    begin(desk)
    assert desk.mines() != mines


def test_the_same_board_has_the_same_mines_and_sets_no_best(sit_down):
    desk = sit_down("beginner")
    begin(desk)
    mines = desk.mines()
    pause(desk)
    desk.tap_on("Same board")
    assert set(desk.tiles()) == {tiles.BLANK}
    assert desk.mines() == mines
    win(desk)
    assert reader.sees(desk.portal, "You have won in ")
    memory = Memory(desk.portal.nvm, (320, 240))
    memory.load()
    assert memory.records.of(2) == (0, 0, 0, 0, 0)


@pytest.mark.parametrize("name", ["beginner", "expert"])
def test_the_switch_changes_between_digging_and_flagging(sit_down, name):
    desk = sit_down(name)
    begin(desk)
    mine = desk.mines()[1]
    desk.tap_switch()
    desk.tap(mine)
    assert desk.tile(mine) == tiles.FLAG
    desk.tap_switch()
    safe = next(cell for cell in desk.covered() if cell not in desk.mines())
    desk.tap(safe)
    assert desk.tile(safe) <= 8


def test_after_a_game_a_tap_brings_the_next_and_the_face_the_result(sit_down):
    desk = sit_down("beginner")
    begin(desk)
    desk.tap(desk.mines()[-1])
    desk.portal.run(1)
    desk.tap_face()
    desk.portal.run(1)
    assert reader.sees(desk.portal, "Lost after ")
    desk.tap_on("Menu")
    assert reader.sees(desk.portal, "Pause")
    desk.tap_on("Resume")
    assert tiles.DEATH in desk.tiles()
    desk.tap(40)
    assert set(desk.tiles()) == {tiles.BLANK}


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
