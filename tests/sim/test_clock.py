# SPDX-License-Identifier: MIT
"""Virtual time: what is due happens at its exact moment, also while a program works."""

from sim.clock import MS, Clock


def test_what_fell_due_while_a_program_worked_happens_at_its_own_moment():
    clock, seen = Clock(0), []
    for ms in (3, 5):
        clock.at(ms * MS, lambda: seen.append(clock.now))
    clock.now += 10 * MS  # as a block of code does
    clock.beat()
    assert seen == [3 * MS, 5 * MS]


def test_a_look_at_the_work_changes_no_moment():
    clock, seen, looks = Clock(0), [], []
    clock.on_work = lambda: looks.append(clock.now) or MS
    clock.at(3 * MS, lambda: seen.append(clock.now))
    for _ in range(20):
        clock.now += MS
        clock.beat()
    assert seen == [3 * MS]
    assert len(looks) == 20


def test_waiting_is_no_work():
    clock, looks = Clock(0), []
    clock.on_work = lambda: looks.append(clock.now) or MS
    clock.beat()
    clock.wait(100 * MS)
    clock.beat()
    assert len(looks) == 1
