# SPDX-License-Identifier: MIT
"""Functions of every element that are not elementary."""

from ....ulab.elementwise import SPECIALS

globals().update(SPECIALS)
__all__ = [*SPECIALS]  # noqa: PLE0604  the names of the table
