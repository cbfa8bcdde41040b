# SPDX-License-Identifier: MIT
"""How often an address may post, by a clock that the tests turn."""

from tools.scoreboard.limits import ADDRESSES, SECONDS_EACH, Rates


def test_a_burst_then_one_in_so_many_seconds():
    rates = Rates(burst=3)
    assert [rates.wait("a", 100) for _ in range(5)] == [0, 0, 0, SECONDS_EACH, SECONDS_EACH]
    assert rates.wait("b", 100) == 0
    assert rates.wait("a", 100 + SECONDS_EACH) == 0
    assert rates.wait("a", 100 + SECONDS_EACH) == SECONDS_EACH
    assert [rates.wait("a", 1000) for _ in range(4)] == [0, 0, 0, SECONDS_EACH]


def test_only_so_many_addresses_are_remembered():
    rates = Rates(burst=1)
    for number in range(3 * ADDRESSES):
        rates.wait(str(number), 0)
    assert len(rates._rested) == ADDRESSES
    assert rates.wait(str(3 * ADDRESSES - 1), 0) > 0
