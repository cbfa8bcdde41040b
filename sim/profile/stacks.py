# SPDX-License-Identifier: MIT
"""What a sample says: which of the program's calls the board's time was for, and what they awaited.
"""

from typing import NamedTuple

# The display is drawn by itself, and keeps whatever line is at work.
REDRAW = "redraw"


class Function(NamedTuple):
    """`line` is its first."""

    name: str
    file: str
    line: int


class Call(NamedTuple):
    """A function, and the line in it that is at work."""

    function: Function
    line: int


class Stack(NamedTuple):
    """From the outermost call on; `awaited` is what the innermost line has called of the firmware,
    and what kept that. Without calls it is the board that starts, or waits for keys.
    """

    calls: tuple[Call, ...]
    awaited: tuple[str, ...] = ()

    @property
    def is_boards(self) -> bool:
        """Whether no line of the program is to blame."""
        return not self.calls or self.awaited[-1:] == (REDRAW,)
