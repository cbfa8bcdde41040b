# SPDX-License-Identifier: MIT
"""The board's heap: what fits, what takes how much, and where growth ends with a MemoryError."""

import gc
import re
from textwrap import indent

import pytest

from sim import PyPortal
from sim.clock import SECOND
from tests.support import firmware
from tests.support.programs.programs import printed

MANY = """
import displayio
def many(make):
    kept = []
    try:
        while len(kept) < 300:
            kept.append(make())
    except MemoryError:
        pass
    return len(kept)
print(many(lambda: MADE))
"""
# How many of them a board's firmware makes before its memory is full.
FIT = {
    "displayio.Bitmap(320, 240, 256)": 2, "displayio.Bitmap(320, 240, 16)": 4,
    "displayio.Bitmap(160, 120, 65536)": 4, "bytearray(150000)": 1, "bytearray(50000)": 3,
    "bytearray(20000)": 8, "bytearray(4000)": 46, "bytearray(1000)": 199, "[0] * 1000": 46,
}

GROWING = """
import json
n = 0
a = b = f = g = s = p = None
try:
{}
    print("finished", n)
except MemoryError:
    a = b = None
    print(n)
"""
# Ways to fill the memory: the `n` at which the firmware (10.2.1) raises MemoryError, how much `n`
# grows in a turn of a loop, what is done in it, and what is done before.
WAYS = [
    (5436, 1, "a.append((n, n, n))"),
    (16384, 1, "a.append(None)"),
    (5438, 1, "a.append({'id': n})"),
    (4096, 1, "a.append('item number %d' % n)"),
    (5438, 1, "a.append([n, n])"),
    (199, 1, "a.append(bytes(1000))"),
    (5429, 1, "a.append(P())",
     "class P:\n    def __init__(self):\n        self.x = 1; self.y = 2\na = []"),
    (3964, 1, "a.append(f(n))", "def f(k):\n    def g():\n        return k\n    return g\na = []"),
    (5437, 1, "a.append((1 << 40) + n)"),
    (15900, 100, "a = a + [n] * 100"),
    (16384, 1, "a.insert(len(a), n)"),
    (63500, 100, "a += '0123456789' * 10", "a = ''"),
    (63500, 100, "a += b'0123456789' * 10", "a = b''"),
    (4831, 1, "a.setdefault(n, [])", "a = {}"),
    (16273, 1, "a.add(n)", "a = set()"),
    (5433, 1, "a.append(f.readline())", "a = []\nf = open('/big.txt')"),
    (9000, 500, "a = json.loads('[' + '1,' * n + '1]')", ""),
    (3000, 500, "a = ('ab ' * n).split()", ""),
    (199, 1, "a.append(s + s)", "a = []\ns = '0123456789' * 50"),
    (198, 1, "a.append(s[1:])", "a = []\ns = '0123456789' * 100"),
    (373, 1, "a.append((s + str(n)).encode())", "a = []\ns = '0123456789' * 50"),
    (10000, 1000, "a = list(range(n))", ""),
    (10000, 1000, "a = [i for i in range(n)]", ""),
    (12926, 1, "a = (n, a)", "a = None"),
    (5434, 1, "g = f(); next(g); a.append(g)", "def f():\n    yield 1\na = []"),
    (8192, 1, "a.append(p.m)", "class P:\n    def m(self): pass\np = P()\na = []"),
    (70848, 1, "a.append(1)", "a = bytearray()"),
    (10861, 1, "a[n] = n", "a = {}"),
    (35424, 1, "a.append(1)", "import array\na = array.array('H')"),
]
# Their ends depend on how the pools of the board's heap happen to lie: these only have to end.
LOOSE = [
    (73700, 100, "a.extend(b'0123456789' * 10)", "a = bytearray()"),
    (4831, 1, "a['key %d' % n] = n", "a = {}"),
    (6457, 1, "b = N(); b.next = a; a = b", "class N:\n    pass\na = None"),
    (2048, 1, "a.append(displayio.TileGrid(b, pixel_shader=p))",
     "import displayio\na = []\nb = displayio.Bitmap(8, 8, 2); p = displayio.Palette(2)"),
    (1550, 1, "a.append(displayio.Bitmap(20, 20, 2))", "import displayio\na = []"),
    (16384, 1, "a.append(n * 0.5)"),
    (16384, 2, "a.extend((n, n))"),
    (14044, 1, "a += [n]"),
    (25776, 2, "a[len(a):] = [n, n]"),
    (74900, 100, "a += b'0123456789' * 10", "a = bytearray()"),
    (4831, 1, "a.update({n: n})", "a = {}"),
    (24406, 2, "a.update((n, n + 1))", "a = set()"),
    (15534, 3, "a.extend(array.array('I', [1, 2, 3]))", "import array\na = array.array('I')"),
    (80000, 10000, "f = open('/big.txt'); a = f.read(n + 10000); f.close()", ""),
    (53000, 1000, "a = ''.join(['0123456789'] * (n // 10))", ""),
    (5500, 500, "a = json.dumps(['0123456789'] * n)", ""),
    (10000, 1000, "a = ('a' * n).replace('a', 'abcdef')", ""),
    (200, 1, "a.append(f'{s}{n}')", "a = []\ns = '0123456789' * 50"),
    (9000, 1000, "a = tuple(range(n))", ""),
    (5000, 500, "a = {i: i for i in range(n)}", ""),
    (4831, 1, "setattr(a, 'name%d' % n, n)", "class N:\n    pass\na = N()"),
    (4818, 1, "g['name%d' % n] = n", "g = globals()"),
    (87200, 100, "a.write('0123456789' * 10)", "import io\na = io.StringIO()"),
    (87200, 100, "a.write(b'0123456789' * 10)", "import io\na = io.BytesIO()"),
    (2379, 1, "a.append(displayio.Group())", "import displayio\na = []"),
    (171, 1, "a.append(label.Label(terminalio.FONT, text='hello'))",
     "import terminalio\nfrom adafruit_display_text import label\na = []"),
    (10000, 1000, "a = list(reversed(range(n)))", ""),
    (4500, 500, "a = list(zip(range(n), range(n)))", ""),
    (2500, 500, "a = list(map(str, range(n)))", ""),
    (27000, 1000, "a = bytes([1] * n)", ""),
]
IN_A_FUNCTION = """
def f():
    global n
    b = []
    while n < 200000:
        b.append((n, n, n)); n += 1
f()"""
AT_ONCE = {
    "read": 'open("/big.txt").read()', "readlines": 'open("/big.txt").readlines()',
    "list": "list(range(60000))", "join": '"".join(["0123456789"] * 30000)',
    "sum of texts": '("x" * 90000) + ("y" * 90000)', "product": "[0] * 60000",
    "dumps": 'json.dumps(["0123456789"] * 20000)', "power": "3 ** 2000000",
}
# The block that a growing one asks for last, on a board.
LAST = {"open('/big.txt').read()": 70_912, "list(range(60000))": 131_072,
        "[n for n in range(60000)]": 131_072, "[[0] * 60 for n in range(1000)]": 240}
