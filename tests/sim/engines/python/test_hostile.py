# SPDX-License-Identifier: MIT
"""Programs that would keep the computer, fill it or take the test along: `run` comes back.

FULL=1 in the environment runs 1,000 of the generator's instead of a few, with the patience that a
portal has, and counts the seconds of computing.
"""

import os
import re
import time

import pytest

from sim import PyPortal
from tests.support.programs.hostile import IMPATIENT_S, program
from tests.support.programs.programs import printed

IS_FULL = bool(os.environ.get("FULL"))
SEEDS = range(1000 if IS_FULL else 8)
# On any computer, however busy: later than this it hangs.
HUNG_S = 300
COMPUTED_S = 5
TIMEOUT = "TimeoutError: stopped by the simulator"
LINE = re.compile(r'^  File "(code.py|<string>)", line \d+.*\nTimeoutError: ', re.MULTILINE)
# Words of the computer's libraries.
FOREIGN = re.compile(r"zero-size|broadcast|dtype|ndarray|numpy|axis|Python integer|C long|/sim/")
ONES = """
class Ones:
    def __iter__(self):
        return self
    def __next__(self):
        return 1
"""


@pytest.mark.parametrize("seed", SEEDS)
def test_run_comes_back(seed, write_program):
    """In real time it depends on what else the computer does."""
    start = time.monotonic()
    with PyPortal(write_program(program(seed)), strict=seed % 4 == 3,
                  instant=seed % 2 == 0) as portal:
        if not IS_FULL:
            portal.patience = IMPATIENT_S
        before = time.thread_time()
        portal.run(1)
        computed = time.thread_time() - before
        said = portal.engine.program.traceback
    assert TIMEOUT not in said or LINE.search(said), said
    assert not FOREIGN.search(said), said
    assert time.monotonic() - start < HUNG_S
    assert computed < COMPUTED_S or not IS_FULL


@pytest.mark.parametrize("endless", [
    "sum(Ones())", "[0 for one in Ones() if one > 1]", "all(map(lambda one: one, Ones()))",
    "sum(range(10 ** 15))", "sum(iter(int, 1))", "while True: print('x' * 100000)",
    "def twice(n):\n    if n: twice(n - 1); twice(n - 1)\ntwice(60)",
])
def test_time_passes_in(endless, write_program):
    with PyPortal(write_program(f"{ONES}\n{endless}"), strict=False) as portal:
        portal.run(0.5)
        assert portal.running
        assert portal.now == pytest.approx(0.5, abs=0.3)


@pytest.mark.parametrize("endless", ["sum(Ones())", "sum(range(10 ** 15))", "max(range(10 ** 12))"])
def test_time_passes_in_strict_mode_in(endless, write_program):
    with PyPortal(write_program(f"{ONES}\n{endless}")) as portal:
        portal.run(0.5)
        assert portal.running
        assert portal.now == pytest.approx(0.5, abs=0.3)


@pytest.mark.parametrize("raised", ["BaseException(3)", "GeneratorExit(3)", "Odd(3)"])
def test_whatever_is_raised_ends_the_program_alone(raised, write_program):
    text = printed(write_program(f"class Odd(BaseException): pass\nraise {raised}"))
    assert text.splitlines()[-1] == raised.replace("(3)", ": 3")


@pytest.mark.parametrize("said", ["raise Odd", "raise GeneratorExit", "return 3",
                                  "return re.match('(a+)+b', 'a' * 50)", "while True: pass"])
def test_an_exception_that_cannot_say_what_it_is_ends_the_program_alone(said, impatient):
    portal = impatient(f"import re\nclass Odd(BaseException):\n    def __str__(self):\n"
                       f"        {said}\nraise Odd")
    portal.run(1)
    portal.run(1)
    assert portal.running or portal.serial.splitlines()[-1] == "Odd: "


@pytest.mark.parametrize(("kind", "body", "raised"), [
    ("SyntaxError", "msg = property(lambda self: 1 / 0)", "Odd(3)"),
    ("ImportError", "name = property(lambda self: 1 / 0)", "Odd(3)"),
    ("ImportError", "name = 3", "Odd(3)"),
    ("Exception", "__class__ = property(lambda self: 1 / 0)", "Odd(3)"),
    ("SyntaxError", "def __getattribute__(self, name): return 1 / 0", "Odd(3)"),
    ("Exception", "def __str__(self): return Text('3')", "Odd(3)"),
    ("Exception", "pass", "Odd(chr(0xD800))"),
    ("Exception", "pass", "Meta('Odd', (Exception,), {})(3)"),
])
def test_an_exception_of_an_odd_class_ends_the_program_alone(kind, body, raised, write_program):
    text = printed(write_program(f"{HEAD}class Odd({kind}):\n    {body}\nraise {raised}"))
    assert text.splitlines()[-1] in ("Odd: 3", "Odd: \\ud800")


HEAD = """
class Text(str):
    def __format__(self, how): return 1 / 0
    def __len__(self): return 1 / 0
    def __getitem__(self, index): return 1 / 0
class Meta(type):
    __name__ = property(lambda self: 1 / 0)
"""


@pytest.mark.parametrize(("text", "shown"), [("Text('three')", "three"), ("chr(0xD800)", "?")])
def test_text_that_is_none_to_the_computer_is_printed(text, shown, write_program):
    assert printed(write_program(f"{HEAD}\nimport sys\nsys.stdout.write({text})")) == shown


def test_a_long_range_is_a_range(write_program):
    text = printed(write_program("""
r = range(1000)
print(len(r), r[3], r[-1], r[2:5], isinstance(r, range), 7 in r, 7.5 in r, list(r)[-1], r)
print([*reversed(r)][0], sum(r), r == range(1000), min(range(5)), r.stop)
"""), strict=False)
    assert text == ("1000 3 999 range(2, 5) True True False 999 range(0, 1000)\n"
                    "999 499500 True 0 1000\n")
