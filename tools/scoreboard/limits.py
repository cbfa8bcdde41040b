# SPDX-License-Identifier: MIT
"""Limits how much and how often one address may post."""

from collections import OrderedDict

BODY_BYTES = 1 << 16
# Posts that are accepted at once; after them, one in SECONDS_EACH.
BURST = 30
SECONDS_EACH = 2
ADDRESSES = 1024


class Rates:
    """Remembers the latest addresses; `now` is in seconds of any monotonic clock."""

    def __init__(self, burst: int = BURST):
        self._burst = burst
        # The time when each address may post a whole burst again.
        self._rested: OrderedDict[str, float] = OrderedDict()

    def wait(self, address: str, now: float) -> float:
        """Return the seconds until this address may post; if 0, count a post."""
        rested = max(now, self._rested.pop(address, now))
        wait = rested - now - (self._burst - 1) * SECONDS_EACH
        self._rested[address] = rested if wait > 0 else rested + SECONDS_EACH
        if len(self._rested) > ADDRESSES:
            self._rested.popitem(last=False)
        return max(0, wait)
