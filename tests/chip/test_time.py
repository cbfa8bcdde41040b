# SPDX-License-Identifier: MIT
"""Clocks and what counts them: GCLK, DPLL, RTC, WDT, TC and TCC, by their registers."""

import pytest

from tests.support.chip.bench import COUNTS, END, ENDED, FOUND, Bench, Program, halves, move

GCLK, OSCCTRL, RTC, WDT, RSTC, PM = (0x40001C00, 0x40001000, 0x40002400, 0x40002000, 0x40000C00,
                                     0x40000400)
TC0, TCC0, PORT_A = 0x40003800, 0x41016000, 0x41008000
SECOND = 120_000_000


def clocked(channel, generator=0):
    """A program that gives a peripheral its clock: generator 0 is the DFLL, 48 MHz."""
    return Program().write(GCLK + 0x80 + 4 * channel, 1 << 6 | generator)


def waves(bench):
    return [values for values in bench.heard("wave") if values[1]]


def function_e(program, pin):
    return program.write(PORT_A + 0x30 + pin // 2, 0x44, 1).write(PORT_A + 0x40 + pin, 1, 1)


@pytest.mark.parametrize("prescaler, hz", [(0, 48_000_000), (1, 24_000_000), (7, 46_875)])
def test_a_timer_counts_its_clock(prescaler, hz):
    program = (clocked(9).write(TC0, 0x02 | 2 << 2 | prescaler << 8).delay(60_000)
               .read(TC0 + 0x14))
    bench = Bench()
    count, = bench.run(program)
    assert count == pytest.approx(bench.chip_now() * hz / SECOND, rel=0.02, abs=2)


def test_a_divided_generator_and_a_dpll_clock_a_timer():
    # DPLL0 from the DFLL by generator 2, divided by 48: 1 MHz times 100; generator 3 halves it
    program = (Program().write(GCLK + 0x28, 48 << 16 | 1 << 8 | 6).write(GCLK + 0x84, 1 << 6 | 2)
               .write(OSCCTRL + 0x34, 99).write(OSCCTRL + 0x38, 0).write(OSCCTRL + 0x30, 2, 1)
               .wait(OSCCTRL + 0x40, 3, 3).write(GCLK + 0x2C, 2 << 16 | 1 << 8 | 7)
               .write(GCLK + 0x80 + 36, 1 << 6 | 3).write(TC0, 2 | 2 << 2).delay(60_000)
               .read(TC0 + 0x14))
    bench = Bench()
    count, = bench.run(program)
    assert count == pytest.approx(bench.chip_now() * 50e6 / SECOND, rel=0.02)


def test_a_timer_interrupts_at_its_overflows():
    # 48 MHz, top 47,999: each millisecond
    program = clocked(9).write(TC0 + 0x0C, 1, 1).write(TC0 + 0x1C, 47_999, 2).write(TC0 + 9, 1, 1) \
        .write(TC0, 2).allow(107).sleep().read(TC0 + 0x0A, 1).write(TC0 + 0x0A, 1, 1) \
        .wait(TC0 + 0x0A, 1, 1, 1)
    bench = Bench()
    assert bench.run(program) == [1]
    assert bench.interrupts(107) == 1
    assert bench.chip_now() == pytest.approx(0.002 * SECOND, rel=0.01)


def test_a_wave_of_a_timer_is_told_with_its_duty_and_its_end():
    program = function_e(clocked(9), 5).write(TC0 + 0x0C, 3, 1).write(TC0, 2) \
        .write(TC0 + 0x30, 47_999, 2).write(TC0 + 0x32, 12_000, 2).delay(100_000) \
        .write(PORT_A + 0x45, 0, 1)
    bench = Bench()
    bench.run(program)
    assert waves(bench)[-1] == (5, 120_000, 30_000)
    assert bench.heard("wave")[-1] == (5, 0, 0)


def test_a_wave_of_a_tcc_changes_at_the_end_of_its_period():
    program = Program().write(GCLK + 0x80 + 4 * 25, 1 << 6).write(PORT_A + 0x34, 0x55, 1) \
        .write(PORT_A + 0x48, 1, 1).write(TCC0 + 0x3C, 2).write(TCC0 + 0x40, 4799) \
        .write(TCC0 + 0x44, 1200).write(TCC0, 2).delay(1000).write(TCC0 + 0x70, 2400) \
        .read(TCC0 + 0x30).delay(20_000).read(TCC0 + 0x30).read(TCC0 + 0x44)
    bench = Bench()
    before, after, value = bench.run(program)
    assert (before >> 16 & 1, after >> 16 & 1, value) == (1, 0, 2400)
    assert waves(bench) == [(8, 12_000, 3000), (8, 12_000, 6000)]


def test_a_tcc_counts_and_interrupts():
    program = Program().write(GCLK + 0x80 + 4 * 25, 1 << 6).write(TCC0 + 0x40, 47_999) \
        .write(TCC0 + 0x28, 1).write(TCC0, 2).allow(85).sleep().read(TCC0 + 0x2C).read(TCC0 + 0x34)
    bench = Bench()
    flags, count = bench.run(program)
    assert flags & 1 and count < 100
    assert bench.interrupts(85) == 1
    assert bench.chip_now() == pytest.approx(0.001 * SECOND, rel=0.03)


def test_the_rtc_ticks_and_compares():
    program = Program().write(0x40001410, 5).write(RTC, 0x8202 | 1 << 8, 2) \
        .write(RTC + 0x20, 1639).write(RTC + 0xA, 0x100, 2).allow(11).sleep().read(RTC + 0x18)
    bench = Bench()
    count, = bench.run(program)
    assert count in (1639, 1640)
    assert bench.chip_now() == pytest.approx(0.2 * SECOND, rel=0.01)  # DIV4 of 32,768 Hz


def test_the_watchdog_resets_a_program_that_does_not_feed_it():
    hungry = Program().write(WDT + 1, 3, 1).write(WDT, 2, 1).delay(100_000_000)
    bench = Bench()
    bench.power_on(hungry)
    bench.wait(0.06)
    assert bench.heard("note") == []
    bench.wait(0.004)  # 64 ticks of 1,024 Hz
    assert bench.heard("note") == [(b"the watchdog bites",)]


def test_a_fed_watchdog_stays_quiet_and_the_cause_of_a_reset_is_told():
    fed = Program().read(RSTC, 1).write(WDT + 1, 3, 1).write(WDT, 2, 1)
    for _ in range(3):  # 25 ms each, and the dog bites after 64
        fed.delay(1_000_000).write(WDT + 0xC, 0xA5, 1)
    bench = Bench()
    assert bench.run(fed) == [1]
    assert bench.heard("note") == []


def test_backup_sleep_ends_with_a_reset_by_the_rtc():
    program = Program().read(RSTC, 1).write(0x40001410, 5).write(RTC, 0, 2).write(RTC + 0x24, 32) \
        .write(RTC + 0xA, 0x200, 2).write(RTC, 0x0B00, 2).write(PM + 1, 6, 1) \
        .write(RTC, 0x0B02, 2).sleep().delay(1_000_000_000)
    bench = Bench()
    bench.power_on(program)
    bench.wait(0.9)
    assert bench.word(0x20001000) == 1
    bench.wait(0.2)
    assert bench.word(0x20001000) == 0x80


# Cycles, fewer than a turn of a loop takes: a chip that runs for so many at a time skips none.
PART = 5


@pytest.mark.parametrize("counting", [
    [], [0x3701], [0x682A, 0x3201, 0x602A, 0x2200]])  # adds r7; ldr, adds, str r2, [r5]; movs r2
def test_a_waiting_loop_ends_the_same_whether_its_turns_are_skipped_or_executed(counting):
    program = Program().write(0x40001410, 5).write(RTC, 0x8102, 2)
    program.write(0x41006008, 1)  # the cache
    program.code += move(0, RTC + 0x18) + move(3, 2) + move(5, FOUND) + move(7, 0)
    # again: push {r1, r2}; ldr r1, [r0]; pop {r2, r4}; count; cmp r1, r3; bne again; str r7
    turn = [0xB406, 0x6801, 0xBC14, *counting, 0x4299]
    program.code += halves(*turn, 0xD100 | (0xFE - len(turn)), 0x606F)
    ends = []
    for step in 9_000, PART:
        bench = Bench()
        bench.power_on(program)
        while bench.chip_now() < 9_000:
            bench.chip_run(min(9_000, bench.chip_now() + step))
        ends.append((bench.chip_now(), bench.chip_instructions(), bench.word(FOUND),
                     bench.word(FOUND + 4)))
        assert bench.word(END) == ENDED
    assert ends[0] == ends[1]


@pytest.mark.parametrize("between", [
    [], [0xB403, 0xBC03], [0xBF00] * 3000],  # push and pop; more code than the cache holds
    ids=["tight", "with a stack", "beyond the cache"])
def test_a_loop_that_waits_for_an_interrupt_ends_the_same_whether_its_turns_are_skipped(between):
    timer = 107
    program = clocked(9).write(0x41006008, 1).write(TC0 + 0x0C, 1, 1)
    program.write(TC0 + 0x1C, 1_199, 2).write(TC0 + 9, 1, 1).write(TC0, 2).allow(timer)
    program.code += move(0, COUNTS + 4 * (16 + timer))
    # again: ldr r1, [r0]; cmp r1, #0; bne behind; b.w again
    back = -2 * (5 + len(between))
    program.code += halves(0x6801, *between, 0x2900, 0xD101, 0xF400 | back >> 12 & 0x3FF,
                           0xB800 | back >> 1 & 0x7FF)
    ends = []
    for step in 15_000, PART:
        bench = Bench()
        bench.power_on(program)
        while bench.chip_now() < 15_000:
            bench.chip_run(min(15_000, bench.chip_now() + step))
        assert bench.word(END) == ENDED and bench.interrupts(timer) == 1
        ends.append((bench.chip_now(), bench.chip_instructions(),
                     bytes(bench.read(bench.chip_ram(), 0x40000))))
    assert ends[0] == ends[1]
