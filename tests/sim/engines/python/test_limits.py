# SPDX-License-Identifier: MIT
"""Limits of a program: memory, computing time, the host's threads and signals, and its own end.

A block larger than the board's memory is refused in the board's words before it is made. A program
that computes on without the board's time passing is stopped, with its line. Nothing that a program
leaves behind goes on or stays in memory.
"""

import _thread
import gc
import os
import signal
import sys
import threading
import weakref
from functools import partial

import pytest

from sim.clock import SECOND, Clock
from sim.engines.python.limits import memory, watchdog
from sim.engines.python.limits.watchdog import Turn
from sim.engines.python.program import tracebacks
from tests.support import hang
from tests.support.paths import ROOT
from tests.support.programs.programs import PyPortal, outcomes, printed, run

# A process with room for what a program may take.
# More than the process has, whatever emulated chips other tests keep in it.
START = 1 << 42
HAS_SIZE = os.path.exists("/proc/self/statm")
# Each with the bytes that it would take on the board.
TOO_LARGE = {
    "'x' * 200000": 200000, "200000 * b'x'": 200000, "bytearray(2) * 100000": 200000,
    "[0] * 50000": 200000, "(0,) * 50000": 200000, "50000 * [0]": 200000,
    "1 << 2000000": 250000, "3 << (1 << 40)": 0xFFFFFFFF, "2 ** 2000000": 250000,
    "pow(2, 2000000)": 250000,
    "bytes(200000)": 200000, "bytearray(200000)": 200000,
    "'x'.center(200000)": 200000, "(1).to_bytes(200000, 'big')": 200000,
    "'x' * (1 << 100)": 0xFFFFFFFF, "[0] * 10 ** 10 ** 4": 0xFFFFFFFF,
}
FITS = {
    "len('x' * 180000)": "180000", "len(180000 * b'x')": "180000", "len([0] * 46000)": "46000",
    "len(bytes(180000))": "180000", "bytes(2)": "b'\\x00\\x00'", "bytes(0)": "b''",
    "bytes()": "b''", "bytes([1, 2])": "b'\\x01\\x02'", "bytes('x', 'utf-8')": "b'x'",
    "bytearray(1)": "bytearray(b'\\x00')", "'x'.center(3)": " x ",
    "(1 << 70).to_bytes(9, 'big')[0]": "64", "[2] * True": "[2]", "'x' * -10 ** 9": "",
    "0 << 100": "0", "2 ** 0.5 * 3 ** 0.5 > 2": "True",
    "(0.5 * 3, 3 * 0.5, 7 * 6 * 100)": "(1.5, 1.5, 4200)",
}


def in_a_thread(work):
    thread = threading.Thread(target=work)
    thread.start()
    thread.join(300)  # later than this, on any computer, it hangs


@pytest.mark.parametrize("strict", [False, True])
def test_a_block_larger_than_the_memory_is_refused(strict, write_program):
    words = "MemoryError: memory allocation failed, allocating {} bytes"
    assert outcomes(write_program, "time", TOO_LARGE, strict=strict) == [
        words.format(size) for size in TOO_LARGE.values()]


@pytest.mark.parametrize("strict", [False, True])
def test_what_fits_is_made(strict, write_program):
    assert outcomes(write_program, "time", FITS, strict=strict) == list(FITS.values())


@pytest.mark.parametrize("huge", [
    "text = 'x'\ntext *= 200000", "a = [0]\na *= 50000", "n = 1\nn <<= 2000000",
    "n = 2\nn **= 2000000", "10 ** 10 ** 8", "pow(3, 10 ** 9)", "n = 7\nn **= 10 ** 9",
    "'x' * 10 ** 11", pytest.param("a = [0]\nwhile True: a = a + a", marks=pytest.mark.skipif(
        not HAS_SIZE, reason="done on Linux only"))])
