# SPDX-License-Identifier: MIT
"""Random calls and damaged files: each ends as on the device, at once, and within the program.

No call may raise an exception that no device raises, hang, or take more of the host's memory than
a board's needs. FULL=1 in the environment makes 100,000 calls instead of 6,000, and tries 300
damaged files of each kind instead of 12.
"""

import ast
import inspect
import linecache
import math
import os
import re
import signal
import wave
from pathlib import Path
from random import Random

import pytest
from greenlet import getcurrent
from PIL import Image

from sim.engines.python.modules import SAME_ON_THE_HOST
from tests.support import seeds
from tests.support.built_in import MODULES, STUBS, names_of, parse
from tests.support.files.damaged_files import KINDS, damaged, program, whole
from tests.support.hang import HANG_S
from tests.support.programs.programs import PyPortal, printed, run


def innermost(error):
    at = error.__traceback__
    while at.tb_next:
        at = at.tb_next
    return at.tb_frame, at.tb_lineno


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


SIM = str(Path(inspect.getfile(__import__("sim"))).parent)
# So long, in virtual time, a call may take before it is cut short: a sleep may last for ever.
PATIENCE_NS = 100_000_000
POOL = 120
# The exceptions that wrong arguments may raise on a device: those that the stubs document, those
# for arguments (`mp_arg_*`, `mp_obj_get_*`), files and parts in the wrong state, and refusals.
EXPECTED = (ValueError, TypeError, OSError, RuntimeError, NotImplementedError, OverflowError,
            ImportError, SyntaxError)
HOSTS_WORDS = re.compile(r"ndarray|numpy|broadcast|dtype|out of bounds for")
INTEGERS = (0, 1, 2, 3, 7, 8, 16, 100)
EDGES = (
    None, True, False, 0, 1, -1, 255, 256, 32768, 65535, 65536, 1 << 31, -(1 << 31) - 1, 1 << 64,
    0.5, -0.0, 1e9, -1e30, math.nan, math.inf, "", "x", "/code.py", "/nothing", "/", "..", "\0",
    "RGB", b"", b"\0", bytes(64), bytearray(8), [], [1, 2], (0, 0), (1, 2, 3), [None] * 3, {},
    {"a": 1}, slice(None), slice(0, 1 << 40, -1), range(3), object, len, [[]], "ä€", 3 + 4j,
)
INT = ast.Name("int")
# With the number of their arguments.
OPERATORS = {"__getitem__": 1, "__setitem__": 2, "__delitem__": 1, "__len__": 0, "__iter__": 0,
             "__contains__": 1, "__enter__": 0, "__exit__": 3, "__eq__": 1, "__bool__": 0,
             "__hash__": 0, "__repr__": 0}


class TimeUp(BaseException):
    """Thrown into a call that goes on for longer than it may."""


