# SPDX-License-Identifier: MIT
"""Hostile programs, random calls and damaged files end as on the device, within the program.

A program that would keep the computer, or fill it, is generated from a seed: a deed out of DEEDS
or CHAINS in a shape out of SHAPES. A random call may not raise an exception that no device raises,
hang, or take more of the host's memory than a board's needs. FULL=1 in the environment tries 1,000
programs, 100,000 calls and 300 damaged files of each kind instead of a few.
"""

import ast
import gc
import inspect
import io
import linecache
import math
import os
import re
import signal
import time
import wave
from pathlib import Path
from random import Random

import pytest
from greenlet import getcurrent
from PIL import Image

import sim
from sim.engines.python.modules import SAME_ON_THE_HOST
from tests.support import seeds
from tests.support.built_in import MODULES, STUBS, names_of, parse
from tests.support.files import damaged_files
from tests.support.hang import HANG_S
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


@pytest.mark.parametrize("again", ["except RuntimeError", "finally"])
def test_errors_do_not_take_ever_longer(again, write_program):
    """CPython goes along all errors that are linked to one, a board only links a few."""
    program = write_program(f"""
def errs(times):
    if times == 0:
        raise RuntimeError
    try:
        errs(times - 1)
    {again}:
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


def raises(file, line):
    """Whether a `raise` is written there: the exception is meant."""
    tree = ast.parse("".join(linecache.getlines(file)))
    return any(isinstance(node, ast.Raise) and node.lineno <= line <= node.end_lineno
               for node in ast.walk(tree))


def short(value):
    try:
        text = repr(value)
    except Exception:
        text = object.__repr__(value)
    return text if len(text) < 60 else text[:57] + "..."


SIM = str(Path(sim.__file__).parent)
# So long, in virtual time, a call may take before it is cut short: a sleep may last for ever.
PATIENCE_NS = 100_000_000
POOL = 120
# The exceptions that wrong arguments may raise on a device: those that the stubs document, those
# for arguments (`mp_arg_*`, `mp_obj_get_*`), files and parts in the wrong state, and refusals.
EXPECTED = (ValueError, TypeError, OSError, RuntimeError, NotImplementedError, OverflowError,
            ImportError, SyntaxError)
HOSTS_WORDS = re.compile(r"ndarray|numpy|broadcast|dtype|out of bounds for")
EDGES = (
    None, True, False, 0, 1, -1, 255, 256, 32768, 65535, 65536, 1 << 31, -(1 << 31) - 1, 1 << 64,
    0.5, -0.0, 1e9, -1e30, math.nan, math.inf, "", "x", "/code.py", "/nothing", "/", "..", "\0",
    "RGB", b"", b"\0", bytes(64), bytearray(8), [], [1, 2], (0, 0), (1, 2, 3), [None] * 3, {},
    {"a": 1}, slice(None), slice(0, 1 << 40, -1), range(3), object, len, [[]], "ä€", 3 + 4j,
)
# With the number of their arguments.
OPERATORS = {"__getitem__": 1, "__setitem__": 2, "__delitem__": 1, "__len__": 0, "__iter__": 0,
             "__contains__": 1, "__enter__": 0, "__exit__": 3, "__eq__": 1, "__bool__": 0,
             "__hash__": 0, "__repr__": 0}


class TimeUp(BaseException):
    """Thrown into a call that goes on for longer than it may."""


class Caller:
    """Makes `count` calls, drawn from `seed`, of the modules that are simulated."""

    def __init__(self, machine, seed, count):
        self.machine = machine
        self.random = Random(seed)
        self.count = count
        self.made = 0
        self.call = ""
        self.fit = 0.5  # how likely an argument is such as the stub asks for
        self.findings = {}
        self.trees = {name: names_of(parse(file).body) for name, file in STUBS}

    def run(self):
        """Make the calls in the program's place, until all are made or a call ends the program."""
        modules = {name: module for name, module in self.machine.program.modules.items()
                   if name.partition(".")[0] in SIMULATED}
        board, drive = modules["board"], self.machine.drive
        self.pool = [board.LIGHT, board.D3, board.A0, board.SPEAKER_ENABLE, board.DISPLAY,
                     drive.open("/code.py"), drive.open("/code.py", "rb"),
                     drive.open("/sound.wav", "rb"), drive.open("/picture.bmp", "rb"),
                     drive.open("/code.py", "rb")]
        self.pool[-1].close()
        self.targets = [(f"{name}.{n}", thing) for name, module in sorted(modules.items())
                        for n, thing in sorted(vars(module).items()) if n[0] != "_"]
        self.classes = [target for target in self.targets if isinstance(target[1], type)]
        clock = self.machine.clock
        while self.made < self.count and not self.machine.board.next_boot:
            self.made += 1
            before = clock.now
            clock.deadline = before + PATIENCE_NS
            self._make_a_call()
            if type(clock.now) is not int or clock.now < before:
                self.findings["time", self.call] = f"{self.call} -> the clock shows {clock.now}"
                clock.now = before

    def _make_a_call(self):
        try:
            thing = self.random.choice((self._call, self._call, self._use, self._use, self._use))()
        except (TimeUp, SystemExit):
            return
        except Exception as error:
            self._judge(error)
            return
        # Objects of the board's serve later calls.
        if type(thing).__module__ != "builtins" and not isinstance(thing, (type, Exception)):
            self.pool.append(thing)
            if len(self.pool) > POOL:
                del self.pool[self.random.randrange(10, POOL)]

    def _call(self):
        """A function, or a class to make an object of."""
        where, target = self.random.choice(self.random.choice((self.targets, self.classes)))
        module, _, name = where.rpartition(".")
        nodes = self.trees.get(module, {}).get(name, [])
        if not callable(target):
            return target
        is_class = nodes and isinstance(nodes[0], ast.ClassDef)
        if is_class:
            nodes = names_of(nodes[0].body).get("__init__", [])
        return self._apply(where, target, nodes, bound=is_class)

    def _use(self):
        """A method, an attribute or an operator of an object that there is."""
        kinds = {type(thing).__name__ for thing in self.pool if not isinstance(thing, io.IOBase)}
        kind = self.random.choice(sorted(kinds))
        thing = self.random.choice([t for t in self.pool if type(t).__name__ == kind])
        known = self._nodes_of(type(thing))
        members = [name for name in known or dir(thing) if name[0] != "_"]
        members += [name for name in OPERATORS if hasattr(type(thing), name)]
        name = self.random.choice(members or ["__len__"])
        self.call, nodes = f"{kind}.{name}", known.get(name, [])
        is_method = callable(inspect.getattr_static(thing, name, None))
        if nodes and not is_method and self.random.random() < 0.3:
            value = self._argument(getattr(nodes[0], "annotation", None))
            self.call += f" = {short(value)}"
            return setattr(thing, name, value)
        member = getattr(thing, name)
        return self._apply(self.call, member, nodes, bound=True) if callable(member) else member

    def _nodes_of(self, cls):
        found = (names[base.__name__][0] for base in cls.__mro__ for names in self.trees.values()
                 if isinstance(names.get(base.__name__, [None])[0], ast.ClassDef))
        return next((names_of(node.body) for node in found), {})

    def _apply(self, where, target, nodes, bound):
        self.fit = self.random.choice((0.5, 0.9, 1.0))
        operator, named = OPERATORS.get(where.rpartition(".")[2]), {}
        if operator is None:
            positional, named = self._arguments(nodes, bound)
        else:
            positional = [self._argument(self.random.choice((None, ast.Name("int"))))
                          for _ in range(operator)]
        shown = [*map(short, positional), *(f"{n}={short(v)}" for n, v in named.items())]
        self.call = f"{where}({', '.join(shown)})"
        result = target(*positional, **named)
        if inspect.isgenerator(result) or hasattr(result, "__next__"):
            return [thing for thing, _ in zip(result, range(5), strict=False)]
        return result

    def _arguments(self, nodes, bound):
        """Draw arguments that fit the stub, if there is one; now and then too few or too many."""
        functions = [node.args for node in nodes if isinstance(node, ast.FunctionDef)]
        if not functions or self.random.random() > self.fit + 0.3:
            return [self._argument(None) for _ in range(self.random.randrange(4))], {}
        given = self.random.choice(functions)
        plain = [*given.posonlyargs, *given.args][bool(bound):]
        count = self.random.randint(max(0, len(plain) - len(given.defaults)), len(plain))
        named = {a.arg: self._argument(a.annotation) for a, default in zip(
            given.kwonlyargs, given.kw_defaults, strict=True)
            if default is None or self.random.random() < 0.4}
        positional = [self._argument(a.annotation) for a in plain[:count]]
        if given.vararg and self.random.random() < 0.5:
            positional.append(self._argument(None))
        return positional, named

    def _argument(self, annotation):
        good = self._fitting(ast.unparse(annotation)) if annotation else []
        if good and self.random.random() < self.fit:
            return self.random.choice(good)
        return self.random.choice(self.pool if self.random.random() < 0.15 else EDGES)

    def _fitting(self, annotation):
        """Values that a stub's type asks for, such as those of an enumeration, `Pull.UP`."""
        words = set(re.findall(r"\w+", annotation))
        good = [thing for thing in self.pool
                if words & {base.__name__ for base in type(thing).__mro__} - {"object"}]
        classes = [cls for _, cls in self.classes if cls.__name__ in words]
        return good + [thing for cls in classes for n, thing in vars(cls).items()
                       if n.isupper() and isinstance(thing, cls)]

    def _judge(self, error):
        at = error.__traceback__
        while at.tb_next:
            at = at.tb_next
        file = at.tb_frame.f_code.co_filename
        # The core too stops where an object that holds itself is printed.
        endless = isinstance(error, RecursionError) and not self.call.endswith("__repr__()")
        numpys = (type(error).__module__ or "").startswith("numpy")
        leak = endless or numpys or bool(HOSTS_WORDS.search(str(error)))
        expected = isinstance(error, EXPECTED) and not leak
        if expected or (file == __file__ and isinstance(error, (AttributeError, LookupError))):
            return
        if leak or not file.startswith(SIM) or not raises(file, at.tb_lineno):
            place = f"{Path(file).parent.name}/{Path(file).name}:{at.tb_lineno}"
            self.findings.setdefault((place, type(error).__name__),
                                     f"{self.call} -> {type(error).__name__}: {error} ({place})")


SEEDS = seeds.some(100 if IS_FULL else int(seeds.more(3, 10)))
CALLS = 1_000
# Bytes of the host's memory for a thousand calls.
MEMORY = 200 << 20
# Without Python's own.
SIMULATED = [name for name in MODULES if name not in {*SAME_ON_THE_HOST, "builtins"}]
IMPORT_ALL = f"""
for name in {SIMULATED}:
    try:
        __import__(name)
    except ImportError:
        pass
make_calls()
"""


@pytest.fixture
def drive(tmp_path, monkeypatch):
    """A drive with a sound and a picture; away from it no file can be found by a slip."""
    (tmp_path / "code.py").write_text(IMPORT_ALL)
    with wave.open(str(tmp_path / "sound.wav"), "wb") as sound:
        sound.setparams((1, 2, 8000, 0, "NONE", ""))
        sound.writeframes(bytes(1600))
    Image.new("P", (16, 16)).save(tmp_path / "picture.bmp")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    return tmp_path


@pytest.fixture
def watch():
    """Ends a call that never would, by the host's clock; looks at the memory that was taken."""
    def ring(*_):
        raise TimeoutError("a call never ends")

    resource = pytest.importorskip("resource", reason="the host has no limits of Unix's kind")
    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(HANG_S)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)
    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - most) * 1024 < MEMORY


@pytest.mark.parametrize("seed", SEEDS)
def test_no_call_ends_as_on_no_device(drive, watch, seed):
    """Calls on one machine after the other, as some calls end it."""
    made, findings = 0, {}
    while made < CALLS:
        with PyPortal(drive, seed=seed) as portal:
            machine = portal.engine
            caller = Caller(machine, f"{seed} {made}", CALLS - made)
            machine.program.builtins["make_calls"] = caller.run
            machine.run_until(1 << 61)
            while machine.running and not machine.board.next_boot:
                machine._caller = getcurrent()
                machine._coroutine.throw(TimeUp())
            assert not portal.failed, portal.serial
            made += caller.made
            findings |= caller.findings
    assert made == CALLS
    assert not findings, "\n".join(findings.values())


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
