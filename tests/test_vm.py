# SPDX-License-Identifier: MIT
"""The firmware in a real MicroPython VM: same seeds, same boards, same results as on the desk."""

import ast
import binascii
import random
import shutil
import sys

import pytest
import vm

from sim.boards import find_board
from sim.hardware import random as device_random

sys.path.append(str(vm.HERE))
import games

GAMES = 1000
READINGS = 30000
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
    shutil.copytree(drive, tmp_path / "drive")

    def play(*evening):
        files = vm.drive_files(tmp_path / "drive") | vm.standins() | vm.programs("evening")
        steps = ["import evening", f"evening.main({', '.join('evening.' + e for e in evening)})"]
        return vm.run(files, steps).splitlines()

    return tmp_path / "drive", play


def run_games(step):
    files = vm.drive_files() | vm.programs("games", "player")
    return vm.run(files, ["import random, games", f"for line in {step}: print(line)"]).splitlines()


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
    names = {path.stem for path in vm.standins().values()} - {"bench"}
    assert names <= find_board("pyportal").modules


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


def test_a_thousand_games_are_the_same_move_by_move():
    ours = list(games.games(device_random, GAMES))
    assert difference(run_games(f"games.games(random, {GAMES})"), ours) is None
    outcomes = [line.partition(":")[0].split()[-1] for line in ours]
    assert min(outcomes.count("1"), outcomes.count("2")) > GAMES / 10


def test_other_chances_give_other_games():
    """So the games are compared by what happens in them."""
    ours = list(games.games(device_random, 20))
    assert difference(list(games.games(random, 20)), ours)


def test_gestures_are_the_same_reading_by_reading():
    ours = list(games.gestures(device_random, READINGS))
    assert run_games(f"games.gestures(random, {READINGS})") == ours
    assert {line.split()[3] for line in ours} == set("12345")


def test_every_module_of_the_game_can_be_imported(drive):
    names = [path.stem for path in (drive / "minesweeper").glob("*.py")]
    files = vm.drive_files(drive) | vm.standins()
    steps = [f"import minesweeper.{name}; print({name!r})" for name in sorted(names)]
    assert vm.run(files, steps).split() == sorted(names)


def test_the_main_loop_plays_won_and_lost_games_to_their_ends(bench):
    drive, play = bench
    *shown, played = play("lose", "win", "lose", "win")
    for lost in shown[0], shown[2]:
        tiles = dict(ast.literal_eval(lost.removeprefix("shown ")))
        assert (tiles[10], tiles[12], tiles[14]) == (1, 1, 14)
        assert tiles.keys() <= {*range(9), 10, 12, 14}
    for won in shown[1], shown[3]:
        tiles = dict(ast.literal_eval(won.removeprefix("shown ")))
        assert tiles[11] == 15 and tiles.keys() <= {*range(9), 11}
    lose, win = [binascii.crc32((drive / "sounds" / f"{name}.wav").read_bytes())
                 for name in ("lose", "win")]
    assert played == f"played {lose} {win} {lose} {win}"


def test_a_sound_that_cannot_be_played_is_named_and_the_games_go_on(bench):
    drive, play = bench
    (drive / "sounds" / "lose.wav").unlink()
    (drive / "sounds" / "win.wav").write_bytes(b"noise")
    told = play("lose", "win", "lose")
    assert [line.split()[0] for line in told] == [
        "/sounds/lose.wav", "shown", "/sounds/win.wav", "shown", "/sounds/lose.wav", "shown",
        "played",
    ]


def test_a_sheet_that_cannot_be_used_ends_the_program_with_a_sentence(bench):
    drive, play = bench
    (drive / "SpriteSheet.bmp").unlink()
    assert play("lose") == ["/SpriteSheet.bmp is missing: copy it to the drive again"]
    (drive / "SpriteSheet.bmp").write_bytes(b"BMX")
    assert play("lose") == ["/SpriteSheet.bmp is no BMP picture: copy it to the drive again"]
