# SPDX-License-Identifier: MIT
"""What is larger than the board's memory is refused before it is made, in the board's words.

CircuitPython's core, with a PyPortal's heap, was asked for the same; it counts some bytes more.
"""

import os
import signal
import threading

import pytest

from sim.engines.python.limits import memory
from sim.engines.python.program import tracebacks
from tests.support.programs.instantly import PyPortal, outcomes, printed

# A process with room for what a program may take.
START = 4 << 30
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


@pytest.mark.parametrize("strict", [False, True])
def test_a_block_larger_than_the_memory_is_refused(strict, write_program):
    words = "MemoryError: memory allocation failed, allocating {} bytes"
    assert outcomes(write_program, "time", TOO_LARGE, strict=strict) == [
        words.format(size) for size in TOO_LARGE.values()]


@pytest.mark.parametrize("strict", [False, True])
def test_what_fits_is_made(strict, write_program):
    assert outcomes(write_program, "time", FITS, strict=strict) == list(FITS.values())


@pytest.mark.parametrize("made", ["text = 'x'\ntext *= 200000", "a = [0]\na *= 50000",
                                  "n = 1\nn <<= 2000000", "n = 2\nn **= 2000000"])
def test_what_grows_in_place_is_refused_too(made, write_program):
    assert "MemoryError: memory allocation failed, allocating" in printed(write_program(made))


def test_a_list_that_is_repeated_is_the_same_list(write_program):
    text = "a = b = [1]\nn = 20\na *= n\nb *= 2\nprint(a is b, len(a))"
    assert printed(write_program(text)) == "True 40\n"


def test_a_programs_own_operators_and_functions_get_what_they_are_given(write_program):
    assert printed(write_program("""
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
""")) == ("('times', 1000000) ([1], 'times') ('shifted', 100000000) ('bytes', 1000000)\n"
          "('in place', 1000000)\n")


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

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert ended == [True]
