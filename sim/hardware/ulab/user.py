# SPDX-License-Identifier: MIT
"""Functions of one's own, of which the board's ulab has none."""

__all__: list[str] = []
