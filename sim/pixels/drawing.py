# SPDX-License-Identifier: MIT
"""Which pixels a line and a circle consist of, as in the core's bitmaptools."""


def line(x1: int, y1: int, x2: int, y2: int) -> list[tuple[int, int]]:
    """The same from either end."""
    steep = abs(y2 - y1) > abs(x2 - x1)
    if steep:
        x1, y1, x2, y2 = y1, x1, y2, x2
    if x1 > x2:
        x1, y1, x2, y2 = x2, y2, x1, y1
    error, points, y = (x2 - x1) // 2, [], y1
    for x in range(x1, x2 + 1):
        points.append((y, x) if steep else (x, y))
        error -= abs(y2 - y1)
        if error < 0:
            y += 1 if y1 < y2 else -1
            error += x2 - x1
    return points


def circle(x: int, y: int, radius: int) -> list[tuple[int, int]]:
    signs = (1, 1), (1, -1), (-1, 1), (-1, -1)
    return [(x + right * across, y + low * down) for dx, dy in _octant(radius)
            for across, down in ((dx, dy), (dy, dx)) for right, low in signs]


def _octant(radius: int) -> list[tuple[int, int]]:
    """An eighth of a circle around 0, 0, by Bresenham."""
    points, x, y, error = [], 0, radius, 3 - 2 * radius
    while x <= y:
        points.append((x, y))
        if error <= 0:
            error += 4 * x + 6
        else:
            error += 4 * (x - y) + 10
            y -= 1
        x += 1
    return points
