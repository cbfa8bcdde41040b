# SPDX-License-Identifier: MIT
"""Strict mode takes what the device takes and gives what it gives: held against a real VM."""


import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import language_tables
import seeds
import strict_cases
import vm
from language_cases import CASES, REFUSED
from sim import PyPortal
from sim.__main__ import main
from sim.strict import device
from sim.strict.floats import Float

CASES_HERE = strict_cases.read_cases()
SLICES = 400
ACTS = ("r = v[{place}]", "v[{place}] = {new}\nr = v", "del v[{place}]\nr = v")
DEPTHS = {
    "nothing": "def f(d):\n    note(d)\n    f(d + 1)",
    "ten names": "def f(d):\n    a = b = c = e = g = h = i = j = k = l = d\n    note(d)\n"
                 "    f(d + 1)",
    "five arguments": "def f(d, a=1, b=2, c=3, e=4):\n    note(d)\n    f(d + 1, a, b, c, e)",
    "try": "def f(d):\n    note(d)\n    try:\n        f(d + 1)\n    finally:\n        pass",
    "two loops": "def f(d):\n    note(d)\n    for i in (1,):\n        for j in (2,):\n"
                 "            f(d + 1)",
    "range": "def f(d):\n    note(d)\n    for i in range(1):\n        f(d + 1)",
    "a long display": "def f(d):\n    note(d)\n    return [1, 2, 3, 4, 5, f(d + 1)]",
    "keywords": "def f(d, **k):\n    note(d)\n    f(d + 1, a=3)",
    "method": "class C:\n    def f(self, d):\n        note(d)\n        self.f(d + 1)\nf = C().f",
    "names of another": "def other():\n    a = b = c = e = g = h = 1\na = b = c = e = g = h = 1\n"
                        "def f(d):\n    note(d)\n    a, b, c, e, g, h\n    f(d + 1)",
    "closure": "def outer():\n    def f(d):\n        note(d)\n        f(d + 1)\n    return f\n"
               "f = outer()",
}
DEPTH = """
def note(d):
    global deepest
    deepest = d
{function}
try:
    f(1)
except RuntimeError as error:
    print(deepest, error)
"""


@pytest.fixture
def strictly(write_program):
    """Runs a program on a strict machine and returns what it printed."""

    def run(program, seed=1, seconds=5):
        with PyPortal(write_program(program), seed=seed, strict=True) as portal:
            portal.run(seconds)
            return portal.serial

    return run


@pytest.fixture(scope="module")
def in_the_vm():
    vm.require()
    return lambda program: vm.run({}, [program])


def test_strict_mode_and_a_micropython_vm_make_the_same_of_a_table_of_snippets(strictly, in_the_vm):
    program = strict_cases.program([case.text for case in CASES_HERE])
    theirs = strict_cases.results(in_the_vm(program))
    ours = strict_cases.results(strictly(program))
    pairs = zip(CASES_HERE, ours, theirs, strict=True)
    wrong = [(case.text, our, case.strict or their) for case, our, their in pairs
             if our != (case.strict or their)]
    assert wrong == []
    assert len(CASES_HERE) > 350


def test_a_stated_difference_of_the_vm_is_one(in_the_vm):
    differing = [case for case in CASES_HERE if case.strict]
    theirs = strict_cases.results(in_the_vm(strict_cases.program([c.text for c in differing])))
    assert [case.text for case, their in zip(differing, theirs, strict=True)
            if case.strict == their] == []


