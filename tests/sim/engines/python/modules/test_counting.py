# SPDX-License-Identifier: MIT
"""Loops over `range` of a float: the core compiles them to counting. Oracle: what it printed."""

from tests.support.programs.programs import printed


def test_a_loop_counts_to_a_float_and_nothing_else_takes_one(write_program):
    assert printed(write_program("""
for i in range(2.5): print(i, end=" ")
for i in range(0.5, 3): print(i, end=" ")
for i in range(0, 3.5, 1): print(i, end=" ")
for i in range(2, -0.5, -1): print(i, end=" ")
for act in (lambda: list(range(2.5)), lambda: [i for i in range(2.5)]):
    try:
        act()
    except TypeError:
        print("TypeError", end=" ")
try:
    for i in range(0, 3, 1.5): print(i)
except TypeError:
    print("TypeError")
""")) == "0 1 2 0.5 1.5 2.5 0 1 2 3 2 1 0 TypeError TypeError TypeError\n"
