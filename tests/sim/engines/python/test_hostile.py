# SPDX-License-Identifier: MIT
"""Programs that would keep the computer, fill it or take the test along: `run` comes back.

Most are generated from a seed: a deed out of DEEDS or CHAINS in a shape out of SHAPES
(caught, repeated, in a function, at the end). FULL=1 in the environment runs 1,000 of them instead
of a few, with a portal's usual patience, and limits the seconds of computing.
"""

import os
import re
import time
from random import Random

import pytest

from sim import PyPortal
from tests.support.programs.programs import printed

# The patience of a portal in a test: it would take too long to wait for all of them.
IMPATIENT_S = 0.5
# Things that are nested in themselves far deeper than a board has memory for, and what goes along
# all of them, or frees them.
LINKS = (
    "(item for item in x)", "g(x)", "begun(x)", "map(abs, x)", "map(lambda item: item, x)",
    "zip(x)", "filter(None, x)", "enumerate(x)", "iter(x.__next__, 3)", "[x]", "(x,)", "{{1: x}}",
    "slice(x)", "frozenset([x])", "property(x)", "staticmethod(x)", "Link(x)", "Passing(x)",
    "ValueError(x)", "iter([x])", "{{1: x}}.values()", "(lambda inner: lambda: inner)(x)",
    "iter(collections.deque([x], 1))", "collections.OrderedDict([(1, x)])",
    "type('C', (), {{'a': x}})",
)
ALONG = (
    "next(x)", "del x", "x = None", "print(x)", "repr(x)", "x == x", "hash(x)", "x()", "list(x)",
    "x == y", "x < y", "x in [y]", "json.dumps(x)", "x.some", "len(x)", "bool(x)", "str(x)[{n}]",
    "for _ in x: 1", "raise ValueError from x", "isinstance(1, x)", "x, y = y, x", "sorted([x, y])",
)


def _of_y(link):
    return re.sub(r"\bx\b", "y", link)