GARBAGE = {
    "circles": "b = []\nb.append(b)", "lists": "b = [n, n, n]", "texts": "b = 'abc' * 100 + str(n)",
    "a queue": "a = a or []\na.append(n)\nif len(a) > 100:\n    a.pop(0)",
    "slices": "a = a or bytes(20000)\nb = a[n % 100:]",
    "bitmaps": "b = displayio.Bitmap(90, 90, 9)",
}
# Bytes on a board's heap beyond a list's own, from gc.mem_alloc() of the firmware (10.2.1).
WEIGHTS = {
    "(n, n, n)": 32, "[1, 2]": 32, "{'id': 5}": 32, "'number %d' % n": 32, "0.5 * 3": 0,
    "bytes(100)": 128, "bytearray(100)": 128, "Plain()": 16, "Two()": 32, "Five()": 64,
    "closure(5)": 48, "(1 << 40) + n": 32, "{5}": 32, "Plain().work": 32, "lambda: 5": 16,
    "displayio.Group()": 80, "displayio.TileGrid(bitmap, pixel_shader=palette)": 96,
    "displayio.Palette(2)": 48, "displayio.Palette(16)": 272, "displayio.Bitmap(20, 20, 2)": 128,
    "array.array('H', [0] * 40)": 96, "ValueError('x')": 48, "Point(1, 2)": 16,
    "{n: n for n in range(100)}": 1040, "set(range(100))": 528, "'x' * 1000": 1024,
}
WEIGH = """
import array, displayio, gc
from collections import namedtuple
Point = namedtuple("Point", ("x", "y"))
class Plain:
    def work(self): pass
class Two:
    def __init__(self): self.x = self.y = 1
class Five:
    def __init__(self): self.a = self.b = self.c = self.d = self.e = 0
def closure(held):
    def inner(): return held
    return inner
bitmap, palette = displayio.Bitmap(16, 16, 2), displayio.Palette(2)
displayio.Group()
kept = [None] * 50
gc.collect()
before = gc.mem_alloc()
for n in range(50):
    kept[n] = MADE
gc.collect()
print((gc.mem_alloc() - before) / 50)
"""


def trying(lines):
    """Return a program that tries these lines, and prints `n`, with which it has ended."""
    return GROWING.format(indent(lines.strip(), "    "))


def growing(by, turn, before="a = []"):
    return trying(f"{before}\nwhile n < 400000:\n    {turn}; n += {by}")


def circles(count):
    """Return lists that only a collection gives back."""
    made = [[str(number)] for number in range(count)]
    for each in made:
        each.append(each)
    return made


@pytest.fixture
def drive(tmp_path):
    def write(program):
        (tmp_path / "big.txt").write_text("line of text\n" * 20_000)
        (tmp_path / "code.py").write_text(program)
        return tmp_path
    return write


@pytest.mark.parametrize("made", FIT)
def test_as_many_fit_as_on_a_board(made, drive):
    assert int(printed(drive(MANY.replace("MADE", made)), 9)) == (
        pytest.approx(FIT[made], rel=0.01, abs=2))


