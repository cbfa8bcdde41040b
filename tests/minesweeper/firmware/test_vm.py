# SPDX-License-Identifier: MIT
"""The firmware in a real MicroPython VM: same seeds, same boards, same results as on the desk."""

import ast
import binascii
import random
import sys

import pytest

from sim.board.boards import find_board
from sim.engines.python.modules import BuiltIns
from tests.support import seeds, vm
from tests.support.play.seat import LOST
from tools import tree

sys.path += [str(vm.HERE), str(vm.HERE.parent / "play")]
import games
import papers
import solving

GAMES = int(seeds.more(100, 1000))
READINGS = int(seeds.more(8000, 30000))
MEMORIES = int(seeds.more(15, 60))
TALKS = int(seeds.more(15, 60))
HINTS = int(seeds.more(6, 24))
BOARDS = int(seeds.more(10, 40))
FIRST_ANY = {"MINES_FIRST": "any"}
device_random = BuiltIns(None)("random")
DRAWS = """
def draws(random):
    for seed in (0, 5, 2**32 - 1):
        random.seed(seed)
        yield [random.getrandbits(bits) for bits in range(1, 33)]
        yield [random.randrange(300) for _ in range(50)]
        yield [random.randint(-2, 2) for _ in range(50)]
        yield [random.choice("abcdefg") for _ in range(50)]
"""


@pytest.fixture(autouse=True, scope="module")
def machine():
    vm.require()


@pytest.fixture
def bench(drive, tmp_path):
    """A copy of the drive, to be spoilt, and a function that plays an evening with it."""
    tree.copy(drive, tmp_path / "drive")

    def play(*evening):
        files = vm.drive_files(tmp_path / "drive") | vm.standins()
        acts = ", ".join([str(FIRST_ANY), *(f"evening.{act}" for act in evening)])
        steps = ["import evening", f"evening.main({acts})"]
        return vm.run(files | vm.programs("evening", "portal"), steps).splitlines()

    return tmp_path / "drive", play


def run_games(step):
    files = vm.drive_files() | vm.programs("games", "papers", "player", "solving")
    for name in "chance", "typist":
        files[f"/standins/{name}.py"] = vm.HERE.parent / "play" / f"{name}.py"
    program = f"import random, {step.partition('.')[0]}"
    return vm.run(files, [program, f"for line in {step}: print(line)"]).splitlines()


def said(name, lines):
    """What follows the name in the lines that begin with it."""
    return [line.removeprefix(name + " ") for line in lines if line.startswith(name + " ")]


def tiles(shown):
    return dict(ast.literal_eval(shown))


def difference(theirs, ours):
    """The first game that is not the same, and its first move; None when all are."""
    for their, our in zip(theirs, ours, strict=True):
        if their != our:
            their_game, _, their_moves = their.partition(": ")
            our_game, _, our_moves = our.partition(": ")
            moves = zip(their_moves.split(), our_moves.split(), strict=False)
            number = next((at for at, (their, our) in enumerate(moves) if their != our), "none")
            return f"{our_game} (in the VM {their_game}): first difference at move {number}"
    return None


def test_the_vm_has_the_devices_words_and_stack():
    """47 calls deep is where a trivial recursion ends on a device; ours may go a little deeper."""
    program = """
import sys
def deeper(depth):
    global reached
    reached = depth
    deeper(depth + 1)
try:
    deeper(1)
except RuntimeError as error:
    print(sys.maxsize, error)
print(reached)
"""
    words, reached = vm.run({}, [program]).splitlines()
    assert words == "2147483647 pystack exhausted"
    assert 40 < int(reached) < 70


def test_what_stands_in_is_built_in_on_the_device():
    board = find_board("pyportal")
    names = {name.partition(".")[0] for name in vm.standin_names()} - {"bench"}
    assert names <= board.modules | board.frozen


def test_what_fails_in_the_vm_fails_here_with_its_traceback():
    with pytest.raises(vm.Crash, match=r"(?s)before.*line 1, in <module>\nValueError: no"):
        vm.run({}, ["print('before')", "raise ValueError('no')"])


def test_a_difference_names_game_and_move():
    ours = ["game 0, won: aa bb", "game 1, won: aa bb cc"]
    assert difference(ours, ours) is None
    theirs = [ours[0], "game 1, lost: aa bd cc"]
    assert difference(theirs, ours) == (
        "game 1, won (in the VM game 1, lost): first difference at move 1"
    )


def test_a_seed_means_the_same_numbers_on_desk_and_device():
    names = {}
    exec(DRAWS, names)
    steps = [DRAWS, "import random\nfor numbers in draws(random): print(numbers)"]
    assert vm.run({}, steps).splitlines() == [str(drawn) for drawn in names["draws"](device_random)]


