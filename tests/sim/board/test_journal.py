# SPDX-License-Identifier: MIT
"""The journal of what happens on a board, in the time since the first power-on."""

import pytest

from sim.board.journal import Journal
from sim.clock import Clock


def noted(journal):
    return [(event.name, event.begin, event.end, event.facts) for event in journal.end()]


def test_only_what_ends_while_it_records_is_in_the_record():
    clock = Clock(100)
    journal = Journal(clock)
    journal.note("bus", "before")
    journal.begin()
    journal.note("bus", "now", size=1)
    journal.note("bus", "over", 90, 99)
    journal.note("bus", "running", 90, 104)
    clock.advance(5)
    with pytest.raises(KeyError), journal.span("bus", "work"):
        clock.advance(7)
        raise KeyError
    assert noted(journal) == [("now", 0, None, {"size": 1}), ("running", -10, 4, {}),
                              ("work", 5, 12, {})]
    journal.note("bus", "after")
    assert noted(journal) == []
