# SPDX-License-Identifier: MIT
"""The strict machine's floats beside the core's, to the last digit."""

import pytest

import arithmetic
import core
import seeds
from programs import printed

COUNT = 300
# What the core makes of these, at cd3da4a5; it need not be there to ask.
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


def test_numbers_are_the_cores(write_program):
    told = printed(write_program(arithmetic.program(KNOWN)), strict=True).splitlines()
    assert dict(zip(KNOWN, told, strict=True)) == KNOWN


@pytest.mark.parametrize("seed", seeds.some(2))
def test_random_arithmetic_gives_what_it_gives_on_the_core(write_program, tmp_path_factory, seed):
    """But for a last bit of `exp` and the like, which C's libraries find by other ways."""
    core.require()
    texts = arithmetic.expressions(seed, COUNT)
    folder = write_program(arithmetic.program(texts))
    flash = tmp_path_factory.mktemp("core") / "flash.img"
    with core.power_on(core.image(folder, flash)) as board:
        board.run(30)
        wanted = board.serial.splitlines()
    told = printed(folder, strict=True).splitlines()
    assert len(told) == len(wanted) == COUNT
    differing = [(text, ours, theirs) for text, ours, theirs in
                 zip(texts, told, wanted, strict=True) if ours != theirs]
    assert len(differing) <= COUNT // 100, differing