def test_games_are_the_same_move_by_move():
    ours = list(games.games(device_random, GAMES))
    assert difference(run_games(f"games.games(random, {GAMES})"), ours) is None
    names = [line.partition(":")[0] for line in ours]
    outcomes = [name.split()[-1] for name in names]
    assert min(outcomes.count("1"), outcomes.count("2")) > GAMES / 10
    for kind in ("controls 0", "controls 1", "controls 2", "?", "c,", "first 0", "first 2"):
        assert sum(kind in name for name in names) > GAMES / 5


def test_options_records_and_saves_are_the_same_bytes_and_come_back():
    ours = list(papers.saves(device_random, MEMORIES))
    assert run_games(f"papers.saves(random, {MEMORIES})") == ours


def test_the_console_answers_the_same():
    ours = list(papers.talks(device_random, TALKS))
    assert run_games(f"papers.talks(random, {TALKS})") == ours


def test_the_solver_says_the_same():
    ours = list(solving.hints(device_random, HINTS))
    assert difference(run_games(f"solving.hints(random, {HINTS})"), ours) is None


def test_boards_without_guessing_are_the_same():
    ours = list(solving.boards(device_random, BOARDS))
    assert run_games(f"solving.boards(random, {BOARDS})") == ours


def test_other_chances_give_other_games():
    """So the games are compared by what happens in them."""
    ours = list(games.games(device_random, 20))
    assert difference(list(games.games(random, 20)), ours)


def test_gestures_are_the_same_reading_by_reading():
    ours = list(games.gestures(device_random, READINGS))
    assert run_games(f"games.gestures(random, {READINGS})") == ours
    assert {line.split()[3] for line in ours} == set("12345")


def test_every_module_of_the_game_can_be_imported(drive):
    names = vm.firmware_modules(drive)
    files = vm.drive_files(drive) | vm.standins()
    steps = [f"import {name}; print({name!r})" for name in names]
    assert vm.run(files, steps).split() == names


def test_the_main_loop_plays_won_and_lost_games_to_their_ends(bench):
    drive, play = bench
    told = play("lose", "win", "lose", "win")
    assert said("title", told) == ["TAP TO START hold a cell long: menu How to play"]
    lost, won, *again = map(tiles, said("shown", told))
    assert (lost[10], lost[12], lost[14]) == (1, 1, 14)
    assert lost.keys() <= {*range(9), 10, 12, 14}
    assert won[11] == 15 and won.keys() <= {*range(9), 11}
    assert [10 in shown for shown in again] == [True, False]
    lost_words, won_words, *_ = said("told", told)
    assert lost_words.startswith(LOST) and won_words.startswith("New best: ")
    lose, win, click = [str(binascii.crc32((drive / "sounds" / f"{name}.wav").read_bytes()))
                        for name in ("lose", "win", "click")]
    played = said("played", told)[0].split()
    assert [sound for sound in played if sound != click] == [lose, win, lose, win]


def test_every_page_opens_and_is_left(bench):
    _, play = bench
    told = play("lose", "resume", "statistics", "calibrate", "flowers", "win", "resume")
    assert said("sheet", told) == ["Pause", "Pause"]
    assert said("resumed", told) == ["True", "True"]
    assert "guide" in said("statistics", told)[0] and "lost after" in said("statistics", told)[0]
    left, right = ast.literal_eval(said("calibrated", told)[0])[0]
    assert abs(left - 9000) < 500 and abs(right - 59000) < 500
    assert said("board", told) == ["flowers Dig"]
    assert tiles(said("shown", told)[1])[18] == 40


def test_lines_are_typed_while_it_plays(bench):
    _, play = bench
    told = play("console")
    assert "board" in told and "  0" + "  -" * 20 in told
    assert said("opened", told) == ["True"]
    assert "No game was played yet." in told


def test_a_game_comes_back_after_a_power_cut(bench):
    _, play = bench
    assert said("back", play("lose", "flowers", "power_cut")) == ["True"]


def test_a_sound_that_cannot_be_played_is_named_and_the_games_go_on(bench):
    drive, play = bench
    (drive / "sounds" / "lose.wav").unlink()
    (drive / "sounds" / "win.wav").write_bytes(b"noise")
    told = play("lose", "win", "lose")
    assert [line.split()[0] for line in told if line.startswith(("/", "shown", "played"))] == [
        "/sounds/lose.wav", "shown", "/sounds/win.wav", "shown", "/sounds/lose.wav", "shown",
        "played",
    ]


def test_a_sheet_that_cannot_be_used_ends_the_program_with_a_sentence(bench):
    drive, play = bench
    (drive / "SpriteSheet.bmp").unlink()
    assert "/SpriteSheet.bmp is missing: copy it to the drive again" in play("lose")
    (drive / "SpriteSheet.bmp").write_bytes(b"BMX")
    assert "/SpriteSheet.bmp is no BMP picture: copy it to the drive again" in play("lose")
