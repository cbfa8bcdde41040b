# SPDX-License-Identifier: MIT
"""Limits of a program: memory, computing time, the host's threads and signals, and its own end.

A block larger than the board's memory is refused in the board's words before it is made. A program
that computes on without the board's time passing is stopped, with its line. Nothing that a program
leaves behind goes on or stays in memory.
"""

import gc
import sys
import threading
import weakref

import pytest

from sim.engines.python import watchdog
from tests.support import hang
from tests.support.paths import ROOT
from tests.support.programs.programs import run

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
try:
    for _ in range({count}): chain = {link}
    {act}
except (RuntimeError, MemoryError):
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
WITH_SIGNALS = pytest.mark.skipif(not watchdog.HAS_SIGNALS,
                                  reason="the host has no signals of Unix's")
# Statements that let something grow; a program may catch what they raise.
GROWING = ("text = 'x'\ntext *= 200000", "a = [0]\na *= 50000", "n = 1\nn <<= 2000000",
           "n = 3\nwhile True: n = n * n", "n = 3\nwhile True: n *= n",
           "n = 2\nn **= 2000000", "10 ** 10 ** 8", "pow(3, 10 ** 9)", "n = 7\nn **= 10 ** 9",
           "'x' * 10 ** 9")
# Grows over the memory without any large block.
FILLS = "import displayio\na = []\nwhile True: a.append(displayio.Bitmap(300, 300, 65536))"


def in_a_thread(work):
    thread = threading.Thread(target=work)
    thread.start()
    thread.join(300)  # later than this, on any computer, it hangs


def test_what_grows_larger_than_the_memory_is_refused(printed):
    text = printed(f"for text in {GROWING!r}:\n    try: exec(text)\n"
                   "    except MemoryError as error: print(error)")
    assert text.count("memory allocation failed") == len(GROWING)


@pytest.mark.parametrize("filling", ["a = [0]\nwhile True: a = a + a", FILLS])
def test_a_program_that_fills_the_memory_ends_in_order(filling, printed):
    assert "MemoryError" in printed(filling, 60).splitlines()[-1]


def test_the_simulators_insides_are_no_attributes(printed):
    names = ("time.sleep.__globals__", "getattr(time.sleep, '__globals__')",
             "error.__traceback__.tb_frame", "().__class__.__subclasses__")
    text = printed(f"import time\ntry: 1 / 0\nexcept Exception as caught: error = caught\n"
                   f"for name in {names!r}:\n    try: print(eval(name))\n"
                   "    except AttributeError: print('hidden')")
    assert text == "hidden\n" * len(names)


STUCK = "import re\nre.match('(a+)+b', 'a' * 50)"


@pytest.mark.parametrize(("stuck", "line"), [
    (f"import atexit\natexit.register(print, 'at the end')\n{STUCK}", 4),
    ("import re\nwhile True:\n    try: re.match('(a+)+b', 'a' * 50)\n    except: pass", 3),
    # There is nothing in it that ends it: no loop of the program's, and no call.
    ("import re\ntry: re.match('(a+)+b', 'a' * 50)\nexcept BaseException: raise SystemExit", 2),
    ("import atexit, re\natexit.register(re.match, '(a+)+b', 'a' * 50)", 1)])
def test_what_takes_too_long_ends_with_its_line_whatever_it_catches(stuck, line, impatient):
    portal = impatient(stuck)
    portal.run(1)
    assert portal.failed
    assert portal.serial.splitlines()[1] == f'  File "code.py", line {line}, in <module>'
    assert portal.serial.splitlines()[2].startswith("TimeoutError: stopped by the simulator")
    assert "at the end" not in portal.serial, "it is not called any more"


def test_a_program_that_computes_too_long_ends_in_another_thread_too(impatient):
    """There are no signals: the check in the heartbeat stops it between two calls into C."""
    ended = []

    def work():
        portal = impatient("n = 0\nwhile True:\n    try:\n        while True:\n            n += 1\n"
                           "            sorted(list(range(3000)) * 4)\n    except: pass",
                           instant=True)
        portal.run(1000)
        ended.append((portal.failed, portal.serial))

    in_a_thread(work)
    assert ended[0][0] and "TimeoutError: stopped by the simulator" in ended[0][1]


CATCHES_ALL = """print("go")
while True:
    try:
        while True: pass
    except BaseException: print("mine")
"""


@WITH_SIGNALS
def test_control_c_is_the_callers(write_program):
    """Run in a process of its own, since the one that runs the tests may ignore Ctrl-C."""
    drive = write_program(CATCHES_ALL)
    done = hang.run([sys.executable, "-c", CONTROL_C, drive], cwd=ROOT)
    assert (done.returncode, done.stdout, done.stderr) == (0, "interrupted\ngo\n", "")


# How a link is made of `chain`, how many there are, and what is done with the whole.
CHAINS = {
    "generators that have begun": ("started(chain)", 40_000, "next(chain)"),
    "iterators of deques": ("iter(collections.deque([chain], 1))", 80_000, "del chain"),
}


@pytest.mark.skipif(sys.platform != "linux", reason="the stack grows on Linux only")
def test_long_chains_do_not_end_the_process(tmp_path):
    """In a process of its own, which they would end; its limits are put back."""
    names = [f"{name}.py" for name in CHAINS]
    for name, (link, count, act) in zip(names, CHAINS.values(), strict=True):
        (tmp_path / name).write_text(CHAIN.format(link=link, count=count, act=act))
    drives = [str(tmp_path / name) for name in names]
    done = hang.run([sys.executable, "-c", RUN, *drives], cwd=ROOT)
    assert done.stdout == "".join(f"{name} survived\n" for name in names), done.stderr
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("text", ["import board\nboard.DISPLAY.refresh()\n1 / 0", """
import displayio, terminalio
from adafruit_display_text import label
large, larger = displayio.Bitmap(8, 8, 256), displayio.Bitmap(8, 8, 65536)
text = label.Label(terminalio.FONT, text='x')
displayio.Group().x = 5
while True: pass
"""], ids=["ended", "running"])
def test_a_machine_goes_with_its_portal(text, strict, write_program):
    portal = run(write_program(text), 0.1, strict=strict)
    portal.close()
    machine = weakref.ref(portal.engine)
    del portal
    gc.collect()
    assert machine() is None
