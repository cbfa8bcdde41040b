# SPDX-License-Identifier: MIT
"""A hand and eyes for a board that is larger than the display: drags, its map, what is seen."""

from itertools import product

from tests.support.play import reader
from tests.support.play.boardplace import on_map

# Of the panel's colours, in the classic theme.
COLORS = {"-": 0x7BA6DE, "o": 0xF7F7EF, "F": 0xE72429}


def offsets(desk):
    """All firsts that there are, from left to right and back."""
    columns = range(desk.columns - desk.seen[0] + 1)
    rows = range(desk.rows - desk.seen[1] + 1)
    return list(product(columns, rows))


def drag(desk, start, end, steps=12, rest=0.1):
    """With a finger that comes to rest at both ends."""
    portal = desk.portal
    portal.press(*start)
    portal.run(0.08)
    for step in range(1, steps + 1):
        portal.move(*(a + (b - a) * step / steps for a, b in zip(start, end, strict=True)))
        portal.run(0.02)
    portal.run(rest)
    portal.release()
    portal.run(0.1)


def go(desk, first):
    """By a finger on the map, which the middle of what is seen comes to."""
    column, row = (at + count // 2 for at, count in zip(first, desk.seen, strict=True))
    desk.portal.tap(*on_map(column, row))
    desk.portal.run(0.1)
    assert desk.first == first


def visible(desk):
    return [cell for cell in range(desk.columns * desk.rows) if desk.sees(cell)]


def seen_on_map(desk):
    """{(column, row): colour}, and of the frame nothing."""
    screen = reader.screen_of(desk.portal)
    names = {reader.rgb565(color): name for name, color in COLORS.items()}
    return {cell: names.get(screen[on_map(*cell)[::-1]])
            for cell in product(range(desk.columns), range(desk.rows))}


def pictured(desk, first):
    last = tuple(at + count - 1 for at, count in zip(first, desk.seen, strict=True))
    wanted = {}
    for at, sign in enumerate(desk.signs()):
        column, row = at % desk.columns, at // desk.columns
        color = sign if sign in "-F" else "o"
        inside = first[0] <= column <= last[0] and first[1] <= row <= last[1]
        # The right line lies over the second of a cell's two pixels, where it is looked at.
        frame = inside and (row in (first[1], last[1]) or column == last[0])
        wanted[column, row] = None if frame else color
    return wanted
