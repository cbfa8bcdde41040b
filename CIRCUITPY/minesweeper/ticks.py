# SPDX-License-Identifier: MIT
"""Milliseconds as the supervisor counts them: they wrap at 2**29, after six days."""

_MASK = (1 << 29) - 1


def since(then_ms, now_ms):
    """How long ago `then_ms` was, right across the wrap."""
    return (now_ms - then_ms) & _MASK