def name_of(way):
    return " ".join(re.findall(r"\w+", way[2])) if isinstance(way, tuple) else way


@pytest.mark.parametrize("way", WAYS, ids=name_of)
def test_growth_ends_where_it_does_on_a_board(way, drive):
    count, *how = way
    assert int(printed(drive(growing(*how)), 60)) == pytest.approx(count, rel=0.1)


@pytest.fixture
def frozen():
    """Leave out of collections, for good, what is there already: they are fast then."""
    gc.collect()
    gc.freeze()


OBJECTS, LINKED = (next(way for way in WAYS if way[2] == turn)
                   for turn in ("a.append(P())", "a = (n, a)"))


@pytest.mark.parametrize("way", [OBJECTS, LINKED], ids=name_of)
def test_growth_ends_there_while_the_computer_collects_its_own_garbage(way, drive, frozen):
    count, *how = way
    garbage = [circles(300) for _ in range(100)]
    gc.collect()

    def drop():
        garbage.pop()
        gc.collect()
    with PyPortal(drive(growing(*how))) as portal:
        for turn in range(100):
            portal.board.clock.at(turn * SECOND // 100, drop)
        portal.run(60)
        assert int(portal.serial) == pytest.approx(count, rel=0.1)


def test_growth_ends_there_while_the_computer_frees_much_between_two_turns(drive):
    count, *how = OBJECTS
    garbage = [circles(300) for _ in range(100)]
    with PyPortal(drive(growing(*how))) as portal:
        while portal.running:
            portal.run(0.01)
            for each in garbage.pop() if garbage else ():
                each.clear()
        assert int(portal.serial) == pytest.approx(count, rel=0.1)


@pytest.mark.parametrize("way", LOOSE, ids=name_of)
def test_growth_of_any_kind_ends(way, drive):
    count, *how = way
    assert count / 3 < int(printed(drive(growing(*how)), 60)) < count * 3


def test_growth_in_a_function_ends(drive):
    assert 1800 < int(printed(drive(trying(IN_A_FUNCTION)), 60)) < 16000


@pytest.mark.parametrize("made", AT_ONCE.values(), ids=AT_ONCE)
def test_one_call_that_makes_too_much_is_refused(made, drive):
    assert printed(drive(trying(f"a = {made}")), 9) == "0\n"


@pytest.mark.parametrize("engine", ["python", "firmware"])
@pytest.mark.parametrize("made", LAST)
def test_an_error_names_the_block_that_has_no_place(made, engine, drive):
    if engine == "firmware":
        firmware.require()
    program = f"try:\n    {made}\nexcept MemoryError as error:\n    print(error)\n"
    with PyPortal(drive(program), engine=engine) as portal:
        portal.run(9)
        assert portal.serial == f"memory allocation failed, allocating {LAST[made]} bytes\n"


@pytest.mark.parametrize("made", GARBAGE.values(), ids=GARBAGE)
def test_garbage_fills_nothing(made, drive):
    lines = indent(f"{made}\nn += 1", "    ")
    program = "import displayio\n" + trying(f"while n < 3000:\n{lines}")
    assert printed(drive(program), 60) == "finished 3000\n"


@pytest.mark.parametrize("made", WEIGHTS)
def test_an_object_takes_what_it_takes_on_a_board(made, drive):
    assert float(printed(drive(WEIGH.replace("MADE", made)), 9)) == (
        pytest.approx(WEIGHTS[made], abs=2))


def test_memory_is_the_boards(drive):
    used, free = map(int, printed(drive("import gc\ngc.collect()\n"
                                        "print(gc.mem_alloc(), gc.mem_free())"), 9).split())
    assert used == pytest.approx(608, abs=100)
    assert used + free == 212_672


DROPPED = """
import gc, sys
for turn in range(20):
    import page
    shown = page.Billboard()
    del sys.modules["page"], page
    gc.mem_free()
    gc.collect()
print("done")
"""


def test_the_class_of_a_module_that_was_dropped_goes_with_its_last_object(drive):
    path = drive(DROPPED)
    (path / "page.py").write_text("class Billboard:\n    pass\n")
    with PyPortal(path) as portal:
        portal.run(9)
        assert portal.serial == "done\n"
        gc.collect()
        kinds = [each for each in gc.get_objects() if isinstance(each, type)]
        assert sum(kind.__name__ == "Billboard" for kind in kinds) <= 2


@pytest.mark.parametrize("way", WAYS, ids=name_of)
def test_a_firmware_ends_there(way, drive):
    firmware.require()
    count, *how = way
    program = "import time\ntime.sleep(0.2)\n" + growing(*how)
    with PyPortal(drive(program), engine="firmware") as portal:
        portal.run(60)
        assert int(portal.serial) == pytest.approx(count, rel=0.1)


@pytest.mark.parametrize("made", FIT)
def test_a_firmware_makes_as_many(made, drive):
    firmware.require()
    program = "import time\ntime.sleep(0.2)\n" + MANY.replace("MADE", made)
    with PyPortal(drive(program), engine="firmware") as portal:
        portal.run(20)
        assert int(portal.serial) == pytest.approx(FIT[made], rel=0.01)
