# SPDX-License-Identifier: MIT
"""The process's signals, which look after a program, do nothing to the process itself."""

import signal
import sys

import pytest

from tests.support import hang
from tests.support.paths import ROOT

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"),
                                reason="the host has no signals of Unix's")


def test_the_computers_control_c_is_the_callers(write_program):
    """Whoever runs tests in processes of their own may have them ignore it, so here is another."""
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


def test_a_tick_that_comes_late_does_not_end_the_process(write_program):
    """As on a busy computer, where the thread that is to take it does not get its turn before."""
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
