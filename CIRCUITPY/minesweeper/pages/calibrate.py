# SPDX-License-Identifier: MIT
"""Touch calibration: four crosses to be tapped give the panel's readings at the display's edges.

Taps that do not fit the crosses are refused with a sentence. A hold or a long wait goes back.
"""

import displayio
from micropython import const

from minesweeper.screen import text, theme
from minesweeper.screen.theme import box, palette_of, shades_of

_ASKED = const("Cross {} of 4: tap it with the stylus.\nHold to leave.")
_REFUSED = const("Those taps don't line up.\nTry again.")
_MARGIN = const(24)
_ARM = const(8)
_HOLD_MS, _GIVE_UP_MS = const(1500), const(15000)
# Readings of a touch; the first may be false.
_SAMPLES, _CHATTER = const(9), const(3)
_LEAST_SPAN = const(15000)


def show(session):
    """Return a calibration, None if the four readings make no sense or the player goes back."""
    display, colors = session.display, theme.PAGES[session.options.theme]
    readings: list = []
    for x in (_MARGIN, display.width - _MARGIN):
        for y in (_MARGIN, display.height - _MARGIN):
            cross = _draw(display, colors, _ASKED.format(len(readings) + 1))
            cross.x, cross.y = x, y
            reading = _read(session.device)
            if reading is None:
                return None
            readings.append(reading)
    calibration = solve(readings, display.width, display.height)
    if calibration is None:
        _draw(display, colors, _REFUSED).hidden = True
        session.device.wait(2500)
    return calibration


def solve(readings, width, height):
    """Return ((x low, x high), (y low, y high)) from readings at the corners, None for nonsense.

    `readings` are (x, y) of 0–65535 at top left, bottom left, top right and bottom right.
    """
    x = _edges([readings[0][0], readings[1][0]], [readings[2][0], readings[3][0]], width)
    y = _edges([readings[0][1], readings[2][1]], [readings[1][1], readings[3][1]], height)
    return (x, y) if x and y else None


def _edges(low, high, size):
    """Extrapolate two readings near one edge and two near the other to the edges themselves."""
    if max(abs(low[0] - low[1]), abs(high[0] - high[1])) > _LEAST_SPAN // 4:
        return None
    first, last = sum(low) // 2, sum(high) // 2
    if last - first < _LEAST_SPAN:
        return None
    beyond = (last - first) * _MARGIN // (size - 2 * _MARGIN)
    return max(0, first - beyond), min(65535, last + beyond)


def _read(device):
    """Return the mean reading of the next tap, None after a hold or a long wait."""
    since = device.ticks_ms()
    samples: list = []
    while True:
        device.rest()
        point, now_ms = device.raw_touch(), device.ticks_ms()
        if not point:
            if len(samples) == _SAMPLES:
                break
            samples.clear()
        elif not samples:
            since = now_ms
        if now_ms - since > (_HOLD_MS if point else _GIVE_UP_MS):
            return None
        if point and len(samples) < _SAMPLES:
            samples.append(point)
    samples = samples[_CHATTER:]
    return tuple([sum([point[axis] for point in samples]) // len(samples) for axis in (0, 1)])


def _draw(display, colors, words):
    """Draw the page with these words in a theme's colours; returns the cross."""
    ground, ink = colors[0], colors[5]
    palette = palette_of(ground, ink)
    group = displayio.Group()
    group.append(box(palette, 0, 0, display.width, display.height))
    text.say(group, text.body, shades_of(ink, ground), words, display.width // 2,
             display.height // 2, display.width)
    cross = displayio.Group()
    cross.append(box(palette, -_ARM, 0, _ARM + 1, 1, 1))
    cross.append(box(palette, 0, -_ARM, 1, _ARM + 1, 1))
    group.append(cross)
    display.root_group = group
    return cross