def random_slices(chance):
    """Reading, writing and deleting all kinds of slices of all kinds of sequences."""
    values = ("'abcdef'", "b'abcdef'", "bytearray(b'abcdef')", "[1, 2, 3, 4, 5]", "(1, 2, 3, 4, 5)",
              "memoryview(b'abcdef')", "array.array('B', b'abcdef')", "range(9)")
    news = ("[7]", "(7, 8)", "b'xy'", "'xy'", "bytearray(1)", "range(2)", "array.array('B', [9])")
    for _ in range(SLICES):
        bounds = [chance.choice(["", "0", "1", "3", "-2", "9"]) for _ in range(2)]
        step = chance.choice(["", "", ":", ":1", ":2", ":-1", ":None"])
        place = ":".join(bounds) + step
        value = chance.choice(values)
        act = chance.choice(ACTS)
        act = act.format(place=place, new=chance.choice(news))
        yield f"v = {value}\n{act}\nr = type(r).__name__, list(r)"


def test_slices_of_every_kind_do_what_they_do_in_the_vm(strictly, in_the_vm):
    program = strict_cases.program(list(random_slices(seeds.chance(5))))
    theirs = strict_cases.results(in_the_vm(program))
    ours = strict_cases.results(strictly(program))
    assert ours == theirs
    assert min(sum(their[0] == mark for their in theirs) for mark in "=!") > SLICES / 4


@pytest.mark.parametrize("name", DEPTHS)
def test_calls_go_as_deep_as_in_a_vm_with_the_devices_stack(name, strictly, in_the_vm):
    program = DEPTH.format(function=DEPTHS[name])
    ours, theirs = strictly(program).split(" ", 1), in_the_vm(program).split(" ", 1)
    assert ours[1] == theirs[1] == "pystack exhausted\n"
    assert 0.8 * int(theirs[0]) <= int(ours[0]) <= int(theirs[0])


def test_trivial_recursion_ends_where_it_does_on_a_board(strictly):
    deepest = int(strictly(DEPTH.format(function=DEPTHS["nothing"])).split()[0])
    assert 44 <= deepest <= 47


def test_settings_can_enlarge_the_stack(strictly, tmp_path):
    (tmp_path / "settings.toml").write_text("CIRCUITPY_PYSTACK_SIZE = 4096\n")
    deepest = int(strictly(DEPTH.format(function=DEPTHS["nothing"])).split()[0])
    assert 90 < deepest < 105


def test_calls_that_end_give_their_memory_back(strictly):
    program = """
def f(d):
    if d == 3:
        raise ValueError
    return f(d + 1)
def g():
    yield 1
    yield 2
for i in range(200):
    try:
        f(0)
    except ValueError:
        pass
    list(g())
print("fine")
"""
    assert strictly(program) == "fine\n"


@pytest.mark.parametrize("name", REFUSED)
def test_refused_syntax_names_file_line_and_what_to_write(name, strictly):
    bad, _ = CASES[name]
    line = next(at for at, text in enumerate(bad.splitlines(), 1) if text.endswith("# !"))
    text = strictly(bad)
    assert f'  File "code.py", line {line}\n' in text
    assert "SyntaxError: invalid syntax: the device has no " in text and ", write " in text


def test_refused_syntax_of_an_import_names_that_file(strictly, tmp_path):
    (tmp_path / "other.py").write_text("a = 1\nb = [*a]\n")
    assert '  File "other.py", line 2\nSyntaxError:' in strictly("import other")


def test_what_the_language_gate_forbids_by_name_is_missing():
    missing = set(language_tables.NAMES) & device.BUILTINS
    text = set((device.ATTRIBUTES["str"] + device.ATTRIBUTES["int"]).split())
    missing |= set(language_tables.METHODS) & text
    missing |= set(language_tables.BYTEARRAY_METHODS) & set(device.ATTRIBUTES["bytearray"].split())
    missing |= {name for module, name in language_tables.ATTRIBUTES
                if name in device.MODULES.get(module, ())}
    assert missing == set()


