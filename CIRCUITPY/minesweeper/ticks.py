# SPDX-License-Identifier: MIT
"""Times in milliseconds since power-on, as the device counts them; they never wrap."""


def since(then_ms, now_ms):
    """Return how long ago `then_ms` was, 0 if it is still to come."""
    return max(0, now_ms - then_ms)
