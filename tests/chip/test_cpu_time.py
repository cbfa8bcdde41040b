# SPDX-License-Identifier: MIT
"""Cycles of instructions, against published ones, and the cache's part in them."""

import pytest

from tests.support.chip.bench import halves
from tests.support.chip.processor import Processor, State
from tests.support.tables import texts


@pytest.fixture(scope="module")
def processor():
    return Processor()


# Cortex-M4 Technical Reference Manual, table 3-1 and load/store timings (3.3.2)
@pytest.mark.parametrize("name, code, cycles", texts(__file__)["instruction_takes"])
def test_an_instruction_takes_its_cycles(processor, name, code, cycles):
    state = State().with_registers(r6=0x20001000, r7=0x20001000, r13=0x20002000)
    assert processor.time_of(halves(*code), state) == cycles


@pytest.mark.parametrize("dividend, divisor, cycles", [(1, 7, 2), (100, 7, 4), (0xFFFFFFFF, 1, 10)])
def test_a_division_takes_longer_the_longer_its_result(processor, dividend, divisor, cycles):
    state = State().with_registers(r1=dividend, r2=divisor)
    assert processor.time_of(halves(0xFBB1, 0xF0F2), state) == cycles


# The loops with which CircuitPython times NeoPixels on a SAMD51, measured there with an
# oscilloscope at 120 MHz: 300, 388 and 548 ns (ports/atmel-samd/common-hal/neopixel_write).
# Some cycles around the loop belong to each.
@pytest.mark.parametrize("rounds, nanoseconds", [(11, 300), (15, 388), (20, 548)])
def test_a_waiting_loop_takes_what_was_measured_on_a_board(processor, rounds, nanoseconds):
    taken = processor.time_of(halves(0x2600 | rounds, 0x3E01, 0xD1FD))  # movs r6; subs r6; bne
    assert taken == 3 * rounds
    assert 0 <= nanoseconds * 0.12 - taken < 6


def test_without_the_cache_each_line_waits_for_the_flash(processor):
    code = halves(*[0xBF00] * 32)  # four lines of NOP
    cached, uncached = (processor.time_of(code, cached=on) for on in (True, False))
    assert cached == 32
    assert uncached - cached in range(3 * 5, 5 * 5 + 1)