def test_a_dict_is_not_in_the_order_of_insertion_and_the_same_for_a_seed(strictly):
    program = """
import json
from collections import OrderedDict
def words(**given):
    return list(given)
made = {}
for name in "abcdefgh":
    made[name] = 1
print(list(json.loads('{"a": 1, "b": 2, "c": 3}')), list(made))
print(list({"a": 1, "b": 2, "c": 3}), list(dict(a=1, b=2, c=3)), words(a=1, b=2, c=3))
print([k for k, v in {k: 1 for k in "abc"}.items()], "{}".format({1: 2, 3: 4}), {1: 2, 3: 4})
print(list(OrderedDict([("a", 1), ("b", 2), ("c", 3)])))
"""
    texts = {seed: strictly(program, seed) for seed in (1, 2, 3)}
    assert texts[1] == strictly(program, 1) and len(set(texts.values())) > 1
    for text in texts.values():
        assert "['a', 'b', 'c', 'd'" not in text
        assert "['a', 'b', 'c'" not in text.partition("\n['a'")[0]
        assert "{3: 4, 1: 2} {3: 4, 1: 2}\n['a', 'b', 'c']\n" in text


def test_a_dict_may_change_while_it_is_gone_through(strictly):
    """The device does not notice either; what is then gone through is anybody's guess there."""
    program = "d = {1: 1, 2: 2}\nfor k in d:\n    d[k + 10] = 1\nprint(len(d))"
    assert strictly(program) == "4\n"


def test_sets_come_in_an_order_of_their_own_which_a_seed_repeats(strictly):
    program = "print({'b', 'a', 'c', 'd', 'e'}, set([5, 4, 3, 2, 1]) - {3})"
    assert strictly(program, 1) == strictly(program, 1)
    assert len({strictly(program, seed) for seed in range(4)}) > 1


def test_equal_items_come_out_of_a_sort_in_another_order(strictly):
    program = """
words = ["bb", "aa", "c", "dd", "e", "ff"]
print(sorted(words, key=len))
words.sort(key=len)
print(words)
print(sorted([5, 3, 9, 1], reverse=True))
"""
    outcomes = {strictly(program, seed) for seed in range(6)}
    assert len(outcomes) > 1
    for outcome in outcomes:
        first, second, last = map(eval, outcome.splitlines())
        assert first == second and [len(word) for word in first] == [1, 1, 2, 2, 2, 2]
        assert last == [9, 5, 3, 1]
    assert "['c', 'e', 'bb', 'aa', 'dd', 'ff']" not in "".join(outcomes)


def float32(value):
    """As the device reads it: in place of its last two bits the two before are read again."""
    with np.errstate(all="ignore"):
        word = np.float32(value).view(np.uint32) & np.uint32(0xFFFFFFFC)
    word |= word >> np.uint32(2) & np.uint32(3)
    return float(word.view(np.float32))


@settings(max_examples=300)
@given(st.floats(allow_nan=False), st.floats(allow_nan=False), st.integers(-1000, 1000))
def test_calculating_gives_single_precision_without_its_last_two_bits(a, b, whole):
    one, two = Float(a), Float(b)
    assert one == float32(a) and two == float32(b)
    with np.errstate(all="ignore"):
        singles = np.float32(one), np.float32(two)
        pairs = [(one + two, singles[0] + singles[1]), (one - two, singles[0] - singles[1]),
                 (one * two, singles[0] * singles[1]),
                 (one * whole, singles[0] * np.float32(whole))]
        if two:
            pairs.append((one / two, singles[0] / singles[1]))
    for ours, theirs in pairs:
        assert type(ours) is Float
        assert ours == float32(theirs) or np.isnan(theirs)


