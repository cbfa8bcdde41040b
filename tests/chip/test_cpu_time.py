# SPDX-License-Identifier: MIT
"""Cycles of instructions, against published ones, and the cache's part in them."""

import pytest

from tests.support.chip.bench import halves

pytest.importorskip("wasmtime")
from tests.support.chip.processor import Processor, State  # isort: skip


@pytest.fixture(scope="module")
def processor():
    return Processor()


# Cortex-M4 Technical Reference Manual, table 3-1 and load/store timings (3.3.2)
@pytest.mark.parametrize("name, code, cycles", [
    ("adds r0, r1, r2", [0x1888], 1),
    ("ldr r0, [r7]", [0x6838], 2),
    ("ldr r0, [r7]; ldr r1, [r7]; ldr r2, [r7]", [0x6838, 0x6839, 0x683A], 4),
    ("ldr r0, [r7]; ldr r1, [r7, r2]; str r1, [r7]", [0x6838, 0x58B9, 0x6039], 4),
    ("ldr r5, [r6]; ldr r0, [r5]: waits for r5", [0x6835, 0x6828], 4),
    ("adds r7, #0; ldr r0, [r7]: waits for r7", [0x3700, 0x6838], 4),
    ("str r0, [r7]; ldr r0, [r7]", [0x6038, 0x6838], 3),
    ("str r0, [r7, r2]", [0x50B8], 2),
    ("str r0, [r7]", [0x6038], 1),
    ("ldm r7, {r0, r1, r2, r3}", [0xE897, 0x000F], 5),
    ("push {r0, r1}", [0xB403], 3),
    ("b behind the next", [0xE000, 0xBF00], 2),
    ("umull r0, r1, r2, r3", [0xFBA2, 0x0103], 1),
    ("mls r0, r1, r2, r3", [0xFB01, 0x3012], 2),
    ("vadd.f32 s0, s1, s2", [0xEE30, 0x0A81], 1),
    ("vdiv.f32 s0, s1, s2", [0xEE80, 0x0A81], 14),
    ("vfma.f32 s0, s1, s2", [0xEEA0, 0x0A81], 3),
])
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
