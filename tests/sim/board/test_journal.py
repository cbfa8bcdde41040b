# SPDX-License-Identifier: MIT
"""The journal of what happens on a board, in the time since the first power-on."""

import pytest

from sim.board.journal import Journal
from sim.clock import Clock


@pytest.fixture
def clock():
    return Clock(100)


def noted(journal):
    return [(event.name, event.begin, event.end, event.facts) for event in journal.end()]


def test_only_what_ends_while_it_records_is_in_the_record(clock):
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


def test_the_next_boards_journal_goes_on_after_a_reset(clock):
    journal, other = Journal(clock), Journal(Clock(-1000))
    journal.begin()
    clock.advance(15)
    journal.note("bus", "old")
    other.follow(journal)
    other.note("bus", "new")
    other.note("bus", "later", -500, -400)
    assert noted(other) == [("old", 15, None, {}), ("new", 15, None, {}), ("later", 515, 615, {})]


def test_the_calls_of_a_program_are_spans_and_those_of_others_are_not(clock):
    journal = Journal(clock)
    program = {"__builtins__": {}, "clock": clock, "outer": len}
    exec("def inner(): clock.advance(3)\ndef outer(): clock.advance(2); inner()", program)
    journal.begin()
    with journal.calls(program["__builtins__"]):
        program["outer"]()
    assert [event[:3] for event in noted(journal)] == [("inner", 2, 5), ("outer", 0, 5)]