def test_a_float_has_22_bits_and_as_many_digits_as_they_need(strictly):
    program = """
import math, random, struct, time
import json
print(1 + 2 ** -21 > 1, 1.0 + 2 ** -22 > 1, 16777217.0 == 16777216.0, 1e39, 2 / 3, 100 / 4)
print(math.pi, math.sqrt(2), json.loads("[0.1]"), struct.unpack("<f", struct.pack("<f", 1.1)))
x = 1
x /= 3
three = 3
print(1 / three, three ** -1, three ** 0.5)
print(x, round(x, 2), x // 0.1, -x, abs(-x), "%.3f" % x, f"{x:.2f} {x}", str(x) == repr(x))
print(isinstance(x, float), type(x) is float, type(random.random()) is float, {0.5: 1}[0.5])
print(type(time.monotonic()) is float, time.monotonic_ns() // 1000000000)
"""
    assert strictly(program).splitlines() == [
        "True False True inf 0.6666666 25.0",
        "3.141592 1.4142132 [0.1] (1.1,)",
        "0.3333333 0.3333333 1.7320508",
        "0.3333333 0.33 3.0 -0.3333333 0.3333333 0.333 0.33 0.3333333 True",
        "True True True 1",
        "True 1",
    ]


def test_after_hours_monotonic_goes_in_steps_of_milliseconds(strictly):
    """Between 16,384 and 32,768 seconds 22 bits tell steps of 1/128 s apart."""
    program = """
import board, time
board.DISPLAY.auto_refresh = False
time.sleep(20000)
seen = []
for look in range(100):
    seen.append(time.monotonic())
    time.sleep(0.001)
print(len({int(moment * 128) for moment in seen}) == len(set(seen)), len(set(seen)))
"""
    exact, steps = strictly(program, seconds=20010).split()
    assert exact == "True" and 12 <= int(steps) <= 15


def test_private_names_keep_their_names(strictly):
    program = """
class A:
    def __init__(self):
        self.__p = 1
    def get(self):
        return self.__p
print(A().get(), A().__p, getattr(A(), "__p"), hasattr(A(), "_A__p"))
"""
    assert strictly(program) == "1 1 1 False\n"


def test_a_missing_method_is_told_in_the_devices_words(strictly):
    text = strictly("def show(number):\n    return str(number).zfill(3)\n\nprint(show(5))\n")
    assert text == ("Traceback (most recent call last):\n"
                    '  File "code.py", line 4, in <module>\n'
                    '  File "code.py", line 2, in show\n'
                    "AttributeError: 'str' object has no attribute 'zfill'\n")


def test_libraries_are_device_code_too(strictly, tmp_path):
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "helper.py").write_text("def back(text):\n    return text[::-1]\n")
    text = strictly("import helper\nprint(helper.back('ab'))")
    assert '  File "/lib/helper.py", line 2, in back\n' in text
    assert "NotImplementedError: only slices with step=1 (aka None) are supported\n" in text


def test_a_name_that_a_module_lacks_cannot_be_imported(strictly):
    assert "ImportError: can't import name hypot\n" in strictly("from math import hypot")


def test_files_and_their_errors_are_the_devices(strictly, tmp_path):
    (tmp_path / "a.txt").write_text("one\ntwo\n")
    program = """
with open("a.txt") as file:
    print(file.readlines(), hasattr(file, "name"), hasattr(file, "seek"))
try:
    open("none")
except OSError as error:
    print(type(error).__name__, type(error) is OSError, error.errno)
try:
    open("a.txt", "w")
except OSError as error:
    print(error.errno)
"""
    assert strictly(program) == "['one\\n', 'two\\n'] False True\nOSError True 2\n30\n"


def test_hardware_takes_what_a_strict_program_gives_it(strictly):
    program = """
import board, displayio, time, neopixel, json, os
from adafruit_display_text import label
import terminalio
options = {"x": 3, "y": 4}
group = displayio.Group(**options)
text = label.Label(terminalio.FONT, text="hi", scale=2)
text.anchor_point = (0.5, 0.5)
text.anchored_position = (board.DISPLAY.width / 2, 20)
group.append(text)
board.DISPLAY.root_group = group
board.DISPLAY.brightness = 1 / 2
pixel = neopixel.NeoPixel(board.NEOPIXEL, 1, brightness=0.5)
pixel[0] = (255, 0, 0)
time.sleep(0.1)
print(group.x, group.y, round(board.DISPLAY.brightness, 1), json.loads(json.dumps(options))["y"])
"""
    assert strictly(program) == "3 4 0.5 4\n"


