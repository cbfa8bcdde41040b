# SPDX-License-Identifier: MIT
"""Cycles of instructions, against published ones, and the cache's part in them."""

import pytest

from tests.support.chip.bench import halves
from tests.support.chip.processor import Processor, State


@pytest.fixture(scope="module")
def processor():
    return Processor()


# Cortex-M4 Technical Reference Manual, table 3-1 and load/store timings (3.3.2)
@pytest.mark.parametrize("name, code, cycles", [
    ("adds r0, r1, r2", [6280], 1),
    ("ldr r0, [r7]", [26680], 2),
    ("ldr r0, [r7]; ldr r1, [r7]; ldr r2, [r7]", [26680, 26681, 26682], 4),
    ("ldr r0, [r7]; ldr r1, [r7, r2]; str r1, [r7]", [26680, 22713, 24633], 4),
    ("ldr r5, [r6]; ldr r0, [r5]: waits for r5", [26677, 26664], 4),
    ("adds r7, #0; ldr r0, [r7]: waits for r7", [14080, 26680], 4),
    ("str r0, [r7]; ldr r0, [r7]", [24632, 26680], 3),
    ("str r0, [r7, r2]", [20664], 2),
    ("str r0, [r7]", [24632], 1),
    ("ldm r7, {r0, r1, r2, r3}", [59543, 15], 5),
    ("push {r0, r1}", [46083], 3),
    ("b behind the next", [57344, 48896], 2),
    ("umull r0, r1, r2, r3", [64418, 259], 1),
    ("mls r0, r1, r2, r3", [64257, 12306], 2),
    ("vadd.f32 s0, s1, s2", [60976, 2689], 1),
    ("vdiv.f32 s0, s1, s2", [61056, 2689], 14),
    ("vfma.f32 s0, s1, s2", [61088, 2689], 3)])
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
