# SPDX-License-Identifier: MIT
"""What the console keeps of what was printed: all of it, and the end of a text without end."""

import tracemalloc

from sim.program.textlog import PIECES, TextLog


def test_keeps_all_that_came_in_its_order():
    log = TextLog()
    for number in range(PIECES + 10):
        log.add(f"{number} ")
    assert log.text == "".join(f"{number} " for number in range(PIECES + 10))
    assert log.count == len(log.text)


def test_tells_what_came_since_a_moment():
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


def test_of_a_text_without_end_the_end_is_kept():
    log = TextLog(limit=1000)
    for number in range(5000):
        log.add(f"{number:9}\n")
    assert log.text == "".join(f"{number:9}\n" for number in range(4900, 5000))
    assert log.count == 50_000
    assert log.since(49_990) == "     4999\n"
    log.add("x" * 3000)
    assert log.text == "x" * 1000


def test_a_text_without_end_fills_no_memory():
    log = TextLog(limit=10_000)
    tracemalloc.start()
    for _ in range(20):
        for number in range(5000):
            log.add(str(number + 1000))
    used = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert used < 1_000_000
