# SPDX-License-Identifier: MIT
"""Chances in per cent, of whole numbers that may be too long for a float."""


def percent(part, whole):
    """Whole per cents, halves rounded up; 0 and 100 only if it is certain."""
    if part in (0, whole):
        return 100 if part else 0
    return min(99, max(1, (200 * part + whole) // (2 * whole)))