def test_tiles_coordinates_and_the_drive_have_the_devices_limits_in_any_mode(write_program):
    program = """
import displayio
grid = displayio.TileGrid(displayio.Bitmap(16, 8, 2), pixel_shader=displayio.Palette(2),
                          tile_width=8, tile_height=8)
try:
    grid[0] = 2
except ValueError as error:
    print("ValueError")
grid.x = 40000
print(grid.x)
try:
    open("new.txt", "w")
except OSError as error:
    print(error.errno)
"""
    for strict in False, True:
        with PyPortal(write_program(program), strict=strict) as portal:
            portal.run(1)
            assert portal.serial == "ValueError\n-25536\n30\n"


def test_a_strict_machine_and_another_live_side_by_side(write_program):
    program = """
import time
for turn in range(3):
    try:
        print("ab"[::-1], 1 / 3, list({"a": 1, "b": 2}))
    except NotImplementedError:
        print("strict", 1 / 3, list({"a": 1, "b": 2}))
    time.sleep(1)
"""
    folder = write_program(program)
    with PyPortal(folder) as narrow, PyPortal(folder, strict=False) as wide:
        for _ in range(30):
            narrow.run(0.1)
            wide.run(0.1)
        assert narrow.serial == "strict 0.3333333 ['b', 'a']\n" * 3
        assert wide.serial == "ba 0.3333333333333333 ['a', 'b']\n" * 3
    assert "ab"[::-1] == "ba" and Float(1 / 3) != 1 / 3


def test_a_reset_stays_strict(write_program):
    with PyPortal(write_program("print('a'.zfill(2))"), strict=True) as portal:
        portal.run(0.1)
        portal.reset()
        portal.run(0.1)
        assert portal.serial.count("AttributeError: 'str' object has no attribute 'zfill'") == 2


def test_the_command_line_has_it(write_program, capsys):
    folder = write_program("print('ab'[::-1])")
    assert main([str(folder), "--headless", "--loose"]) == 0
    assert capsys.readouterr().out == "ba\n"
    for words in [], ["--strict"]:
        assert main([str(folder), "--headless", *words]) == 1
        assert capsys.readouterr().out.endswith(
            "NotImplementedError: only slices with step=1 (aka None) are supported\n")


def test_a_script_says_which_and_the_command_line_has_the_last_word(write_program, tmp_path):
    folder, steps = write_program("print('ab'[::-1])"), tmp_path / "steps.txt"
    for word, options, status in (("loose", [], 0), ("strict", [], 1), ("loose", ["--strict"], 1),
                                  ("strict", ["--loose"], 0)):
        steps.write_text(f"{word}\n0.1 end\n")
        assert main([str(folder), "--headless", "--script", str(steps), *options]) == status


def test_what_random_chooses_is_the_programs_own(strictly):
    program = """
import random
rows = [[1.5], [2.5]]
row = random.choice(rows)
row.append(3)
print(any(row is one for one in rows), sorted(map(len, rows)))
"""
    assert strictly(program) == "True [1, 2]\n"


def test_a_long_range_is_gone_through_in_the_boards_time(strictly):
    program = """
import time
start = time.monotonic()
print(sum(range(10000)), time.monotonic() > start)
"""
    assert strictly(program) == "49995000 True\n"


def test_code_that_is_typed_at_the_repl_is_narrowed(write_program):
    with PyPortal(write_program("print('end')"), strict=True) as portal:
        portal.machine.console.attended = True
        portal.run(0.2)
        portal.type("\r")
        portal.run(0.2)
        portal.type("'a'.zfill(3)\r[*[1]]\r1 / 3\r")
        portal.run(0.5)
        assert "AttributeError: 'str' object has no attribute 'zfill'\n" in portal.serial
        assert "SyntaxError: invalid syntax: the device has no unpacking" in portal.serial
        assert "0.3333333\n" in portal.serial