CHAINS = (
    *("import collections, json\nx, y = iter([1]), iter([2])\nfor _ in range({n}000):\n"
      f"    x = {link}\n    y = {_of_y(link)}\n{along}" for link in LINKS for along in ALONG),
    "e = None\nfor _ in range({n}000):\n    try: raise ValueError from e\n"
    "    except ValueError as f: e = f\nraise e",
    "import json\njson.loads('{{\"a\":' * {n}00 + '1' + '}}' * {n}00)",
    "import re\nre.match('(' * {n}00 + 'a' + ')' * {n}00, 'a')", "eval('not ' * {n}00 + '1')",
    "eval('lambda:' * {n}00 + '1')", "eval('x' + '.x' * {n}00)", "eval('x' + '()' * {n}00)",
)
# Expressions and statements that would take for ever, or all memory; `{n}` and `{m}` are numbers.
DEEDS = (
    "sum(Ones())", "[0 for one in Ones() if one > 1]", "max(Ones())", "set(Ones())",
    "list(Ones())", "any(zero for zero in Zeros())", "{{one: 1 for one in Ones()}}", "1 in Zeros()",
    "all(map(lambda one: one, Ones()))", "sorted(Ones())", "b''.join(b'x' for _ in Ones())",
    "twice({n})", "deep({n})", "(lambda f: f(f))(lambda f: f(f))", "wide({m})", "again()",
    "10 ** 10 ** {m}", "x = {n}\nwhile True: x = x * x", "x = {n}\nx **= 10 ** {m}",
    "1 << 10 ** {m}", "pow({n}, 10 ** {m})", "x = {n} << 90000\nwhile True: x *= x",
    "pow(3, 10 ** 8, 10 ** 90000 + {n})", "str(1 << {n}{n})", "10 ** 9000 // 3 ** {n}",
    "import re\nre.match('(a+)+b', 'a' * {n})", "import re\nre.match('(a|aa)+$', 'a' * 9{n} + 'b')",
    "import re\nre.search('(.*)(.*)(.*)(.*)(.*)x', 'a' * {n}00)",
    "import re\nre.compile('(' * {n}000 + ')' * {n}000)",
    "while True: print('x' * 100000)", "print('x' * 10 ** {m})", "print('x' * 10 ** 7)",
    "while True: print()", "'x' * 10 ** {m}0", "[0] * 10 ** {m}", "bytearray(10 ** {m}0)",
    "bytes(10 ** 1{m})", "text = 'x'\nwhile True: text += text", "a = [0]\nwhile True: a = a + a",
    "a = [0]\nwhile True: a.extend(a)", "a = []\nfor x in Ones(): a.append('x' * {n}000)",
    "'{{:{n}0000000}}'.format(1)", "'%{n}0000000d' % 1", "f'{{1:{n}0000000}}'",
    "'x'.center({n} ** 9)",
    "list(range(10 ** {m}))", "sum(range(10 ** 1{m}))", "for x in range(10 ** 1{m}): pass",
    "10.5 in range(10 ** 1{m})", "max(iter(int, 1))", "list(iter(int, 1))",
    "a = [1]\nfor x in a: a.append(x)",
    "next(x for x in range(10 ** 1{m}) if x < 0)", "a = []\na.append(a)\nprint(a)",
    "a = []\nfor _ in range({n}000): a = [a]\nprint(a)", "eval('(' * {n}0 + ')' * {n}0)",
    "eval('-' * {n}000 + '1')", "eval('1' + '+1' * {n}00)", "exec('while True: pass')",
    "exec('if 1:\\n' * {n} + ' pass')", "exec('x = ' + '[' * {n} + ']' * {n})",
    "raise BaseException({n})", "raise GeneratorExit", "raise KeyboardInterrupt",
    "raise SystemExit",
    "raise StopIteration", "raise Odd", "raise Odd({n})", "raise Unprintable", "raise MemoryError",
    "raise StopAsyncIteration", "raise RecursionError", "raise Loud()", "raise 3", "raise None",
    "class K(K2, K2): pass", "while True: Deleted()", "holder.append(Deleted())", "1 / 0",
    "Forever() == 1", "len(Forever())", "bool(Forever())", "hash(Forever())", "Forever().x",
    "Forever()[0]", "Forever() + 1", "str(Forever())", "sorted([Forever(), Forever()])",
    "import time\ntime.sleep(10 ** {m})", "import time\nwhile True: time.sleep(0)", "input()",
    "import sys\nsys.stdin.read()", "import microcontroller\nmicrocontroller.reset()",
    "import supervisor\nsupervisor.reload()",
    "import board, displayio\nwhile True: displayio.Group()",
    "import displayio\na = [displayio.Bitmap(300, 300, 65536) for _ in Ones()]",
    "import board\nwhile True: board.DISPLAY.refresh()", "help()", "help(1)", "breakpoint()",
    "exit()", "compile('while True: pass', 'x', 'exec')", "quit()", "license()",
    "f = open('code.py')\nwhile True: f.seek(0); f.read()", "open('/dev/zero').read()",
    "import json\njson.loads('[' * {n}000)", "import struct\nstruct.pack('{n}0000000x')",
    "import random\nwhile True: random.random()", "import os\nos.urandom(10 ** {m})",
    "def g():\n    yield from g()\nlist(g())",
    "def g():\n    while True: yield 1\nsum(g())",
    "import collections\nd = collections.deque(range(9), 9)\nfor x in d: d.append(x)",
    "import array\narray.array('b', range(10 ** {m}))", "import atexit\natexit.register(again)",
    "import atexit\natexit.register(lambda: sum(Ones()))", "super()", "globals().clear()\nagain()",
    "import atexit, re\natexit.register(re.match, '(a+)+b', 'a' * {n})",
    "a = []\nfor _ in range({n}): a = [a, a]\nprint(a)", "x = 7 ** {n}000\nwhile True: x = x * x",
    "import re\ntry: re.match('(a+)+b', 'a' * {n})\nexcept BaseException: 1 / 0",
    "import re\ntry: re.match('(a+)+b', 'a' * {n})\nexcept BaseException: raise SystemExit",
)
SHAPES = (
    "{deed}", "{deed}", "{deed}",
    "while True:\n    {deed}",
    "try:\n    {deed}\nexcept BaseException as error:\n    print(type(error).__name__)",
    "try:\n    {deed}\nexcept:\n    pass\n{other}",
    "try:\n    {deed}\nfinally:\n    {other}",
    "while True:\n    try:\n        {deed}\n    except BaseException:\n        pass",
    "while True:\n    try:\n        while True:\n            {deed}\n    except:\n        {other}",
    "def act():\n    {deed}\nact()",
    "def act():\n    try:\n        {deed}\n    finally:\n        act()\nact()",
    "def act():\n    try:\n        {deed}\n    except BaseException:\n        act()\n    act()\n"
    "act()",
    "class Act:\n    {deed}",
    "class Act:\n    def __del__(self):\n        {deed}\nAct()\n{other}",
    "def act():\n    yield 1\n    {deed}\nfor one in act():\n    {other}",
    "with Context():\n    {deed}",
)
HEAD = """
class Ones:
    def __iter__(self): return self
    def __next__(self): return 1
class Zeros(Ones):
    def __next__(self): return 0
class Odd(BaseException): pass
class Loud(Exception):
    def __str__(self): return 'x' * 100000
class Unprintable(Exception):
    def __str__(self): raise Odd
class Deleted:
    def __del__(self): again()
class Context:
    def __enter__(self): pass
    def __exit__(self, *_): return True
class Forever:
    def __getattribute__(self, name): return again()
    def __eq__(self, other): return again()
    def __lt__(self, other): return self < other
    def __len__(self): return sum(Ones())
    def __hash__(self): return again()
    def __add__(self, other): return self + other
    def __getitem__(self, index): return self[index + 1]
    def __str__(self): return str(self)
class Link:
    def __init__(self, next): self.next = next
class Passing(Link):
    def __getattr__(self, name): return getattr(self.__dict__['next'], name)
    def __eq__(self, other): return self.next == other.next
    def __hash__(self): return hash(self.next)
    def __repr__(self): return repr(self.next)
    def __len__(self): return len(self.next)
    def __iter__(self): return iter(self.next)
    def __next__(self): return next(self.next)
    def __call__(self): return self.next()
    def __lt__(self, other): return self.next < other.next
def g(inner): yield from inner
def begun(inner):
    def act():
        yield 1
        yield from inner
    made = act()
    next(made)
    return made
holder = []
def twice(n):
    if n: twice(n - 1); twice(n - 1)
def deep(n):
    return n and deep(n - 1) + deep(n - 1)
def wide(n):
    return sum(wide(n - 1) for _ in range(99)) if n else 1
def again():
    try: again()
    except RuntimeError: again()
"""


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
ONES = """
class Ones:
    def __iter__(self): return self
    def __next__(self): return 1
"""
IS_FULL = bool(os.environ.get("FULL"))
SEEDS = range(1000 if IS_FULL else 8)
COMPUTED_S = 5
TIMEOUT = "TimeoutError: stopped by the simulator"
LINE = re.compile(r'^  File "(code.py|<string>)", line \d+.*\nTimeoutError: ', re.MULTILINE)
# Words of the computer's libraries.
FOREIGN = re.compile(r"zero-size|broadcast|dtype|ndarray|numpy|axis|Python integer|C long|/sim/")


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


