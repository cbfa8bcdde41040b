# SPDX-License-Identifier: MIT
"""Pins: PORT, EIC, the display's bus and the NeoPixels' wire, by their registers."""

import pytest

from tests.support.chip.bench import Bench, Program

PORT_A, PORT_B, EIC = 0x41008000, 0x41008080, 0x40002800
DIRSET, OUTCLR, OUTSET, OUTTGL, IN, WRCONFIG, PINCFG = 0x08, 0x14, 0x18, 0x1C, 0x20, 0x28, 0x40
LOW, HIGH, FLOATS, UP, DOWN = range(5)


def test_an_output_is_told_to_the_board_and_reads_back():
    program = (Program().write(PORT_A + OUTSET, 1 << 5).write(PORT_A + DIRSET, 1 << 5)
               .read(PORT_A + IN).write(PORT_A + OUTTGL, 1 << 5).read(PORT_A + IN))
    bench = Bench()
    assert bench.run(program) == [1 << 5, 0]
    assert bench.heard("pin") == [(5, HIGH), (5, LOW)]


def test_a_pull_gives_way_to_what_drives_the_pin_outside():
    program = (Program().write(PORT_A + PINCFG + 4, 6, 1).write(PORT_A + OUTSET, 1 << 4)
               .read(PORT_A + IN).write(0x20002000, 1).wait(0x20002000, 1, 0).read(PORT_A + IN))
    bench = Bench()
    bench.power_on(program)
    bench.proceed(0.001)
    bench.chip_drive_pin(4, 0)
    bench.write(bench.chip_ram() + 0x2000, bytes(4))
    bench.proceed(0.001)
    assert [bench.word(0x20001000 + 4 * k) for k in range(2)] == [1 << 4, 0]
    assert bench.heard("pin") == [(4, DOWN), (4, UP)]


def test_wrconfig_gives_many_pins_a_function_at_once():
    upper = 1 << 31 | 1 << 30 | 1 << 28 | 4 << 24 | 1 << 16
    program = Program().write(PORT_A + WRCONFIG, upper | 0b11).read(PORT_A + 0x38, 1) \
        .read(PORT_A + PINCFG + 16, 1).read(PORT_A + PINCFG + 17, 1).read(PORT_A + PINCFG + 18, 1)
    assert Bench().run(program) == [0x44, 1, 1, 0]


def test_a_reset_lets_the_pins_go():
    bench = Bench()
    bench.run(Program().write(PORT_A + DIRSET, 1 << 5))
    bench.chip_power_on(16)
    assert bench.heard("pin") == [(5, LOW), (5, FLOATS)]


@pytest.mark.parametrize("sense, levels, count", [(1, (0, 1), 1), (2, (1, 0), 1), (1, (1, 0), 1),
                                                  (2, (0,), 0), (3, (0,), 0), (3, (1,), 1)])
def test_a_line_interrupts_at_the_edges_it_is_set_to(sense, levels, count):
    program = (Program().write(PORT_A + 0x32, 0, 1).write(PORT_A + PINCFG + 4, 3, 1)
               .write(EIC + 0x1C, sense << 16).write(EIC, 2).write(EIC + 0x10, 1 << 4)
               .allow(12 + 4).write(0x20002000, 1).wait(0x20002000, 1, 0).delay(1000))
    bench = Bench()
    bench.power_on(program)
    bench.chip_drive_pin(4, 0)
    bench.proceed(0.001)
    for k, level in enumerate(levels):
        bench.chip_drive_pin_later(4, level, bench.chip_now() + 1000 + 1000 * k)
    bench.wait(0.001)
    assert bench.interrupts(12 + 4) == count


def test_pulses_arrive_at_their_cycles():
    program = Program().wait(PORT_A + IN, 1 << 4, 1 << 4).write(PORT_A + DIRSET, 1 << 5).wait(
        PORT_A + IN, 1 << 4, 0).write(PORT_A + OUTSET, 1 << 5)
    bench = Bench()
    bench.power_on(program)
    bench.chip_drive_pin_later(4, 0, 90_000)
    bench.chip_drive_pin_later(4, 1, 50_000)
    bench.proceed(0.01)
    rose, fell = [call.cycle for call in bench.calls if call.name == "pin"]
    assert 50_000 <= rose < 50_100
    assert 90_000 <= fell < 90_100


def strobe(program, byte, is_data):
    """One write cycle on the display's bus of a PyPortal."""
    program.write(PORT_A + 0x12, byte, 1)
    program.write(PORT_B + (OUTSET if is_data else OUTCLR), 1 << 5)
    return program.write(PORT_B + OUTCLR, 1 << 9).write(PORT_B + OUTSET, 1 << 9)


def test_the_panel_gets_a_window_with_its_pixels_and_other_commands_apart():
    program = Program().write(PORT_B + DIRSET, 1 << 9 | 1 << 5 | 1 << 6)
    program.write(PORT_A + DIRSET, 0xFF0000)
    for byte, is_data in (0x36, 0), (3, 1), (0x2A, 0), (1, 1), (2, 1):
        strobe(program, byte, is_data)
    program.write(PORT_B + OUTSET, 1 << 6)
    strobe(program, 0x55, 1)
    program.write(PORT_B + OUTCLR, 1 << 6)
    for byte, is_data in (0x2C, 0), (0xF8, 1), (0x2B, 0), (7, 1):
        strobe(program, byte, is_data)
    bench = Bench()
    bench.run(program)
    calls = [(call.name, call.values) for call in bench.calls]
    assert calls == [("panel", (b"\x36", 0b1)), ("panel", (b"\3", 0)),
                    ("panel", (b"\x2a\1\2\x2c\xf8", 0b1001))]


def test_pulses_on_the_pixels_wire_are_bytes():
    program = Program().write(PORT_B + DIRSET, 1 << 22)
    for bit in f"{0x81:08b}{0x0F:08b}":
        program.write(PORT_B + OUTSET, 1 << 22).delay(40 if bit == "1" else 5)
        program.write(PORT_B + OUTCLR, 1 << 22).delay(20)
    bench = Bench()
    bench.run(program)
    bench.wait(0.001)
    assert bench.heard("pixels") == [(b"\x81\x0f",)]
    assert bench.heard("pin") == []