def test_what_grows_larger_than_the_memory_is_refused(huge, write_program):
    assert "MemoryError: memory allocation failed" in printed(write_program(huge))


@pytest.fixture
def grows(monkeypatch, write_program):
    """A portal whose process seems to have grown by so many bytes at the next look after it has
    printed "go".
    """
    def start(text, size):
        portal = PyPortal(write_program(text))
        left = []
        portal.board.console.listener = lambda text: left.append(size) if "go" in text else None
        monkeypatch.setattr(memory, "_size", lambda: START + (left.pop() if left else 0))
        return portal

    return start


LETS_GO = """
try:
    print('go')
    while True: pass
except MemoryError as error: print(error)
while True: pass
"""
GOES_ON = """
while True:
    try:
        print('go')
        while True: pass
    except BaseException: pass
"""


@pytest.mark.skipif(not HAS_SIZE, reason="done on Linux only")
def test_a_program_that_lets_go_when_it_is_refused_goes_on(grows):
    with grows(LETS_GO, memory.REFUSED + 1) as portal:
        portal.run(60)
        assert portal.running
        assert portal.serial == "go\nmemory allocation failed\n"


@pytest.mark.skipif(not HAS_SIZE, reason="done on Linux only")
def test_one_that_ends_while_it_is_too_large_ends_with_its_own_exception(
        write_program, monkeypatch):
    """There is a look just while its traceback is made."""
    formatted = tracebacks.formatted

    def look_meanwhile(*given):
        monkeypatch.setattr(memory, "_size", lambda: START + memory.REFUSED + 1)
        signal.raise_signal(signal.SIGPROF)
        return formatted(*given)

    monkeypatch.setattr(memory, "_size", lambda: START)
    monkeypatch.setattr(tracebacks, "formatted", look_meanwhile)
    assert printed(write_program("1 / 0")).endswith("ZeroDivisionError: division by zero\n")


@pytest.mark.skipif(not HAS_SIZE, reason="done on Linux only")
def test_one_that_takes_still_more_is_ended_whatever_it_catches(grows):
    with grows(GOES_ON, memory.ENDED + 1) as portal:
        portal.run(1000)
        assert portal.failed
        assert "too much of the computer's time or memory" in portal.serial.splitlines()[-1]


@pytest.mark.skipif(not HAS_SIZE, reason="done on Linux only")
def test_in_another_thread_it_is_ended_too(grows):
    ended = []

    def work():
        with grows(GOES_ON, memory.ENDED + 1) as portal:
            portal.run(1000)
            ended.append(portal.failed)

    in_a_thread(work)
    assert ended == [True]


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="done on Linux only")
def test_a_program_that_has_filled_the_memory_still_ends_in_order(write_program):
    text = printed(write_program("import displayio\na = []\n"
                                 "while True: a.append(displayio.Bitmap(300, 300, 65536))"), 60)
    assert "MemoryError" in text.splitlines()[-1]


def test_another_thread_is_refused_in_a_sentence(write_program):
    portal, said = PyPortal(write_program("while True: pass")), []
    portal.run(0.1)

    def work():
        try:
            portal.run(0.1)
        except RuntimeError as error:
            said.append(str(error))

    in_a_thread(work)
    assert said == ["a portal runs only in the thread that created it"]


@pytest.mark.parametrize("name", ["time.sleep.__globals__", "getattr(time.sleep, '__globals__')",
                                  "error.__traceback__.tb_frame", "().__class__.__subclasses__"])
def test_the_simulators_insides_are_no_attributes(name, write_program):
    text = f"import time\ntry:\n    1 / 0\nexcept Exception as error:\n    {name}"
    assert "AttributeError" in printed(write_program(text))


# Much computing in little time, in calls into C that end: what a thread can stop.
SORTING = """
data = [n % 7919 for n in range(2000)]
while True:
    sorted(sorted(data * 50))
"""