@pytest.mark.parametrize(("endless", "strict"), [
    ("sum(Ones())", False), ("sum(Ones())", True), ("max(range(10 ** 12))", True),
    ("[0 for one in Ones() if one > 1]", False), ("all(map(lambda one: one, Ones()))", False),
    ("sum(range(10 ** 15))", False), ("sum(range(10 ** 15))", True), ("sum(iter(int, 1))", False),
    ("while True: print('x' * 100000)", False),
    ("def twice(n):\n    if n: twice(n - 1); twice(n - 1)\ntwice(60)", False),
])
def test_time_passes_in(endless, strict, write_program):
    with PyPortal(write_program(f"{ONES}\n{endless}"), strict=strict) as portal:
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
    text = printed(write_program(f"{ODD}class Odd({kind}):\n    {body}\nraise {raised}"))
    assert text.splitlines()[-1] in ("Odd: 3", "Odd: \\ud800")


ODD = """
class Text(str):
    def __format__(self, how): return 1 / 0
    def __len__(self): return 1 / 0
    def __getitem__(self, index): return 1 / 0
class Meta(type):
    __name__ = property(lambda self: 1 / 0)
"""


@pytest.mark.parametrize(("text", "shown"), [("Text('three')", "three"), ("chr(0xD800)", "?")])
def test_text_that_is_none_to_the_computer_is_printed(text, shown, write_program):
    assert printed(write_program(f"{ODD}\nimport sys\nsys.stdout.write({text})")) == shown


def test_a_long_range_is_a_range(write_program):
    text = printed(write_program("""
r = range(1000)
print(len(r), r[3], r[-1], r[2:5], isinstance(r, range), 7 in r, 7.5 in r, list(r)[-1], r)
print([*reversed(r)][0], sum(r), r == range(1000), min(range(5)), r.stop)
"""), strict=False)
    assert text == ("1000 3 999 range(2, 5) True True False 999 range(0, 1000)\n"
                    "999 499500 True 0 1000\n")
