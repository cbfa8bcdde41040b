# SPDX-License-Identifier: MIT
"""The clock of a board whose program has used up the stack."""

import sys
from contextlib import suppress

import pytest

from sim.clock import Clock

STEP = 10


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
    clock = Clock(0, pause)
    clock.at(STEP, happen)
    limit = sys.getrecursionlimit()
    climb()
    clock.advance(STEP)
    assert happened == list(range(STEP, clock.now + 1, STEP))
    assert len(happened) > 100
    assert sys.getrecursionlimit() == limit
