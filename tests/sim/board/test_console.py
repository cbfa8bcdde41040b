# SPDX-License-Identifier: MIT
"""The console's log: the whole output, or its end when it becomes too long."""

import tracemalloc

from sim.board.console import LOG_PIECES, TextLog


def test_all_pieces_are_kept_in_order():
    log = TextLog()
    for number in range(LOG_PIECES + 10):
        log.add(f"{number} ")
    assert log.text == "".join(f"{number} " for number in range(LOG_PIECES + 10))
    assert log.count == len(log.text)


def test_text_since_a_moment_can_be_read():
    log = TextLog()
    log.add("one ")
    moment = log.count
    assert log.since(moment) == ""
    log.add("two ")
    log.add("three")
    assert log.since(moment) == "two three"
    assert log.since(log.count - 2) == "ee"
    assert log.text == "one two three"
    assert log.since(moment) == "two three"


def test_a_text_that_is_too_long_keeps_its_end():
    log = TextLog(limit=1000)
    for number in range(5000):
        log.add(f"{number:9}\n")
    assert log.text == "".join(f"{number:9}\n" for number in range(4900, 5000))
    assert log.count == 50_000
    assert log.since(49_990) == "     4999\n"
    log.add("x" * 3000)
    assert log.text == "x" * 1000


def test_an_endless_text_does_not_fill_the_memory():
    log = TextLog(limit=10_000)
    tracemalloc.start()
    for _ in range(20):
        for number in range(5000):
            log.add(str(number + 1000))
    used = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert used < 1_000_000
