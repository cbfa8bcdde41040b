# SPDX-License-Identifier: MIT
"""One session on the Wi-Fi: join it, set the clock, deliver what waits in the outbox if there is a
target for it.
"""

from minesweeper import lazy
from minesweeper.network import settings
from minesweeper.network.link import Link
from minesweeper.network.result import Result
from minesweeper.network.wifi import Wifi


def run(poster):
    """A step for each `next`. Raises Failed."""
    setting = poster.device.setting
    wifi = Wifi(Link(*poster.radio), *settings.wifi(setting))
    yield from wifi.join(poster.is_joined)
    poster.is_joined = True
    if not poster.is_timed:
        yield from _set_clock(poster, wifi)
    target, _ = settings.target(setting)
    while target and len(poster.outbox):
        taken = yield from target.deliver(wifi, Result(poster.outbox, settings.player(setting)))
        poster.outbox.sent()
        poster.news = "" if taken else "The result was refused."


def _set_clock(poster, wifi):
    seconds = yield from wifi.time()
    if seconds:
        lazy.load("radio").set_clock(seconds)
        poster.is_timed = True
