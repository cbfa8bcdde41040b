# SPDX-License-Identifier: MIT
"""The boards to choose from: name, columns, rows, mines and the least size of a tile in pixels."""

GUIDE = ("guide", 20, 15, 15, 16)
FLOWERS = ("flowers", 19, 14, 40, 16)
BEGINNER = ("beginner", 9, 9, 10, 24)
INTERMEDIATE = ("intermediate", 20, 14, 44, 16)
CUSTOM = "custom"

# A board's place is its id in saved games, options and numbers: new ones come at the end, and the
# player's own board has no row, but an id between them.
ALL = (
    GUIDE,
    FLOWERS,
    BEGINNER,
    INTERMEDIATE,
    ("expert", 20, 14, 58, 16),
    ("classic", 16, 16, 40, 16),
    ("classic expert", 30, 16, 99, 16),
)
CUSTOM_ID = 7
# These boards have another name for players than in settings.toml.
_TITLES = {"beginner": "Easy", "classic": "Medium", "classic expert": "Hard",
           "intermediate": "Compact medium", "expert": "Compact hard"}

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


def id_of(board):
    """Return a board's id, CUSTOM_ID for one of the player's own."""
    for place, preset in enumerate(ALL):
        if preset[0] == board[0]:
            return place if place < CUSTOM_ID else place + 1
    return CUSTOM_ID


def ids():
    """Return the ids of all boards, that of the player's own among them."""
    return range(len(ALL) + 1)


def of(number):
    """Return the board of an id, None for the player's own and for ids that no board has."""
    if number == CUSTOM_ID or number not in ids():
        return None
    return ALL[number if number < CUSTOM_ID else number - 1]


def title(name):
    """Return the name of a preset for players."""
    return _TITLES.get(name) or name[0].upper() + name[1:]


def most_cells(preset, width, height):
    """Return the number of cells of a board, or of the largest that fits so many pixels."""
    size = min([board[4] for board in ALL])
    return max(preset[1] * preset[2], width // size * (height // size))
