# SPDX-License-Identifier: MIT
"""Hostile programs, random calls and damaged files end as on the device, within the program.

A program that would keep the computer, or fill it, is generated from a seed: a deed out of DEEDS
or CHAINS in a shape out of SHAPES. A random call may not raise an exception that no device raises.
FULL=1 in the environment tries 1,000 programs, 300,000 calls and 300 damaged files of each kind
instead of a few.
"""

import gc
import os
import re
import time
import wave
from pathlib import Path
from random import Random

import pytest
from PIL import Image

import sim
from sim.engines.python.modules import SAME_ON_THE_HOST
from tests.support import seeds
from tests.support.built_in import MODULES
from tests.support.files import damaged_files
from tests.support.programs.programs import PyPortal

IS_FULL = bool(os.environ.get("FULL"))
TABLES = dict(part.split("\n", 1) for part in (
    Path(__file__).parent / "hostile.txt").read_text(encoding="utf-8").split("\n--- ")[1:])
HEAD = TABLES.pop("head")
LINKS, ALONG, CHAINS, DEEDS, SHAPES = ([line.replace("⏎", "\n") for line in text.splitlines()]
                                       for text in TABLES.values())
CHAINS += ["import collections, json\nx, y = iter([1]), iter([2])\nfor _ in range({n}000):\n"
           f"    x = {link}\n    y = {other}\n{along}"
           for link in LINKS for other in [re.sub(r"\bx\b", "y", link)] for along in ALONG]


def program(seed):
    """The text of the program with this number."""
    chance = Random(seed)
    shape = chance.choice(SHAPES)
    for place in ("{deed}", "{other}"):
        line = next((line for line in shape.splitlines() if place in line), "")
        indent = "\n" + line[: len(line) - len(line.lstrip())]
        deed = chance.choice(chance.choice((DEEDS, DEEDS, CHAINS))).format(
            n=chance.choice((2, 7, 30, 60, 99)), m=chance.choice((5, 7, 8, 9)))
        shape = shape.replace(place, deed.replace("\n", indent))
    return HEAD + shape + "\n"


HUNG_S = 300  # on any computer, however busy
COMPUTED_S = 5
LINE = re.compile(r'^  File "(code.py|<string>)", line \d+.*\nTimeoutError: ', re.MULTILINE)
# Words of the computer's libraries.
FOREIGN = re.compile(r"zero-size|broadcast|dtype|ndarray|numpy|axis|Python integer|C long|/sim/")


@pytest.mark.parametrize("seed", range(1000) if IS_FULL else (0, 1, 3, 4))
def test_run_comes_back(seed, impatient):
    """In real time it depends on what else the computer does."""
    start, portal = time.monotonic(), impatient(program(seed), strict=seed % 4 == 3,
                                                instant=seed % 2 == 0)
    if IS_FULL:
        portal.patience = sim.PyPortal.patience
    before = time.thread_time()
    portal.run(1)
    computed = time.thread_time() - before
    said = portal.engine.program.traceback
    assert "TimeoutError: stopped by the simulator" not in said or LINE.search(said), said
    assert not FOREIGN.search(said), said
    assert time.monotonic() - start < HUNG_S
    assert computed < COMPUTED_S or not IS_FULL


@pytest.mark.parametrize(("endless", "strict"), [
    ("sum(one for one in Ones())", False), ("sum(Ones())", True), ("max(range(10 ** 12))", True),
    ("[0 for one in Ones() if one > 1]", False), ("all(map(lambda one: one, Ones()))", False),
    ("sum(range(10 ** 15))", False), ("sum(iter(int, 1))", False),
    ("while True: print('x' * 100000)", False), ("twice(60)", False)])
def test_time_passes_in(endless, strict, write_program):
    with PyPortal(write_program(f"{HEAD}\n{endless}"), strict=strict) as portal:
        portal.run(0.5)
        assert portal.running
        assert portal.now == pytest.approx(0.5, abs=0.3)


def test_errors_do_not_take_ever_longer(write_program):
    """CPython goes along all errors that are linked to one, a board only links a few."""
    program = write_program("""
def errs(times):
    if times == 0:
        raise RuntimeError
    try:
        errs(times - 1)
    except RuntimeError:
        errs(times - 1)
try:
    errs(14)
except RuntimeError as error:
    linked = 0
    while error:
        error, linked = error.__context__, linked + 1
print(linked)""")
    with PyPortal(program) as portal:
        portal.run(20)
        assert 0 < int(portal.serial) < 1000


def test_errors_in_exits_are_forgotten(write_program):
    """CPython's hold the variables of functions that have ended, among them older errors."""
    program = write_program("""
class Again:
    def __enter__(self):
        pass
    def __exit__(self, *error):
        f()
        return True
def f():
    with Again():
        f()
f()""")
    with PyPortal(program) as portal:
        portal.run(0.3)
        assert sum(isinstance(each, RuntimeError) for each in gc.get_objects()) < 1000


