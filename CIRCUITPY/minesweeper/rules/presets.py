# SPDX-License-Identifier: MIT
"""The boards to choose from: name, columns, rows, mines and the least size of a tile in pixels."""

GUIDE = ("guide", 20, 15, 15, 16)
FLOWERS = ("flowers", 19, 14, 40, 16)
BEGINNER = ("beginner", 9, 9, 10, 24)
CUSTOM = "custom"

ALL = (
    GUIDE,
    FLOWERS,
    BEGINNER,
    ("intermediate", 20, 14, 44, 16),
    ("expert", 20, 14, 58, 16),
    ("classic", 16, 16, 40, 16),
    ("classic expert", 30, 16, 99, 16),
)

# A small board's tiles are as large as fit beside a column of so many pixels.
_SIZES = (48, 32, 24)
COLUMN = 96
# A display with so many rows has larger letters, and no memory for tiles of another size than 16.
LARGE = 320


def tile_size(preset, width, height):
    """Return the pixels of a board's tiles on a display of so many pixels."""
    _, columns, rows, _, least = preset
    for size in _SIZES[:2] if height >= LARGE else _SIZES:
        if columns * size <= width - COLUMN and rows * size <= height:
            return size
    return least


def is_whole(preset, width, height):
    """Whether a display of so many pixels has room for all of a board at once."""
    _, columns, rows, _, size = preset
    return columns * size <= width and rows * size <= height


def find(name):
    """Return the preset of that name, None if there is none."""
    for preset in ALL:
        if preset[0] == name:
            return preset
    return None


def most_cells(preset, width, height):
    """Return the number of cells of a board, or of the largest that fits so many pixels."""
    size = min([board[4] for board in ALL])
    return max(preset[1] * preset[2], width // size * (height // size))
