# SPDX-License-Identifier: MIT
"""How much and how often one address may post."""

from collections import OrderedDict

BODY_BYTES = 1 << 16
# So many at once, then one in so many seconds.
BURST = 30
SECONDS_EACH = 2
ADDRESSES = 1024


class Rates:
    """Knows the latest addresses; `now` is in seconds, of any clock that only goes forward."""

    def __init__(self, burst: int = BURST):
        self._burst = burst
        # When each has all of its burst again.
        self._rested: OrderedDict[str, float] = OrderedDict()

    def wait(self, address: str, now: float) -> float:
        """Seconds until this address may post; 0 if it may now, which is then counted."""
        rested = max(now, self._rested.pop(address, now))
        wait = rested - now - (self._burst - 1) * SECONDS_EACH
        self._rested[address] = rested if wait > 0 else rested + SECONDS_EACH
        if len(self._rested) > ADDRESSES:
            self._rested.popitem(last=False)
        return max(0, wait)
