# SPDX-License-Identifier: MIT
"""The firmware that the engine stands for: its version, the name of the machine it runs on, and the
error for the features that are left to the firmware engine.
"""

from ...board.boards import Board

VERSION = "10.2.1"
BUILT = "2026-05-12"
CHIP = "samd51j20"
UID = b"aPyPlatr\x00UME\x01\x00\x00\x00"


def beyond(feature: str) -> NotImplementedError:
    """Return the error for a feature of the board that the Python engine does not imitate."""
    return NotImplementedError(
        f"the Python engine does not simulate {feature}: run the program with --engine firmware")


def machine_name(board: Board) -> str:
    return f"{board.title} with {CHIP}"


def banner(board: Board) -> str:
    """Return the line about the firmware that the REPL begins with."""
    return f"Adafruit CircuitPython {VERSION} on {BUILT}; {machine_name(board)}"


def identity(board: Board) -> str:
    """Return what boot_out.txt says on a board without a boot.py."""
    return f"{banner(board)}\r\nBoard ID:{board.name}\r\nUID:{UID.hex().upper()}\r\n"


def title(text: str, logo: str = "\N{SNAKE}") -> str:
    """Return the sequence that sets a terminal's title."""
    return f"\x1b]0;{logo}{text} | {VERSION}\x1b\\"
