# SPDX-License-Identifier: MIT
"""The strict machine's floats: single precision, and CircuitPython's result to the last digit."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim import PyPortal
from sim.engines.python.strict.floats import Float
from tests.support import firmware, seeds
from tests.support.programs.programs import printed

ARITHMETIC = """
import math
a, b, c, d = .1, 3, 2.5, 1 / 3


def told(act):
    try:
        value = act()
        print(repr(value), int(value * 1000) if abs(value) < 1e5 else 0)
    except Exception as error:
        print(type(error).__name__)


"""
COUNT = 200
# Results of CircuitPython at commit cd3da4a5.
KNOWN = {
    ".1": "0.1 100", "1 / b": "0.3333333 333", "int(.7 * 10)": "6 6000", ".1 + .2": "0.3 300",
    "-47 * -40.9937": "1926.7044 1926704", "5.977 + -76.01904": "-70.04204 -70042",
    "math.pi": "3.141592 3141", "2 ** .5": "1.4142132 1414", "81.20669": "81.20668 81206",
    "16777217.0": "16777220.0 0", "1e10": "10000000000.0 0", "1e16": "1e+16 0",
    "-6.5 * d": "-2.166666 -2166", "abs(6.9725e7) / b": "23241670.0 0",
    "-43 % 6.4999e-2": "0.029327632 29", "round(-.0001, 2)": "-0.0 0",
    "math.cos(a)": "0.9950042 995", "math.atan(94.39808)": "1.5602032 1560",
    "abs(b - (7.7027e4 + (1.43 % c)))": "77025.42 77025408",
    "1e38 * 10": "inf 0", "1 / (b - b)": "ZeroDivisionError",
}


def test_numbers_are_circuitpythons(write_program):
    told = printed(write_program(program(KNOWN)), strict=True).splitlines()
    assert dict(zip(KNOWN, told, strict=True)) == KNOWN


def float32(value):
    """Return a float as the device reads it: its last two bits repeat the two before."""
    with np.errstate(all="ignore"):
        word = np.float32(value).view(np.uint32) & np.uint32(0xFFFFFFFC)
    word |= word >> np.uint32(2) & np.uint32(3)
    return float(word.view(np.float32))


@settings(max_examples=int(seeds.more(100, 300)))
@given(st.floats(allow_nan=False), st.floats(allow_nan=False), st.integers(-1000, 1000))
def test_calculating_gives_single_precision_without_its_last_two_bits(a, b, whole):
    one, two = Float(a), Float(b)
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


def test_a_float_has_22_bits_and_as_many_digits_as_they_need(strictly):
    program = """
import math, random, struct, time
import json
print(1 + 2 ** -21 > 1, 1.0 + 2 ** -22 > 1, 16777217.0 == 16777216.0, 1e39, 2 / 3, 100 / 4)
print(math.pi, math.sqrt(2), json.loads("[0.1]"), struct.unpack("<f", struct.pack("<f", 1.1)))
x = 1
x /= 3
three = 3
print(1 / three, three ** -1, three ** 0.5)
print(x, round(x, 2), x // 0.1, -x, abs(-x), "%.3f" % x, f"{x:.2f} {x}", str(x) == repr(x))
print(isinstance(x, float), type(x) is float, type(random.random()) is float, {0.5: 1}[0.5])
print(type(time.monotonic()) is float, time.monotonic_ns() // 1000000000)
"""
    assert strictly(program).splitlines() == [
        "True False True inf 0.6666666 25.0",
        "3.141592 1.4142132 [0.1] (1.1,)",
        "0.3333333 0.3333333 1.7320508",
        "0.3333333 0.33 3.0 -0.3333333 0.3333333 0.333 0.33 0.3333333 True",
        "True True True 1",
        "True 1",
    ]


def test_after_hours_monotonic_goes_in_steps_of_milliseconds(strictly):
    """Between 16,384 and 32,768 seconds 22 bits tell steps of 1/128 s apart."""
    program = """
import displayio, time
displayio.release_displays()
time.sleep(20000)
seen = []
for look in range(100):
    seen.append(time.monotonic())
    time.sleep(0.001)
print(len({int(moment * 128) for moment in seen}) == len(set(seen)), len(set(seen)))
"""
    exact, steps = strictly(program, seconds=20010).split()
    assert exact == "True" and 12 <= int(steps) <= 15


FUNCTIONS = ("math.sin", "math.cos", "math.floor", "math.sqrt", "math.atan", "math.exp")
DEEPEST = 4


def number(random):
    kind = random.random()
    if kind < 0.3:
        return repr(round(random.uniform(-100, 100), random.randrange(1, 6)))
    if kind < 0.5:
        return repr(random.randrange(-50, 50))
    if kind < 0.6:
        return f"{random.uniform(1, 10):.4f}e{random.randrange(-9, 9)}"
    return random.choice("abcd")


def expression(random, depth=0):
    kind = random.random()
    if depth == DEEPEST or kind < 0.25:
        return number(random)
    inner = expression(random, depth + 1)
    if kind < 0.85:
        operator = random.choice(["+", "-", "*", "/", "//", "%"])
        return f"({inner} {operator} {expression(random, depth + 1)})"
    if kind < 0.9:
        return f"abs({inner})"
    if kind < 0.95:
        return f"{random.choice(FUNCTIONS)}(abs({inner}) % 50)"
    return f"round({inner}, {random.randrange(4)})"


def expressions(seed, count):
    random = Random(seed)
    return [expression(random) for _ in range(count)]


def program(texts):
    return ARITHMETIC + "\n".join(f"told(lambda: {text})" for text in texts) + "\n"


@pytest.mark.skipif(bool(firmware.missing()), reason=firmware.missing())
@pytest.mark.parametrize("seed", seeds.some(2))
def test_random_arithmetic_gives_what_a_firmware_gives(write_program, seed):
    """C libraries calculate `exp` and the like in different ways, so a last bit may differ."""
    texts = expressions(seed, COUNT)
    folder = write_program(program(texts))
    with PyPortal(folder, engine="firmware") as portal:
        portal.run(60)
        assert not portal.running
        wanted = portal.serial.replace("\r", "").splitlines()
    told = printed(folder, strict=True).splitlines()
    assert len(told) == len(wanted) == COUNT
    differing = [(text, ours, theirs) for text, ours, theirs in
                 zip(texts, told, wanted, strict=True) if ours != theirs]
    assert len(differing) <= COUNT // 100, differing
