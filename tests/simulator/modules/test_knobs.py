# SPDX-License-Identifier: MIT
"""Knobs and counters at the pins: every step and every edge, by the virtual clock."""

import pytest

from instantly import PyPortal


def turn(portal, quarters):
    """A knob between D3 and D4, by quarters of a detent: a leads b."""
    cycle = [(False, True), (False, False), (True, False), (True, True)]
    for quarter in range(1, abs(quarters) + 1):
        a, b = cycle[(quarter - 1) % 4] if quarters > 0 else cycle[(3 - quarter) % 4]
        portal.pins["D3"].set(a)
        portal.pins["D4"].set(b)
        portal.run(0.01)


@pytest.mark.parametrize(("divisor", "quarters", "position"),
                         [(4, 12, 3), (4, -12, -3), (2, 8, 4), (1, -4, -4), (4, 3, 0)])
def test_a_knob_is_followed_both_ways(write_program, divisor, quarters, position):
    portal = PyPortal(write_program(f"""
import board, rotaryio
knob = rotaryio.IncrementalEncoder(board.D3, board.D4, {divisor})
input()
print(knob.position)
knob.position = 7
print(knob.position)
"""))
    portal.run(0.1)
    turn(portal, quarters)
    portal.type("\n")
    portal.run(0.1)
    assert portal.serial == f"{position}\n7\n"


def test_a_knob_turned_there_and_back_is_where_it_was(write_program):
    portal = PyPortal(write_program("""
import board, rotaryio
knob = rotaryio.IncrementalEncoder(board.D3, board.D4)
while True:
    input()
    print(knob.position)
"""))
    portal.run(0.1)
    for quarters in (8, -8):
        turn(portal, quarters)
        portal.type("\n")
        portal.run(0.1)
    there, back = map(int, portal.serial.split())
    assert (abs(there), back) == (2, 0)


@pytest.mark.parametrize(("edge", "count"), [("RISE", 3), ("FALL", 4), ("RISE_AND_FALL", 7)])
def test_a_counter_counts_the_edges_it_is_told_to(write_program, edge, count):
    portal = PyPortal(write_program(f"""
import board, countio, digitalio
counter = countio.Counter(board.D3, edge=countio.Edge.{edge}, pull=digitalio.Pull.UP)
input()
print(counter.count)
counter.reset()
print(counter.count)
"""))
    portal.run(0.1)
    for level in (False, True, False, None, False, False, True, False):
        portal.pins["D3"].set(level)
    portal.type("\n")
    portal.run(0.1)
    assert portal.serial == f"{count}\n0\n"
