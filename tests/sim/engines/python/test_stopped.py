# SPDX-License-Identifier: MIT
"""A program that computes on without the board's time passing is stopped, and told where it was."""

import _thread
import os
import signal
import sys
import threading
import weakref
from functools import partial

import pytest

from sim import PyPortal
from sim.clock import SECOND, Clock
from sim.engines.python.limits import memory, watchdog
from sim.engines.python.limits.watchdog import Turn
from tests.support import hang
from tests.support.paths import ROOT
from tests.support.programs.hostile import IMPATIENT_S

# On any computer, however busy: later than this it hangs.
HUNG_S = 300
HAS_SIZE = os.path.exists("/proc/self/statm")
# A process with room for what a program may take.
START = 4 << 30
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
def test_its_line_is_where_it_was_stopped_however_late_another_look_comes(
        impatient, monkeypatch):
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
    monkeypatch.setattr(
        memory, "_size", lambda: START + (memory.REFUSED + 1) * (len(freed) > 1))
    portal.run(1)
    assert portal.serial == "ends\n"


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
        portal.patience = IMPATIENT_S
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

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(HUNG_S)
    assert 'File "code.py", line 2, in <module>\nTimeoutError: stopped' in serials[0]


def test_a_second_program_is_not_stopped_for_the_first(impatient):
    impatient("import re\nre.match('(a+)+b', 'a' * 50)").run(1)
    portal = impatient("while True: pass")
    portal.run(1)
    assert portal.running


def test_a_stuck_program_in_another_thread_is_stopped_too(impatient):
    ended = []

    def work():
        portal = impatient(SORTING)
        portal.run(1)
        ended.append(portal.failed)
        portal.close()

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(HUNG_S)
    assert ended == [True]


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
