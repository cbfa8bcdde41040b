# SPDX-License-Identifier: MIT
"""Numbers with very many digits, and texts that are wider than the memory, as on a board."""

import sys

import pytest

from sim import PyPortal

NUMBERS = {
    "len(str(10**5000))": 5001,
    "int('9' * 5000) % 7": (10**5000 - 1) % 7,
    "int(str(10**4400)) == 10**4400": True,
    "len('%d' % (10**4400))": 4401,
    "len('{}'.format(-10**4400))": 4402,
    "len(f'{10**4400:d}')": 4401,
    "len(repr([10**4400]))": 4403,
    "1" * 5000 + " % 9": sum([1] * 5000) % 9,
}
# Texts whose width or precision is more than a board's memory.
WIDE = ["'{:0999999999d}'.format(1)", "'%0999999999d' % 1", "'%999999999s' % 'x'",
        "f'{1:999999999}'", "f'{1.5:.999999999f}'", "'{:>{}}'.format(1, 999999999)",
        "'%*d' % (999999999, 1)", "'{:999999999}'.format('x')", "'%.999999999f' % 1.5",
        "'x'.center(999999999)", "(1).to_bytes(999999999, 'big')"]


def printed(write_program, calls, **options):
    lines = "".join(f"try:\n    print({call})\nexcept MemoryError:\n    print('MemoryError')\n"
                    for call in calls)
    with PyPortal(write_program(lines), **options) as portal:
        portal.run(400)
        return portal.serial.splitlines()


def test_numbers_of_thousands_of_digits_are_converted(write_program):
    assert printed(write_program, NUMBERS) == [str(value) for value in NUMBERS.values()]


def test_the_computers_own_limit_of_digits_stays_as_it_is(write_program):
    before = sys.get_int_max_str_digits()
    program = write_program("import time\nprint(len(str(10**5000)))\ntime.sleep(1)\n")
    with PyPortal(program) as first, PyPortal(program) as second:
        for portal in first, second, first, second:
            portal.run(0.7)
            assert sys.get_int_max_str_digits() == before
            with pytest.raises(ValueError, match="4300"):
                int("9" * 5000)
        assert first.serial == second.serial == "5001\n"


def test_a_text_wider_than_the_memory_is_refused_before_it_is_made(write_program):
    assert printed(write_program, WIDE) == ["MemoryError"] * len(WIDE)
