# SPDX-License-Identifier: MIT
"""The firmware that the engine stands for: its version, and the name of the machine it runs on."""

from ...board.boards import Board

VERSION = "10.2.0"
BUILT = "2026-04-20"
CHIP = "samd51j20"


def machine_name(board: Board) -> str:
    return f"{board.title} with {CHIP}"
