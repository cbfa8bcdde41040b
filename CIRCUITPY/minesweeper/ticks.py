# SPDX-License-Identifier: MIT
"""Moments in milliseconds since power-on, as the device counts them: they never wrap."""


def since(then_ms, now_ms):
    """How long ago `then_ms` was; a moment that is still to come is no time ago."""
    return max(0, now_ms - then_ms)