# Programs of a few lines that once ended the simulator, not themselves.
ONCE_ENDED = ["""
import sys
sys.modules.update({"board": None, "x": 5})
class Odd:
    __module__ = []
import x
print("done", x, sys.modules["board"], Odd())
""", """
import board, displayio
group = displayio.Group(scale=32767)
group.append(displayio.TileGrid(displayio.Bitmap(9, 9, 2), pixel_shader=displayio.Palette(2)))
board.DISPLAY.root_group = group
board.DISPLAY.refresh()
print("done")
"""]


@pytest.mark.parametrize("text", ONCE_ENDED)
@pytest.mark.parametrize("strict", [True, False])
def test_a_program_ends_itself_only(text, strict, write_program):
    with PyPortal(write_program(text), strict=strict) as portal:
        portal.run(9)
        assert portal.serial.startswith("done"), portal.serial


SEEDS = seeds.some(100 if IS_FULL else int(seeds.more(3, 10)))
# Without Python's own.
SIMULATED = [name for name in MODULES if name not in {*SAME_ON_THE_HOST, "builtins"}]
# Makes 3,000 random calls of the modules and of what they have made, and prints the errors
# that wrong arguments raise on no device. Left out are those that end or wait, and those that look
# for methods in what they are given, such as json.load.
CALLS = """
import board, displayio, random
EXPECTED = (ValueError, TypeError, OSError, RuntimeError, NotImplementedError, OverflowError,
            ImportError, SyntaxError, IndexError, KeyError, MemoryError)
FOREIGN = "ndarray", "numpy", "broadcast", "dtype", "out of bounds for", "_native"
LEFT_OUT = ("reset reload exit register sleep input release_displays light_sleep_until_alarms "
            "exit_and_deep_sleep_until_alarms load VfsFat show time localtime "
            "parse_byteorder").split()
EDGES = (None, True, 0, 1, -1, 255, 65536, 1 << 31, 1 << 64, 0.5, -1e30, float("nan"),
         float("inf"), "", "x", "/code.py", "/nothing", "/", "\\0", "ä", b"", bytes(64),
         bytearray(8), [], [1, 2], (0, 0), (1, 2, 3), {{}}, slice(None), range(3), object, len)
random.seed({seed})
modules = [__import__(name) for name in {modules}]
made = [board.D3, board.A0, board.DISPLAY, displayio.Bitmap(8, 8, 4), displayio.Palette(4),
        displayio.Group(), open("/code.py"), open("/picture.bmp", "rb"), open("/sound.wav", "rb")]
def keep(result):
    if type(result) not in (type(None), int, str, float, bool, bytes, tuple, list, type):
        made.append(result)
        if len(made) > 80:
            made.pop(random.randrange(9, 80))
for _ in range(3000):
    calling = False
    try:
        thing = random.choice(random.choice((modules, made)))
        name = random.choice([name for name in dir(thing)
                              if name[0] != "_" and name not in LEFT_OUT])
        target = getattr(thing, name)
        given = [random.choice(random.choice((EDGES, made))) for _ in range(random.randrange(5))]
        if callable(target):
            calling = True
            keep(target(*given))
        elif given and thing not in modules:
            setattr(thing, name, given[0])
    except Exception as error:
        said = str(error)
        if calling and not isinstance(error, EXPECTED) or any(word in said for word in FOREIGN):
            print("odd:", type(thing), name, given, type(error), said)
"""


@pytest.mark.parametrize("seed", SEEDS)
def test_no_call_fails_as_on_no_device(seed, write_program, tmp_path, monkeypatch):
    """Away from the drive no file can be found by a slip."""
    with wave.open(str(tmp_path / "sound.wav"), "wb") as sound:
        sound.setparams((1, 2, 8000, 0, "NONE", ""))
        sound.writeframes(bytes(1600))
    Image.new("P", (16, 16)).save(tmp_path / "picture.bmp")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    program = write_program(CALLS.format(seed=seed, modules=SIMULATED))
    with PyPortal(program, instant=True) as portal:
        portal.run(100)
        assert "odd:" not in portal.serial
        assert not portal.failed or "MemoryError" in portal.serial.splitlines()[-1], portal.serial


@pytest.mark.parametrize("kind", damaged_files.KINDS)
def test_damage_stays_in_the_program(kind, tmp_path):
    """A whole file is shown or played."""
    data = damaged_files.whole(kind)
    if data is None:
        pytest.skip("nothing here can write such a file")
    for seed in range(-1, 300 if IS_FULL else 6):
        changed = damaged_files.damaged(data, seed) if seed >= 0 else data
        how = ("ends", "waits", "catches")[seed % 3] if seed >= 0 else "waits"
        (tmp_path / "file").write_bytes(changed)
        (tmp_path / "code.py").write_text(damaged_files.program(kind, how))
        with PyPortal(tmp_path) as portal:
            portal.run(1)
            portal.screenshot()
            assert not portal.running
            assert changed is not data or portal.serial == ""
