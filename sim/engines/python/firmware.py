# SPDX-License-Identifier: MIT
"""The firmware that the engine stands for: its version, and the name of the machine it runs on."""

from ...board.boards import Board

VERSION = "10.2.1"
BUILT = "2026-05-12"
CHIP = "samd51j20"


def machine_name(board: Board) -> str:
    return f"{board.title} with {CHIP}"


def title(text: str, logo: str = "\N{SNAKE}") -> str:
    """Return the sequence that sets a terminal's title."""
    return f"\x1b]0;{logo}{text} | {VERSION}\x1b\\"
