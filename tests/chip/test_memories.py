# SPDX-License-Identifier: MIT
"""Memories that keep what they hold: program flash (NVMCTRL) and the drive's flash (QSPI)."""

import pytest

from tests.support.chip.bench import Bench, Program

NVMCTRL, QSPI, WINDOW = 0x41004000, 0x42003400, 0x04000000
ERASE_BLOCK, WRITE_PAGE, WRITE_QUAD, CLEAR = 1, 3, 4, 0x15
AT = 0xFE000  # the last block of 8 KB
READ, READ_MEMORY, WRITE, WRITE_MEMORY = (k << 12 for k in range(4))
INSTRUCTION, ADDRESS, DATA = 1 << 4, 1 << 5, 1 << 7


def nvm(program, command):
    program.write(NVMCTRL + 4, 0xA500 | command, 2)
    return program.wait(NVMCTRL + 0x12, 1, 1, 2)


def page(program, words, command=WRITE_PAGE, at=AT):
    nvm(program, CLEAR)
    for k, word in enumerate(words):
        program.write(at + 4 * k, word)
    program.write(NVMCTRL + 0x14, at)
    return nvm(program, command)


def erased(program):
    return nvm(program.write(NVMCTRL + 0x14, AT), ERASE_BLOCK)


def test_a_page_is_written_and_can_only_lose_bits():
    program = page(erased(Program()), [0x12345678, 0xFFFF0000])
    page(program, [0xFF00FF00, 0x0000FFFF]).read(AT).read(AT + 4).read(AT + 8)
    bench = Bench()
    assert bench.run(program) == [0x12005600, 0, 0xFFFFFFFF]
    assert bench.heard("programmed") == [(0, AT, 8192, 1), (0, AT, 512, 0), (0, AT, 512, 0)]


def test_a_quad_word_is_written_alone():
    program = page(erased(Program()), [1, 2, 3, 4], WRITE_QUAD, AT + 0x20).read(AT + 0x2C).read(AT)
    bench = Bench()
    assert bench.run(program) == [4, 0xFFFFFFFF]
    assert bench.heard("programmed")[-1] == (0, AT + 0x20, 16, 0)


def test_a_command_without_its_key_is_refused():
    program = Program().write(NVMCTRL + 0x14, AT).write(NVMCTRL + 4, ERASE_BLOCK, 2) \
        .read(NVMCTRL + 0x10, 2)
    bench = Bench()
    assert bench.run(program) == [4]
    assert bench.heard("programmed") == []


def test_a_page_reads_as_written_before_its_write_ends():
    program = nvm(Program(), CLEAR).write(AT, 0x12345678).write(NVMCTRL + 0x14, AT)
    program.write(NVMCTRL + 4, 0xA500 | WRITE_PAGE, 2).read(NVMCTRL + 0x12, 2).read(AT)
    is_busy, found = Bench().run(program)
    assert (is_busy & 1, found) == (0, 0x12345678)


def frame(program, instruction, kind, parts, address=None):
    if address is not None:
        program.write(QSPI + 0x30, address)
    return program.write(QSPI + 0x34, instruction).write(QSPI + 0x38, kind | INSTRUCTION | parts)


def end(program):
    program.write(QSPI, 1 << 24 | 2).wait(QSPI + 0x1C, 1 << 10, 1 << 10)
    return program.write(QSPI + 0x1C, 1 << 10)


def command(program, instruction, address=None):
    return end(frame(program, instruction, WRITE, ADDRESS if address is not None else 0, address))


def ready(program):
    """Wait until the flash chip is no longer busy."""
    frame(program, 5, READ, DATA).wait(WINDOW, 1, 0, 1)
    return end(program)


def programmed(program, address, words):
    frame(command(program, 6), 2, WRITE_MEMORY, ADDRESS | DATA)
    for k, word in enumerate(words):
        program.write(WINDOW + address + 4 * k, word)
    return ready(end(program))


def started():
    return Program().write(QSPI, 2).write(QSPI + 8, 1 << 8)


def test_the_flash_chip_says_what_it_is():
    program = started()
    frame(program, 0x9F, READ, DATA).read(WINDOW, 1).read(WINDOW + 1, 1).read(WINDOW + 2, 1)
    assert Bench().run(end(program)) == [0xEF, 0x40, 0x17]


def test_the_drive_is_programmed_erased_and_read_in_four_lanes():
    program = programmed(started(), 0x12340, [0xCAFEF00D, 0x12345678])
    frame(program, 0x6B, READ_MEMORY | 8 << 16 | 2, ADDRESS | DATA)
    end(program.read(WINDOW + 0x12340).read(WINDOW + 0x12344).read(WINDOW + 0x12348))
    ready(command(command(program, 6), 0x20, 0x12345))
    end(frame(program, 0x0B, READ_MEMORY, ADDRESS | DATA).read(WINDOW + 0x12340))
    bench = Bench()
    assert bench.run(program) == [0xCAFEF00D, 0x12345678, 0xFFFFFFFF, 0xFFFFFFFF]
    assert bench.heard("programmed") == [(1, 0x12340, 8, 0), (1, 0x12000, 4096, 1)]
    assert bench.chip_now() == pytest.approx(0.0454 * 120e6, rel=0.01)


def test_nothing_is_written_without_write_enable():
    program = end(frame(started(), 2, WRITE_MEMORY, ADDRESS | DATA).write(WINDOW, 0))
    bench = Bench()
    bench.run(program)
    assert bytes(bench.read(bench.chip_storage(), 4)) == b"\xff" * 4


def test_the_serial_number_is_where_programs_look_for_it():
    bench = Bench()
    bench.chip_set_serial_number(1, 2, 3, 4)
    program = Program().read(0x8061FC).read(0x806010).read(0x806014).read(0x806018)
    assert bench.run(program) == [1, 2, 3, 4]
