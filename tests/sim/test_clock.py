# SPDX-License-Identifier: MIT
"""Virtual time: what is due happens at its exact moment, also while a program works."""

import pytest

from sim.clock import MS, NEVER, Clock


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


@pytest.fixture
def clock():
    """A clock; `seen` lists what happens, `event` makes something that does."""
    clock = Clock(0)
    clock.seen = []

    def event(name, takes=0, advances=0):
        def happen():
            clock.seen.append((name, clock.now))
            clock.take(takes)
            clock.advance(advances)
        return happen

    clock.event = event
    return clock


def test_events_happen_in_the_order_of_their_moments_and_then_of_their_making(clock):
    for when, name in (10, "a"), (10, "b"), (5, "c"), (20, "d"), (0, "now"):
        clock.at(when, clock.event(name))
    clock.advance(9)
    assert (clock.seen, clock.now, clock.next_event) == ([("now", 0), ("c", 5)], 9, 10)
    clock.advance(11)
    assert clock.seen[2:] == [("a", 10), ("b", 10), ("d", 20)]


def test_an_event_delays_a_program_that_works_and_not_one_that_waits(clock):
    clock.at(10, clock.event("draws", takes=7))
    clock.advance(20)
    assert clock.now == 27
    clock.at(30, clock.event("draws", takes=7))
    clock.wait(20)
    assert clock.now == 47
    clock.at(50, clock.event("draws long", takes=40))
    clock.wait(20)
    assert clock.now == 90


def test_time_that_passes_in_an_event_delays_the_next(clock):
    clock.at(10, clock.event("a", advances=4))
    clock.at(12, clock.event("b"))
    clock.advance(20)
    assert (clock.seen, clock.now) == ([("a", 10), ("b", 14)], 24)


def test_what_falls_due_in_a_block_happens_after_it(clock):
    clock.at(5, clock.event("a"))
    with clock.held(), clock.held():
        clock.advance(7)
    assert clock.seen == []
    clock.advance(0)
    assert clock.seen == [("a", 7)]


@pytest.mark.parametrize("pass_time", [Clock.advance, Clock.wait, Clock.beat])
def test_a_frontend_pauses_the_program_at_its_deadline_after_what_happens_then(clock, pass_time):
    def pause():
        clock.seen.append(("paused", clock.now))
        clock.deadline = NEVER

    clock.on_deadline, clock.deadline = pause, 10
    clock.at(10, clock.event("a"))
    pass_time(clock, 20)
    assert (clock.seen, clock.now) == ([("a", 10), ("paused", 10)], 20)


def test_an_event_that_fails_leaves_a_clock_that_goes_on(clock):
    clock.at(5, lambda: 1 / 0)
    clock.at(6, clock.event("b"))
    with pytest.raises(ZeroDivisionError):
        clock.advance(9)
    assert clock.now == 5
    clock.advance(9)
    assert (clock.seen, clock.now) == ([("b", 6)], 14)
