# SPDX-License-Identifier: MIT
"""A flood of text at the terminal: only what can be seen is written, and it is right."""

import pytest

from instantly import PyPortal
from sim.display.terminalscreen import KEPT
from sim.display.vt100 import Vt100
from terminalrows import COLUMNS, PICTURE, ROWS, seen_rows


def test_what_is_printed_behind_a_picture_costs_nothing_on_the_bus(write_program):
    sent = []
    for line in "pass", "print('line')":
        with PyPortal(write_program(PICTURE + f"""
while True:
    time.sleep(0.01)
    {line}
""")) as portal:
            portal.run(0.1)
            before = portal.bus_bytes
            portal.run(1)
            sent.append((before, portal.bus_bytes))
    assert sent[0] == sent[1]
    assert sent[0][0] == sent[0][1]


def test_of_a_flood_of_lines_only_those_that_can_be_seen_are_written(write_program, monkeypatch):
    lines, write = [], Vt100.write

    def count(screen, text):
        lines.append(text.count("\n"))
        write(screen, text)

    monkeypatch.setattr(Vt100, "write", count)
    with PyPortal(write_program("n = 0\nwhile True:\n    n += 1\n    print('line', n)")) as portal:
        portal.run(0.2)
        assert seen_rows(portal)[0].startswith("line ")
        assert portal.serial.count("\n") > 10 * max(lines)
        assert max(lines) <= KEPT * ROWS


@pytest.mark.parametrize("start", ["", "12345", "\x1b[3;9r", "\t", "\x1b[5;7H"])
@pytest.mark.parametrize("columns", [0, 1, 52])
def test_of_a_flood_in_one_line_the_same_is_seen(start, columns, write_program):
    """Printed at once, and in parts that are each shown."""
    whole = f"start, text = {start!r}, ''.join(chr(33 + n % 90) for n in range(6000 + {columns}))\n"
    parts = ("for n in range(0, len(text), 50):\n"
             "    print(text[n:n + 50], end='')\n    time.sleep(0.02)")
    seen = []
    for how in "print(text, end='')", parts:
        text = f"import time\n{whole}print(start, end='')\ntime.sleep(0.02)\n{how}\ntime.sleep(9)"
        with PyPortal(write_program(text)) as portal:
            portal.run(8)
            seen.append(seen_rows(portal))
    assert seen[0] == seen[1]


def test_of_a_flood_in_one_line_only_its_end_is_written(write_program, monkeypatch):
    lengths, write = [], Vt100.write

    def count(screen, text):
        lengths.append(len(text))
        write(screen, text)

    monkeypatch.setattr(Vt100, "write", count)
    with PyPortal(write_program("print('x' * 100_000)")) as portal:
        portal.run(0.5)
    assert 0 < max(lengths) < 2 * (KEPT + 1) * ROWS * COLUMNS
