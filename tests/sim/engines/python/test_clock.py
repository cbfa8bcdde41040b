# SPDX-License-Identifier: MIT
"""The board's clock: what happens when, and where a program has used up the stack."""

import sys
from contextlib import suppress

import pytest

from sim.clock import MS, SECOND, Clock, nanoseconds

STEP = 10


@pytest.fixture
def paused():
    """The moments at which the clock paused; each deadline is followed by one a second later."""
    return []


@pytest.fixture
def clock(paused):
    def pause():
        paused.append(clock.now)
        clock.deadline = clock.now + SECOND

    clock = Clock(0)
    clock.on_deadline = pause
    return clock


@pytest.mark.parametrize(("act", "end"), [
    (lambda clock: clock.advance(5), 12),
    (lambda clock: clock.wait(5), 10),
    (lambda clock: clock.wait(20), 20),
    (lambda clock: clock.wait(20, lambda: False), 10),
])
def test_what_an_event_takes_delays_work_and_goes_by_in_a_wait(clock, act, end):
    start = clock.now
    clock.at(start + 3, lambda: clock.take(7))
    act(clock)
    assert clock.now - start == end


def test_an_iteration_takes_ten_microseconds(clock):
    for _ in range(100):
        clock.beat()
    assert clock.now == MS


def test_seconds_are_those_of_now(clock):
    clock.advance(nanoseconds(1.5))
    assert (clock.now, clock.seconds) == (1_500_000_000, 1.5)


@pytest.mark.parametrize("step", [1, 3 * MS, 10 * SECOND])
def test_events_happen_at_their_moment_and_in_the_order_of_request(clock, step):
    happened = []
    for when, name in (7 * MS, "c"), (5 * MS, "a"), (5 * MS, "b"), (0, "first"):
        clock.at(when, lambda name=name: happened.append((clock.now, name)))
    clock.advance(4 * MS)
    clock.at(2 * MS, lambda: happened.append((clock.now, "late")))
    clock.advance(0)
    assert happened == [(0, "first"), (4 * MS, "late")]
    while clock.now < 7 * MS:
        clock.advance(min(step, 8 * MS - clock.now) if step > 1 else MS)
    assert happened[2:] == [(5 * MS, "a"), (5 * MS, "b"), (7 * MS, "c")]


@pytest.mark.parametrize("how", ["advance", "beat"])
def test_it_pauses_at_each_deadline_and_goes_on(clock, paused, how):
    clock.deadline = 5 * MS + 1
    while clock.now < SECOND + 10 * MS:
        clock.advance(SECOND) if how == "advance" else clock.beat()
    assert paused == [5 * MS + 1, SECOND + 5 * MS + 1]


def test_what_is_asked_for_later_puts_no_deadline_off(clock, paused):
    clock.deadline = 5 * MS
    clock.at(7 * MS, lambda: None)
    clock.advance(6 * MS)
    assert paused == [5 * MS]


def test_what_is_due_when_an_iteration_ends_happens_with_it(clock):
    happened = []
    clock.at(20_000, lambda: happened.append(clock.now))
    clock.beat()
    assert happened == []
    clock.beat()
    assert happened == [20_000]


def test_a_deadline_in_the_past_is_now(clock, paused):
    clock.advance(MS)
    clock.deadline = 0
    clock.advance(0)
    assert paused == [MS]


def test_an_event_that_is_due_where_no_call_is_left_happens_once():
    def pause():
        pytest.fail("the deadline was never reached")

    def happen():
        clock.at(clock.now + STEP, happen)
        happened.append(clock.now)

    def climb():
        """Advances at every depth, the deepest first."""
        with suppress(RecursionError):
            climb()
        with suppress(RecursionError):
            clock.advance(STEP)

    happened = []
    clock = Clock(0)
    clock.on_deadline = pause
    clock.at(STEP, happen)
    limit = sys.getrecursionlimit()
    climb()
    clock.advance(STEP)
    assert happened == list(range(STEP, clock.now + 1, STEP))
    assert len(happened) > 100
    assert sys.getrecursionlimit() == limit


def test_time_that_an_event_needs_is_the_programs_and_nothing_happens_in_it(clock, paused):
    happened = []

    def read():
        clock.advance(3 * MS)
        clock.wait(MS)
        happened.append(("read", clock.now))

    clock.at(MS, read)
    clock.at(2 * MS, lambda: happened.append(("other", clock.now)))
    clock.advance(6 * MS)
    assert happened == [("read", 5 * MS), ("other", 5 * MS)] and clock.now == 10 * MS
    clock.at(11 * MS, read)
    clock.wait(6 * MS)
    assert happened[2:] == [("read", 15 * MS)] and clock.now == 16 * MS


def test_an_event_that_never_ends_is_paused_at_the_deadline(clock, paused):
    def spin():
        while len(paused) < 2:
            clock.beat()

    clock.deadline = 5 * MS
    clock.at(MS, spin)
    clock.advance(MS)
    assert paused == [5 * MS, 5 * MS + SECOND]


def test_what_is_due_while_nothing_may_happen_happens_afterwards(clock):
    happened = []
    clock.at(MS, lambda: happened.append(clock.now))
    with clock.held():
        clock.advance(2 * MS)
        assert not happened
    clock.advance(0)
    assert happened == [2 * MS]


def test_a_deadline_that_is_passed_while_nothing_may_happen_pauses(clock, paused):
    clock.deadline = clock.now + STEP
    with clock.held():
        clock.advance(STEP + 1)
    assert paused == [clock.now]