@pytest.mark.parametrize("stuck", [
    "import re\nre.match('(a+)+b', 'a' * 50)",
    "number = 3\nwhile True: number *= number",
    "import re\nwhile True:\n    try: re.match('(a+)+b', 'a' * 50)\n    except: pass",
])
def test_what_takes_too_long_ends_with_its_line(stuck, impatient):
    portal = impatient(stuck)
    portal.run(1)
    assert portal.failed
    assert 'File "code.py", line' in portal.serial
    assert "TimeoutError: stopped by the simulator" in portal.serial


@pytest.mark.skipif(not watchdog.HAS_SIGNALS, reason="the host has no signals of Unix's")
def test_its_line_is_where_it_was_stopped_however_late_another_look_comes(impatient, monkeypatch):
    """On its way out, when all of the program's calls have been left: freeing may take long."""
    portal = impatient(SPINNING)
    monkeypatch.setattr(Turn, "is_stuck", lambda *_: "spins" in portal.serial)
    portal.engine.program.builtins["looks_when_freed"] = LooksWhenFreed
    portal.run(1)
    assert portal.serial == ENDED


@pytest.mark.skipif(not HAS_SIZE, reason="done on Linux only")
def test_one_that_has_ended_is_not_refused_memory(impatient, monkeypatch):
    """A look while it is freed finds no call of the program's that could be refused any."""
    freed: list = []

    def make():
        made = LooksWhenFreed()
        freed.append(weakref.ref(made, freed.append))
        return made

    portal = impatient("print('ends')\nlooks_when_freed()")
    portal.engine.program.builtins["looks_when_freed"] = make
    monkeypatch.setattr(memory, "_size", lambda: START + (memory.REFUSED + 1) * (len(freed) > 1))
    portal.run(1)
    assert portal.serial == "ends\n"


@pytest.mark.skipif(not HAS_SIZE, reason="done on Linux only")
def test_memory_taken_between_two_turns_is_not_the_programs(write_program, monkeypatch):
    """Such as that of an emulated chip in another portal."""
    size = [START]
    monkeypatch.setattr(memory, "_size", lambda: size[0])
    drive = write_program("import time\nwhile True: time.sleep(0.01)")
    with PyPortal(drive, strict=False) as portal:
        portal.run(1)
        size[0] += 2 * memory.ENDED
        portal.run(1)
        signal.raise_signal(signal.SIGPROF)
        portal.run(1000)
        assert portal.running


SPINNING = """
def spin():
    print("spins")
    while True: pass

print(looks_when_freed(), spin())
"""
ENDED = """spins
Traceback (most recent call last):
  File "code.py", line 6, in <module>
  File "code.py", line 4, in spin
TimeoutError: stopped by the simulator: this takes too much of the computer's time or memory
"""


class LooksWhenFreed:
    """The watchdog looks at the first chance after this has been freed."""

    if watchdog.HAS_SIGNALS:
        # In C throughout: the handler runs when the interpreter goes on.
        __del__ = staticmethod(partial(_thread.interrupt_main, signal.SIGPROF))


@pytest.mark.parametrize("after", ["pass", "raise SystemExit", "1 / 0", "raise KeyboardInterrupt"])
def test_what_takes_too_long_has_its_line_whatever_it_catches(after, impatient):
    """There is nothing in this that ends it: no loop of the program's, and no call."""
    portal = impatient(f"import re\ntry:\n    re.match('(a+)+b', 'a' * 50)\n"
                       f"except BaseException:\n    {after}")
    portal.run(1)
    assert portal.serial.splitlines()[1] == '  File "code.py", line 3, in <module>'
    assert portal.serial.splitlines()[2].startswith("TimeoutError: stopped by the simulator")


def test_what_was_registered_for_the_end_is_not_called_after_it(impatient):
    portal = impatient("import atexit, re\natexit.register(print, 'at the end')\n"
                       "re.match('(a+)+b', 'a' * 50)")
    portal.run(1)
    assert portal.failed
    assert "at the end" not in portal.serial


