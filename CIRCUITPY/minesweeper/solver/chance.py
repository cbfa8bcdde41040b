# SPDX-License-Identifier: MIT
"""Chances of whole numbers that may be too long for a float, in per cent too."""


def ratio(part, whole):
    """part / whole as a float."""
    scale = 0
    while whole >> scale >> 60:
        scale += 30
    return (part >> scale) / (whole >> scale) if whole else 0.0


def percent(part, whole):
    """Whole per cents, halves rounded up; 0 and 100 only if it is certain."""
    if part in (0, whole):
        return 100 if part else 0
    return min(99, max(1, (200 * part + whole) // (2 * whole)))
