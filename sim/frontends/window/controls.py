# SPDX-License-Identifier: MIT
"""Sliders and switches below the screen: what sensors measure, and the parts that are plugged in.

Each setting and each part with lamps has a row. The window passes the mouse on, in pixels of the
controls' own picture, and calls `turn` every frame.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PIL import Image, ImageDraw

from ...board.parts.part import Colour, Key, Part, Setting, Switch
from ...board.parts.plugged import BOARD, Parts
from ...clock import MS
from .drawing import BODY, EDGE, FAINT, INK, SCREEN_BLUE, TEXT_SIZE, UNLIT, disc, fit, write

ROW, PAD = 26, 6
NARROWEST = 300  # of a column
# From a row's left edge: its name, its slider or switch, and from its right edge its value.
NAME, TRACK, VALUE = 10, 134, 84
THUMB = 6
SWITCH = 28
KNOB: Colour = (232, 235, 240)
DOTS = 14  # as many lamps are round; more are a bar
# A button that is clicked stays down for so long.
PRESS_NS = 120 * MS
# A range so wide has fine steps near 0.
WIDE = 5000
LEFT = 1


@dataclass(frozen=True)
class Row:
    """A setting of a part, or its lamps if there is no `key`."""

    name: str
    part: Part
    key: Key | None

    @property
    def value(self) -> Any:
        return self.part.values[self.key.name] if self.key else tuple(self.part.lamps)


class Controls:
    """All rows in columns, in `width` pixels; `change` sets a setting by its full name."""

    def __init__(self, parts: Parts, width: int, change: Callable[[str, Any], None]):
        self.parts = parts
        self._rows = [row for name, part in parts.items() for row in _rows(name, part)]
        self._change = change
        self.has_parts = len(parts) > 1
        columns = max(1, min(width // NARROWEST, len(self._rows)))
        self._in_column = -(-len(self._rows) // columns)
        self._cell = width // columns
        self.size = width, self._in_column * ROW + 2 * PAD
        self._sliding: Row | None = None
        self._pressed: dict[str, int] = {}  # buttons that are held, and when they may come up
        self._released: set[str] = set()

    @property
    def state(self) -> tuple[Any, ...]:
        """The values that the picture shows; the window draws it anew when one changes."""
        return tuple(row.value for row in self._rows)

    def turn(self, now: int) -> None:
        """Let go the buttons that were clicked."""
        for name in [name for name in self._released if now >= self._pressed[name]]:
            self._released.remove(name)
            del self._pressed[name]
            self._change(name, False)

    def down(self, position: tuple[int, int], button: int, now: int) -> None:
        """Take hold of a slider, or move a switch; the right button keeps a button down."""
        row = self._at(position)
        if row is None:
            return
        if isinstance(row.key, Switch):
            if row.key.momentary and button == LEFT:
                self._pressed[row.name] = now + PRESS_NS
                self._released.discard(row.name)
                self._change(row.name, True)
            else:
                self._change(row.name, not row.value)
        elif isinstance(row.key, Setting) and button == LEFT:
            self._sliding = row
            self.drag(position)

    def drag(self, position: tuple[int, int]) -> None:
        row = self._sliding
        if row and isinstance(row.key, Setting):
            start, end = self._track(self._rows.index(row))
            self._set(row, value_at(row.key, (position[0] - start) / (end - start)))

    def up(self) -> None:
        self._sliding = None
        self._released |= self._pressed.keys()

    def turn_wheel(self, position: tuple[int, int], steps: float) -> None:
        row = self._at(position)
        if row and isinstance(row.key, Setting):
            at = fraction(row.key, row.value)
            step = max(0.01, 1 / (row.key.high - row.key.low)) if row.key.whole else 0.01
            self._set(row, value_at(row.key, at + step * steps))

    def _set(self, row: Row, value: float) -> None:
        if value != row.value:
            self._change(row.name, value)

    def _at(self, position: tuple[int, int]) -> Row | None:
        """Return the row under a position."""
        x, y = position[0] // self._cell, (position[1] - PAD) // ROW
        number = x * self._in_column + y
        inside = 0 <= y < self._in_column and x >= 0
        return self._rows[number] if inside and number < len(self._rows) else None

    def _corner(self, number: int) -> tuple[int, int]:
        column, row = divmod(number, self._in_column)
        return column * self._cell, PAD + row * ROW

    def _track(self, number: int) -> tuple[int, int]:
        """Return where the slider of a row begins and ends."""
        left = self._corner(number)[0]
        return left + TRACK, left + self._cell - VALUE

    def picture(self) -> Image.Image:
        picture = Image.new("RGB", self.size, BODY)
        draw = ImageDraw.Draw(picture)
        draw.line((0, 0, self.size[0], 0), EDGE)
        for number, row in enumerate(self._rows):
            self._draw(picture, draw, number, row)
        return picture

    def _draw(self, picture: Image.Image, draw: ImageDraw.ImageDraw, number: int,
              row: Row) -> None:
        left, top = self._corner(number)
        middle = top + ROW // 2
        start, end = self._track(number)
        part, _, setting = row.name.partition(".")
        part = "" if part == BOARD else f"{part} "
        font = fit(part + setting, TRACK - NAME - THUMB - 4, TEXT_SIZE)
        draw.text((left + NAME, middle), part, FAINT, font, anchor="lm")
        draw.text((left + NAME + font.getlength(part), middle), setting, INK, font, anchor="lm")
        if isinstance(row.key, Setting):
            place = fraction(row.key, row.value)
            _slider(picture, draw, (start, end), middle, place)
            # The font has no ².
            words = f"{row.value:.6g} {row.key.unit}".rstrip().replace("²", "^2")
            draw.text((left + self._cell - NAME + 2, middle), words, INK,
                      fit(words, VALUE - THUMB - 10, TEXT_SIZE), anchor="rm")
        elif row.key:
            _switch(picture, draw, start - THUMB, middle, row.value)
            write(draw, (start + SWITCH + 4, middle), "on" if row.value else "off", INK)
        else:
            _lamps(picture, (start - THUMB, left + self._cell - NAME), middle, row.part.lamps)


def _rows(name: str, part: Part) -> list[Row]:
    rows = [Row(f"{name}.{key.name}", part, key) for key in part.keys.values() if key.changes]
    return rows + ([Row(name, part, None)] if part.lamps else [])


def fraction(key: Setting, value: float) -> float:
    """Return where a value is on a slider, 0.0 to 1.0."""
    linear = (value - key.low) / (key.high - key.low)
    return math.cbrt(linear) if _is_wide(key) else linear


def value_at(key: Setting, place: float) -> float:
    """Return the round value at a place on a slider."""
    place = min(max(place, 0.0), 1.0)
    span = key.high - key.low
    value = key.low + span * (place ** 3 if _is_wide(key) else place)
    step = _round_step(value / 20 if _is_wide(key) else span / 100)
    if key.whole:
        step = max(1, step)
    value = min(max(round(value / step) * step, key.low), key.high)
    return round(value) if key.whole else round(value, 6)


def _is_wide(key: Setting) -> bool:
    return key.low == 0 and key.high >= WIDE


def _round_step(most: float) -> float:
    """Return the largest of 1, 2, 5, 10 … and their parts that is at most `most`."""
    if most <= 0:
        return 1
    power = 10.0 ** math.floor(math.log10(most))
    return max(part * power for part in (1, 2, 5) if part * power <= most * 1.0000001)


def _slider(picture: Image.Image, draw: ImageDraw.ImageDraw, ends: tuple[int, int], middle: int,
            place: float) -> None:
    start, end = ends
    thumb = round(start + (end - start) * place)
    draw.rounded_rectangle((start, middle - 2, end, middle + 2), 2, UNLIT)
    draw.rounded_rectangle((start, middle - 2, max(thumb, start + 4), middle + 2), 2, SCREEN_BLUE)
    _dot(picture, thumb, middle, THUMB, KNOB)


def _switch(picture: Image.Image, draw: ImageDraw.ImageDraw, x: int, middle: int,
            on: bool) -> None:
    draw.rounded_rectangle((x, middle - 8, x + SWITCH, middle + 8), 8,
                           SCREEN_BLUE if on else UNLIT)
    _dot(picture, x + SWITCH - 8 if on else x + 8, middle, THUMB, KNOB)


def _lamps(picture: Image.Image, ends: tuple[int, int], middle: int, lamps: list[Colour]) -> None:
    """Draw each light as bright as it looks."""
    start, end = ends
    pitch = (end - start) / max(len(lamps), DOTS)
    for number, lamp in enumerate(lamps):
        red, green, blue = (round(255 * (level / 255) ** 0.45) for level in lamp)
        colour = (red, green, blue) if any(lamp) else UNLIT
        x = start + pitch * number
        if len(lamps) <= DOTS:
            _dot(picture, round(x) + 6, middle, 5, colour)
        else:
            picture.paste(colour, (round(x), middle - 5, round(x + pitch), middle + 5))


def _dot(picture: Image.Image, x: int, y: int, radius: int, colour: Colour) -> None:
    picture.paste(colour, (x - radius, y - radius), disc(radius))