def test_what_takes_too_long_without_a_line_of_its_own_has_the_programs_first(impatient):
    portal = impatient("import atexit, re\natexit.register(re.match, '(a+)+b', 'a' * 50)")
    portal.run(1)
    assert 'File "code.py", line 1, in <module>\nTimeoutError' in portal.serial


def test_a_boot_file_that_takes_too_long_ends_with_its_line(tmp_path):
    (tmp_path / "boot.py").write_text("import re\nre.match('(a+)+b', 'a' * 50)")
    (tmp_path / "code.py").write_text("print('go')")
    with PyPortal(tmp_path) as portal:
        portal.patience = 0.5
        portal.run(1)
        assert portal.serial == "go\n"
    text = (tmp_path / "boot_out.txt").read_text()
    assert 'File "boot.py", line 2, in <module>\nTimeoutError' in text


def test_in_another_thread_its_line_is_there_however_late_the_exception_comes(
        impatient, monkeypatch):
    """It has left the program when the thread that looks can raise it."""
    portals, serials, raise_in = [], [], watchdog._raise_in

    def raise_late(thread, error):
        if thread != threading.get_ident():
            interrupt = portals[0].engine.program.interrupt
            hang.until(lambda: not interrupt.is_allowed, "the program's end")
        raise_in(thread, error)

    monkeypatch.setattr(watchdog, "_raise_in", raise_late)

    def work():
        portals.append(impatient("print('spins')\nwhile True: pass"))
        monkeypatch.setattr(Turn, "is_stuck", lambda *_: "spins" in portals[0].serial)
        portals[0].run(100_000)
        portals[0].close()
        serials.append(portals[0].serial)

    in_a_thread(work)
    assert 'File "code.py", line 2, in <module>\nTimeoutError: stopped' in serials[0]


def test_a_second_program_is_not_stopped_for_the_first(impatient):
    impatient("import re\nre.match('(a+)+b', 'a' * 50)").run(1)
    portal = impatient("while True: pass")
    portal.run(1)
    assert portal.running


def test_a_debugger_still_works_after_a_portal_in_another_thread(write_program):
    """In a process of its own: where it does not, a traced function never begins."""
    drive = write_program(SORTING)
    done = hang.run([sys.executable, "-c", TRACED, drive], cwd=ROOT)
    assert (done.stdout, done.stderr) == ("ended\ntraced\n", "")


TRACED = """
import sys, threading
from sim import PyPortal

def work():
    with PyPortal(sys.argv[1]) as portal:
        portal.patience = 0.1
        portal.run(1)
        if portal.failed: print("ended")

thread = threading.Thread(target=work)
thread.start()
thread.join()
sys.settrace(lambda *happened: None)
(lambda: print("traced"))()
"""


def test_the_second_before_a_program_and_its_first_have_one_patience():
    clock = Clock(-SECOND)
    turn = Turn(4.0, clock, lambda frame: True, lambda frame: True, lambda: None)
    turn.begin(100.0)
    assert [turn.is_stuck(now) for now in (100.0, 103.9, 104.1)] == [False, False, True]
    clock.now = SECOND - 1
    assert turn.is_stuck(104.1) and not turn.is_stuck(103.9)
    clock.now = SECOND
    assert [turn.is_stuck(now) for now in (104.1, 108.0, 108.2)] == [False, False, True]


WITH_SIGNALS = pytest.mark.skipif(not hasattr(signal, "setitimer"),
                                reason="the host has no signals of Unix's")


@WITH_SIGNALS
def test_the_computers_control_c_is_the_callers(write_program):
    """Run in another process, since the one that runs the tests may ignore Ctrl-C."""
    drive = write_program("print('go')\nwhile True:\n    try:\n        while True: pass\n"
                          "    except BaseException: print('mine')")
    done = hang.run([sys.executable, "-c", CONTROL_C, drive], cwd=ROOT)
    assert (done.stdout, done.stderr) == ("interrupted\ngo\n", "")


