# SPDX-License-Identifier: MIT
"""Strict mode takes and refuses what the device does: language, floats, order, stack and files.

A machine is strict unless it is told otherwise.
"""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim import PyPortal
from sim.__main__ import main
from sim.engines.python.strict.floats import Float, narrow
from tests.support import seeds
from tests.support.paths import ROOT
from tests.support.programs.programs import printed

# Programs by name, each refused at the line that ends in `# !`.
REFUSED = dict(case.split("\n", 1) for case in Path(__file__).with_name("refused.txt").read_text(
    encoding="utf-8").split("\n--- ")[1:])


@pytest.mark.parametrize("bad", REFUSED.values(), ids=REFUSED)
def test_refused_syntax_names_file_and_line_and_a_remark_tells_what_to_write(bad, write_program):
    line = next(at for at, text in enumerate(bad.splitlines(), 1) if text.endswith("# !"))
    remarks = []
    with PyPortal(write_program(bad), strict=True) as portal:
        portal.board.console.adviser = remarks.append
        portal.run(5)
        assert portal.serial.startswith(
            f'Traceback (most recent call last):\n  File "code.py", line {line}')
    assert remarks[0].startswith(f"code.py line {line}: invalid syntax: the device has no ")
    assert ", write " in remarks[0]


@pytest.mark.parametrize(("program", "output"), [
    ("import other", '  File "other.py", line 2\nSyntaxError:'),
    ("import helper\nprint(helper.back('ab'))",
     '  File "/lib/helper.py", line 2, in back\nRuntimeError: \n'),
    ("from math import hypot", "ImportError: can't import name hypot\n")])
def test_imports_are_device_code_too(strictly, tmp_path, program, output):
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "helper.py").write_text("def back(text):\n    return text[::-1]\n")
    (tmp_path / "other.py").write_text("a = 1\nb = [*a]\n")
    assert output in strictly(program)


def test_the_command_line_has_the_last_word(write_program, tmp_path, capsys):
    folder, steps = str(write_program("print('ab'[::-1])")), tmp_path / "steps.txt"
    refused = "RuntimeError: \n"
    for word, options, status in (
            ("", ["--loose"], 0), ("", [], 1), ("", ["--strict"], 1), ("loose", [], 0),
            ("strict", [], 1), ("loose", ["--strict"], 1), ("strict", ["--loose"], 0)):
        steps.write_text(f"{word}\n2 end\n")
        assert main([folder, "--headless", "--script", str(steps), *options]) == status
        assert capsys.readouterr().out.endswith(refused if status else "ba\n")


# Makes lists of 0 to 8 from dicts and sets of many kinds of keys, and from equal items sorted.
ORDERS = """
class Key: pass
for keys in ([Key() for _ in range(9)], list("abcdefghi"), list(range(9)),
             [(n, "a") for n in range(9)]):
    for made in (dict.fromkeys(keys), set(keys), frozenset(keys), {key: 1 for key in keys}.keys(),
                 set(keys[:4]) | set(keys[4:]), set(keys) - {1.5}, set(keys) & frozenset(keys),
                 sorted(keys, key=lambda key: 0)):
        print([keys.index(key) for key in made])
print(hash("a"), hash(("a", 5)), {"b": 1, "a": 2}, {"b", "a"})
"""


def test_errors_are_shown_as_on_a_board(strictly):
    output = strictly("""
try:
    {}["key"]
except KeyError as error:
    print(error, repr(error), f"{error!r}", error.args[0] == "key")
print(repr(ValueError("x", 1)), repr(OSError(2)))
""")
    assert output == "key KeyError('key',) KeyError('key',) True\nValueError('x', 1) OSError(2,)\n"


def test_an_order_does_not_depend_on_the_hashes_of_the_computer(write_program):
    """Each process of Python has other hashes of text."""
    program = write_program(ORDERS)
    command = [sys.executable, "-m", "sim", str(program), "--headless", "--seconds", "5"]
    output = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True,
                            env={**os.environ, "PYTHONHASHSEED": "1"}).stdout
    assert "[" in output and output == printed(program, 5)


def test_a_set_keeps_its_items_whatever_is_done_to_it(strictly):
    """Compared with the host's sets, in sorted order."""
    output = strictly("""
for left, right in ({1, 2, 3}, {3, 4}), ({"a"}, set()), (frozenset((5, 6)), {6}):
    print([sorted(made) for made in (left | right, left & right, left - right, left ^ right,
                                     left.union(right), left.difference(right, [1]))])
    s = set(left)
    s |= right
    s.discard(3); s.update((9, 8), [7]); s ^= {9}; s -= {8}; s &= {1, 2, 7, 6, 5}
    print(len(s), sorted(s), 7 in s, s.pop() in (1, 2, 5, 6, 7), len(s))
    d = {"x": 1}; d.update(y=2); d["z"] = 3; del d["x"]
    print(sorted(d.items()), d.pop("y"), d.popitem(), d)
""").splitlines()
    assert output[0] == "[[1, 2, 3, 4], [3], [1, 2], [1, 2, 4], [1, 2, 3, 4], [2]]"
    assert output[1::3] == ["3 [1, 2, 7] True True 2", "1 [7] True True 0",
                          "3 [5, 6, 7] True True 2"]
    assert output[2::3] == ["[('y', 2), ('z', 3)] 2 ('z', 3) {}"] * 3


@pytest.mark.parametrize(("value", "printed"), [
    (b"4096", "101\n"), (b"0x1000 # gr\xf6\xdfe", "101\n"), (b"0", "49\n"), (b"-4096", "49\n"),
    *((value, "ValueError: settings.toml: CIRCUITPY_PYSTACK_SIZE must be a whole number, else a "
              "board starts in safe mode\n")
      for value in (b'"4096"', b'"\xff"', b"4\xff", b"true"))])
def test_settings_give_the_memory_for_calls(strictly, tmp_path, value, printed):
    (tmp_path / "settings.toml").write_bytes(b"CIRCUITPY_PYSTACK_SIZE = " + value)
    assert strictly("deepest = 0\ndef f(d):\n    global deepest\n    deepest = d\n    f(d + 1)\n"
                    "try: f(1)\nexcept RuntimeError: print(deepest)").endswith(printed)


def float32(value):
    """Return a float as the device reads it: its last two bits repeat the two before."""
    with np.errstate(all="ignore"):
        word = np.float32(value).view(np.uint32) & np.uint32(0xFFFFFFFC)
    word |= word >> np.uint32(2) & np.uint32(3)
    return float(word.view(np.float32))


@settings(max_examples=int(seeds.more(100, 300)))
@given(st.floats(allow_nan=False), st.floats(allow_nan=False), st.integers(-1000, 1000))
def test_calculating_gives_single_precision_without_its_last_two_bits(a, b, whole):
    one, two = narrow(a), narrow(b)
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
