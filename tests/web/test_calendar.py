# SPDX-License-Identifier: MIT
"""The board's clock has the browser's date, or one that the address gives."""

import calendar

import pytest

from tests.support.network import webpage
from tests.support.play.player import Player

DAY = "2026-11-22"
LATE = calendar.timegm((2026, 11, 22, 23, 30, 0))


@pytest.mark.parametrize(("zone", "hours"), [("UTC", 0), ("JST-9", 9), ("EST5", -5)])
def test_the_boards_clock_shows_the_time_of_day_here(monkeypatch, zone, hours):
    monkeypatch.setenv("TZ", zone)
    given = {"asked": None, "now": 1000 * LATE}
    assert webpage.node("calendar.mjs", given) == LATE + 3600 * hours


@pytest.mark.parametrize(("asked", "seconds"), [
    (DAY, calendar.timegm((2026, 11, 22, 0, 0, 0))), ("22.11.2026", LATE), ("2026-13-01", LATE)])
def test_an_address_may_give_the_date(monkeypatch, asked, seconds):
    monkeypatch.setenv("TZ", "UTC")
    assert webpage.node("calendar.mjs", {"asked": asked, "now": 1000 * LATE}) == seconds


def test_the_board_of_the_day_is_that_of_the_date(drive, open_page):
    page = open_page(f"#board=today&date={DAY}")
    page.wait_for_serial(f"Board of the day, {DAY}")
    assert Player(drive, 1).say(f"today {DAY}") in page.serial