CONTROL_C = """
import os, signal, sys
from sim import PyPortal
signal.signal(signal.SIGINT, signal.default_int_handler)
portal = PyPortal(sys.argv[1])
portal.board.console.listener = lambda text: os.kill(os.getpid(), signal.SIGINT)
try:
    portal.run(1_000_000)
except KeyboardInterrupt:
    print("interrupted")
portal.board.console.listener = lambda text: None
portal.run(0.1)
assert portal.running
portal.close()
print(portal.serial, end="")
"""


@WITH_SIGNALS
def test_a_tick_that_comes_late_does_not_end_the_process(write_program):
    """On a busy computer the thread that handles it may not run before."""
    done = hang.run([sys.executable, "-c", LATE_TICK, write_program("print('go')")], cwd=ROOT)
    assert (done.returncode, done.stdout, done.stderr) == (0, "go\n", "")


LATE_TICK = """
import os, signal, sys
from sim import PyPortal
from sim.engines.python.limits import watchdog
with PyPortal(sys.argv[1]) as portal:
    portal.run(1)
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGPROF})
    os.kill(os.getpid(), signal.SIGPROF)
    watchdog._signals._switch_off()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGPROF})
    print(portal.serial, end="")
"""
ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="the stack grows on Linux only")
SHORT, LONG = 60_000, 400_000
# How a link is made of `chain`, how many there are, and what is done with the whole.
CHAINS = {
    "generator expressions": ("(item for item in chain)", SHORT, "next(chain)"),
    "generators that have begun": ("started(chain)", 2 * SHORT, "next(chain)"),
    "map": ("map(abs, chain)", LONG, "next(chain)"),
    "map and a function": ("map(lambda item: item, chain)", LONG, "next(chain)"),
    "zip": ("zip(chain)", LONG, "next(chain)"),
    "filter": ("filter(None, chain)", LONG, "next(chain)"),
    "enumerate": ("enumerate(chain)", LONG, "next(chain)"),
    "iterators of deques": ("iter(collections.deque([chain], 1))", 2 * SHORT, "del chain"),
}
CHAIN = """
import collections
def started(inner):
    def make():
        yield 1
        yield from inner
    made = make()
    next(made)
    return made
chain = iter([1, 2])
for _ in range({count}): chain = {link}
try:
    {act}
except RuntimeError as error:
    chain = None
print("survived")
"""
RUN = """
import resource, sys
from sim import PyPortal
before = resource.getrlimit(resource.RLIMIT_STACK)
for program in sys.argv[1:]:
    with PyPortal(program, strict=False, instant=True) as portal:
        portal.run(1000)
    print(program.rpartition("/")[2], portal.serial, end="", flush=True)
assert resource.getrlimit(resource.RLIMIT_STACK) == before
"""


@ON_LINUX
def test_long_chains_do_not_end_the_process(tmp_path):
    """In a process of its own, which they would end; its limits are put back."""
    names = []
    for name, (link, count, act) in CHAINS.items():
        names.append(f"{name}.py")
        (tmp_path / names[-1]).write_text(CHAIN.format(link=link, count=count, act=act))
    drives = [str(tmp_path / name) for name in names]
    done = hang.run([sys.executable, "-c", RUN, *drives], cwd=ROOT)
    assert done.stdout == "".join(f"{name} survived\n" for name in names), done.stderr
    assert done.returncode == 0, done.stderr