class Caller:
    """Makes `count` calls, drawn from `seed`, with the modules and stubs that it is given.

    `names` are those of the modules that are tried; `stubs` are the (name, file) of all.
    """

    def __init__(self, machine, names, stubs, seed, count):
        self.machine = machine
        self.names = names
        self.random = Random(seed)
        self.count = count
        self.made = 0
        self.call = ""
        self.fit = 0.5  # how likely an argument is such as the stub asks for
        self.findings = {}
        self.pool = []
        self.trees = {name: names_of(parse(file).body) for name, file in stubs}

    def run(self):
        """Make the calls in the program's place, until all are made or a call ends the program."""
        self.modules = {name: module for name, module in self.machine.program.modules.items()
                        if name.partition(".")[0] in self.names}
        self.pool = [*self._pins(), *self._files()]
        self.targets = [(f"{name}.{n}", thing) for name, module in sorted(self.modules.items())
                        for n, thing in sorted(vars(module).items()) if n[0] != "_"]
        self.classes = [target for target in self.targets if isinstance(target[1], type)]
        while self.made < self.count and not self.machine.board.next_boot:
            self.made += 1
            before = self.machine.clock.now
            self.machine.clock.deadline = before + PATIENCE_NS
            self._make_a_call()
            self._check_time(before)

    def _pins(self):
        return [self.modules["board"].LIGHT, self.modules["board"].D3, self.modules["board"].A0,
                self.modules["board"].SPEAKER_ENABLE, self.modules["board"].DISPLAY]

    def _files(self):
        closed = self.machine.drive.open("/code.py", "rb")
        closed.close()
        return [self.machine.drive.open("/code.py", "rb"), self.machine.drive.open("/code.py"),
                self.machine.drive.open("/sound.wav", "rb"),
                self.machine.drive.open("/picture.bmp", "rb"), closed]

    def _make_a_call(self):
        try:
            action = self.random.choice((self._call, self._call, self._use, self._use, self._use))
            result = action()
        except TimeUp:
            return
        except Exception as error:
            self._judge(error)
            return
        except SystemExit:
            return
        self._keep(result)

    def _check_time(self, before):
        now = self.machine.clock.now
        if type(now) is not int or now < before:
            self.findings.setdefault(("time", self.call), f"{self.call} -> the clock shows {now}")
            self.machine.clock.now = before

    def _keep(self, thing):
        """For later calls, if it is an object of the board's."""
        if type(thing).__module__ != "builtins" and not isinstance(thing, (type, Exception)):
            self.pool.append(thing)
            if len(self.pool) > POOL:
                del self.pool[self.random.randrange(10, POOL)]

    def _call(self):
        """A function, or a class to make an object of."""
        where, target = self.random.choice(self.random.choice((self.targets, self.classes)))
        nodes = self.trees.get(where.rpartition(".")[0], {}).get(where.rpartition(".")[2], [])
        if not callable(target):
            return target
        if nodes and isinstance(nodes[0], ast.ClassDef):
            nodes = names_of(nodes[0].body).get("__init__", [])
            return self._apply(where, target, nodes, bound=True)
        return self._apply(where, target, nodes, bound=False)

    def _use(self):
        """A method, an attribute or an operator of an object that there is."""
        kind = self.random.choice(sorted({type(t).__name__ for t in self.pool
                                          if type(t).__module__ != "_io"}))
        thing = self.random.choice([t for t in self.pool if type(t).__name__ == kind])
        members = self._members(thing)
        name = self.random.choice(members) if members else "__len__"
        where = f"{type(thing).__name__}.{name}"
        nodes = self._nodes_of(type(thing)).get(name, [])
        method = callable(inspect.getattr_static(thing, name, None))
        if nodes and not method and self.random.random() < 0.3:
            value = self._argument(nodes[0].annotation if nodes and isinstance(
                nodes[0], ast.AnnAssign) else None)
            self.call = f"{where} = {short(value)}"
            return setattr(thing, name, value)
        self.call = where
        member = getattr(thing, name)
        return self._apply(where, member, nodes, bound=True) if callable(member) else member

    def _members(self, thing):
        operators = [name for name in OPERATORS if hasattr(type(thing), name)]
        known = self._nodes_of(type(thing)) or dir(thing)
        return [n for n in known if n[0] != "_"] + operators

    def _nodes_of(self, cls):
        for base in cls.__mro__:
            for names in self.trees.values():
                if isinstance(names.get(base.__name__, [None])[0], ast.ClassDef):
                    return names_of(names[base.__name__][0].body)
        return {}

    def _apply(self, where, target, nodes, bound):
        self.fit = self.random.choice((0.5, 0.9, 1.0))
        operator = OPERATORS.get(where.rpartition(".")[2])
        if operator is None:
            positional, named = self._arguments(target, nodes, bound)
        else:
            positional, named = [self._argument(self.random.choice((None, INT)))
                                 for _ in range(operator)], {}
        shown = [*map(short, positional), *(f"{n}={short(v)}" for n, v in named.items())]
        self.call = f"{where}({', '.join(shown)})"
        result = target(*positional, **named)
        if inspect.isgenerator(result) or hasattr(result, "__next__"):
            return [thing for thing, _ in zip(result, range(5), strict=False)]
        return result

    def _arguments(self, target, nodes, bound):
        """By the stub, if there is one; a few are left out or are too many."""
        function = [node for node in nodes if isinstance(node, ast.FunctionDef)]
        if not function or self.random.random() > self.fit + 0.3:
            return [self._argument(None) for _ in range(self.random.randrange(4))], {}
        given = self.random.choice(function).args
        plain, needed = [*given.posonlyargs, *given.args][bound:], len(given.defaults)
        required = len(plain) - needed
        count = self.random.randint(max(0, required), len(plain))
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
        """Values that a stub's type asks for."""
        words = set(re.findall(r"\w+", annotation))
        good = [thing for thing in self.pool
                if words & {base.__name__ for base in type(thing).__mro__} - {"object"}]
        if "Callable" in words:
            good.append(lambda *_: None)
        if words & {"Sequence", "List", "Tuple", "Iterable"}:
            good += [[1, 2], (1, 2, 3), [(0, 0), (5, 0), (3, 9)]]
        if words & {"ReadableBuffer", "WriteableBuffer", "bytes", "bytearray"}:
            good += [bytearray(16), b"\1\2\3", bytearray(2)]
        if "BinaryIO" in words:
            good += ["/sound.wav", "/picture.bmp"]
        good += INTEGERS if "int" in words else ()
        good += (0.0, 0.25, 1.0, 3) if "float" in words else ()
        good += ("/code.py", "a", "GRB") if "str" in words else ()
        good += (True, False) if "bool" in words else ()
        return good + self._constants(words)

    def _constants(self, words):
        """The values of an enumeration, `digitalio.Pull.UP`."""
        classes = [thing for _, thing in self.targets
                   if isinstance(thing, type) and thing.__name__ in words]
        return [thing for cls in classes for n, thing in vars(cls).items()
                if n.isupper() and isinstance(thing, cls)]

    def _judge(self, error):
        frame, line = innermost(error)
        own = frame.f_code.co_filename == __file__
        # The core too stops where an object that holds itself is printed.
        endless = isinstance(error, RecursionError) and not self.call.endswith("__repr__()")
        numpys = (type(error).__module__ or "").startswith("numpy")
        leak = endless or numpys or bool(HOSTS_WORDS.search(str(error)))
        expected = isinstance(error, EXPECTED) and not leak
        if expected or (own and isinstance(error, (AttributeError, LookupError))):
            return
        file = frame.f_code.co_filename
        if not leak and file.startswith(SIM) and raises(file, line):
            return
        place = f"{Path(file).parent.name}/{Path(file).name}:{line}"
        self.findings.setdefault((place, type(error).__name__),
                                 f"{self.call} -> {type(error).__name__}: {error} ({place})")


