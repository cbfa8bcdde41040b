# SPDX-License-Identifier: MIT
"""Draws a player's times on a board as SVG: a dot for each win, the latest at the right, and the
best one marked. Colours are those of the style sheet.
"""

from html import escape

from tools.scoreboard.store import Kept

WIDTH, HEIGHT = 360, 180
LEFT, RIGHT, TOP, BOTTOM = 40, 12, 22, 26
# The distance between two lines of the scale is one of these times a power of ten.
STEPS = (1, 2, 5, 10)
LINES = 4


def chart(title: str, games: list[Kept]) -> str:
    """Return the chart of these wins, the earliest first."""
    times = [kept.claim.ms / 1000 for kept in games]
    best = times.index(min(times))
    step = _step(max(times))
    top = step * LINES
    points = [(_across(at, len(times)), _down(time / top)) for at, time in enumerate(times)]
    label = (f"{title}: {len(times)} {'win' if len(times) == 1 else 'wins'}, the best of "
            f"{times[best]:.1f} s on {games[best].arrived}, the last of {times[-1]:.1f} s")
    return (f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
            f'aria-label="{escape(label)}">{_scale(step)}{_days(games)}'
            f'<polyline points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}"/>'
            f"{''.join(map(_dot, points))}{_best(points[best], times[best])}</svg>")


def _step(longest: float) -> float:
    """Return the seconds between two lines, so that all times are below the last."""
    power = 1.0
    while power * STEPS[-1] * LINES < longest:
        power *= 10
    return next(power * step for step in STEPS if power * step * LINES >= longest)


def _across(at: int, count: int) -> float:
    width = WIDTH - LEFT - RIGHT
    return LEFT + width * (at + 0.5) / count


def _down(part: float) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * part


def _scale(step: float) -> str:
    lines = ((_down(line / LINES), f"{step * line:g} s") for line in range(LINES + 1))
    return "".join(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>'
                   f'<text x="{LEFT - 5}" y="{y + 4:.1f}" class="end">{words}</text>'
                   for y, words in lines)


def _days(games: list[Kept]) -> str:
    first, last = games[0].arrived, games[-1].arrived
    words = f'<text x="{LEFT}" y="{HEIGHT - 8}">{first}</text>'
    if last != first:
        words += f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 8}" class="end">{last}</text>'
    return words


def _dot(point: tuple[float, float]) -> str:
    return f'<circle cx="{point[0]:.1f}" cy="{point[1]:.1f}" r="3"/>'


def _best(point: tuple[float, float], time: float) -> str:
    x, y = point
    at = min(max(x, LEFT + 40), WIDTH - RIGHT - 40)
    below = y + 20 if y + 24 < HEIGHT - BOTTOM else y - 11  # the others are above
    return (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5.5" class="best"/>'
            f'<text x="{at:.1f}" y="{below:.1f}" class="best">best {time:.1f} s</text>')
