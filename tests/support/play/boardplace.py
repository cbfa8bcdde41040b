# SPDX-License-Identifier: MIT
"""Where a board lies on the display, and its map beside it; by pixels and cells."""

# A tile's size, if no other is given.
SIZE = 16


def seen_of(preset, width, height):
    """The columns and rows that are seen: of a board that is too large, what leaves a strip."""
    _, columns, rows, _, size = preset
    if columns * size <= width and rows * size <= height:
        return columns, rows
    return min(columns, width // size), min(rows, (height - SIZE) // size)


def on_map(column, row):
    """Where the map, two pixels by one a cell, has it."""
    return 73 + 2 * column, row


def board_corner(seen, size, width, height):
    """Where the board is to be: beside a column of large buttons, below a strip, or all over."""
    across, down = seen[0] * size, seen[1] * size
    if (across, down) == (width, height):
        return 0, 0
    if width - across >= 96:
        return 8, (height - down) // 2
    return (width - across) // 2, height - down