resource = pytest.importorskip("resource", reason="the host has no limits of Unix's kind")
SEEDS = seeds.some(100 if os.environ.get("FULL") else int(seeds.more(6, 10)))
CALLS = 1_000
# Bytes of the host's memory for a thousand calls.
MEMORY = 200 << 20
# Without Python's own.
SIMULATED = [name for name in MODULES if name not in {*SAME_ON_THE_HOST, "builtins"}]
IMPORT_ALL = """
for name in {names}:
    try:
        __import__(name)
    except ImportError:
        pass
make_calls()
"""


@pytest.fixture
def drive(tmp_path, monkeypatch):
    """A drive with a sound and a picture; away from it no file can be found by a slip."""
    (tmp_path / "code.py").write_text(IMPORT_ALL.format(names=SIMULATED))
    with wave.open(str(tmp_path / "sound.wav"), "wb") as sound:
        sound.setparams((1, 2, 8000, 0, "NONE", ""))
        sound.writeframes(bytes(1600))
    Image.new("P", (16, 16)).save(tmp_path / "picture.bmp")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    return tmp_path


def play(drive, seed, count):
    """Calls on one machine after the other, as some calls end it; returns (calls, findings)."""
    made, findings = 0, {}
    while made < count:
        with PyPortal(drive, seed=seed) as portal:
            machine = portal.engine
            caller = Caller(machine, SIMULATED, STUBS, f"{seed} {made}", count - made)
            machine.program.builtins["make_calls"] = caller.run
            machine.run_until(1 << 61)
            while machine.running and not machine.board.next_boot:
                machine._caller = getcurrent()
                machine._coroutine.throw(TimeUp())
            assert not portal.failed, portal.serial
            made += caller.made
            findings |= caller.findings
    return made, findings


@pytest.fixture
def watch():
    """Ends a call that never would, by the host's clock; looks at the memory that was taken."""
    before = signal.signal(signal.SIGALRM, _ring)
    signal.alarm(HANG_S)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)
    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - most) * 1024 < MEMORY


def _ring(*_):
    raise TimeoutError("a call never ends")


@pytest.mark.parametrize("seed", SEEDS)
def test_no_call_ends_as_on_no_device(drive, watch, seed):
    made, findings = play(drive, seed, CALLS)
    assert made == CALLS
    assert not findings, "\n".join(findings.values())


@pytest.mark.parametrize("call", [
    "displayio.Bitmap(32767, 32767, 65536)",
    "displayio.Palette(32767)",
    "displayio.TileGrid(displayio.Bitmap(1, 1, 2), pixel_shader=displayio.Palette(2), width=65535, "
    "height=65535)",
    "adafruit_pixelbuf.PixelBuf(1 << 30)",
    "os.urandom(1 << 30)",
])
def test_what_a_board_has_no_memory_for_is_refused(tmp_path, call):
    (tmp_path / "code.py").write_text(
        f"import adafruit_pixelbuf, displayio, os\ntry:\n    {call}\nexcept MemoryError as error:\n"
        "    print(error)\n")
    with PyPortal(tmp_path) as portal:
        portal.run()
        assert portal.serial.startswith("memory allocation failed, allocating ")


DAMAGES = range(300 if os.environ.get("FULL") else 12)
HOW = ("ends", "waits", "catches")


@pytest.mark.parametrize("kind", KINDS)
def test_damage_stays_in_the_program(kind, tmp_path):
    data = whole(kind)
    if data is None:
        pytest.skip("nothing here can write such a file")
    for seed in DAMAGES:
        (tmp_path / "file").write_bytes(damaged(data, seed))
        (tmp_path / "code.py").write_text(program(kind, HOW[seed % len(HOW)]))
        with PyPortal(tmp_path) as portal:
            portal.run(1)
            portal.screenshot()
            assert not portal.running


@pytest.mark.parametrize("kind", KINDS)
def test_a_whole_file_is_shown_or_played(kind, tmp_path):
    data = whole(kind)
    if data is None:
        pytest.skip("nothing here can write such a file")
    (tmp_path / "file").write_bytes(data)
    (tmp_path / "code.py").write_text(program(kind, "waits"))
    assert printed(tmp_path) == ""


def test_a_picture_of_no_bits_a_pixel_is_refused(tmp_path):
    data = bytearray(whole("bmp"))
    data[28:30] = b"\0\0"
    (tmp_path / "file").write_bytes(data)
    (tmp_path / "code.py").write_text(program("bmp", "ends"))
    portal = run(tmp_path)
    assert "supported: 0 bpp given" in portal.serial