# In a circle, so that only the collector finds it, after the power was cut.
CIRCLE = """
class Circle: pass
def leave(left):
    circle = Circle()
    circle.itself, circle.left = circle, left
"""
LEFT = {
    "a destructor": "class Left:\n    def __del__(self): print('left')\nleave(Left())",
    "a generator's finally": """
def left():
    try:
        yield
    finally:
        print('left')
waiting = left()
next(waiting)
leave(waiting)
waiting = None""",
    "a generator's handler": """
def left():
    try:
        yield
    except BaseException:
        print('left')
        raise
waiting = left()
next(waiting)
leave(waiting)
waiting = None""",
}


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("left", LEFT)
def test_nothing_left_behind_works_on_after_the_end(left, strict, write_program):
    """Its console is opened again here, which would hear it."""
    portal = PyPortal(write_program(f"{CIRCLE}{LEFT[left]}\nprint('end')\nwhile True: pass"),
                      strict=strict)
    gc.disable()
    try:
        portal.run(0.1)
        portal.close()
        console = portal.board.console
        console.muted = False
        del portal
        gc.collect()
    finally:
        gc.enable()
    assert console.text == "end\n"


def test_what_a_destructor_raises_is_not_the_computers(write_program, monkeypatch):
    heard = []
    monkeypatch.setattr(sys, "unraisablehook", heard.append)
    assert printed(write_program("class Left:\n    def __del__(self): 1 / 0\nLeft()\n"
                                "print('end')"), 0.1) == "end\n"
    assert heard == []
    assert sys.unraisablehook == heard.append


def test_destructors_that_beget_others_are_stopped(write_program):
    with PyPortal(write_program(
            "class Left:\n    def __del__(self): Left(); Left()\nLeft()\nprint('end')")) as portal:
        portal.patience = 0.1
        portal.run(0.1)
        assert not portal.running


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("text", ["import board\nboard.DISPLAY.refresh()", "1 / 0",
                                  "while True: pass",
                                  "import displayio\nlarge = displayio.Bitmap(8, 8, 256)",
                                  "import displayio\nlarger = displayio.Bitmap(8, 8, 65536)",
                                  "import terminalio\nfrom adafruit_display_text import label\n"
                                  "text = label.Label(terminalio.FONT, text='x')"])
def test_a_machine_goes_with_its_portal(text, strict, write_program):
    portal = run(write_program(text), 0.1, strict=strict)
    portal.close()
    machine = weakref.ref(portal.engine)
    del portal
    gc.collect()
    assert machine() is None


def test_what_fills_the_memory_is_given_back_at_once(write_program):
    """Not first when the collector comes by."""
    portal = run(write_program("class Large: pass\nlarge = Large()\nwhile True: pass"), 0.1)
    large = weakref.ref(portal.engine.program.modules["__main__"].large)
    assert large()
    gc.disable()
    try:
        portal.close()
        assert large() is None
    finally:
        gc.enable()


# Each program with its output.
PROGRAMS = {
    "a list that is repeated is the same list": (
        "a = b = [1]\nn = 20\na *= n\nb *= 2\nprint(a is b, len(a))", "True 40\n"),
    "a program's own operators and functions get what they are given": ("""
class Vector:
    def __mul__(self, other): return "times", other
    def __rmul__(self, other): return other, "times"
    def __lshift__(self, other): return "shifted", other
    def __imul__(self, other): return "in place", other
def bytes(count): return "bytes", count
one = Vector()
print(one * 10 ** 6, [1] * one, one << 10 ** 8, bytes(10 ** 6))
one *= 10 ** 6
print(one)
""", ("('times', 1000000) ([1], 'times') ('shifted', 100000000) ('bytes', 1000000)\n"
     "('in place', 1000000)\n")),
    "functions of the program's own show their globals": (
        "def act(): pass\nprint(act.__globals__ is globals())", "True\n"),
    "a destructor works while the program does": (
        "class Left:\n    def __del__(self): print('left')\nLeft()\nprint('end')", "left\nend\n"),
}


@pytest.mark.parametrize("case", PROGRAMS)
def test_a_program_prints(write_program, case):
    program, output = PROGRAMS[case]
    assert printed(write_program(program), 10) == output
