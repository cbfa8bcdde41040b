# SPDX-License-Identifier: MIT
"""Filters."""

from ....ulab.transform import sosfilt

__all__ = ["sosfilt"]
