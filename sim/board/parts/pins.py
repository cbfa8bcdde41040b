# SPDX-License-Identifier: MIT
"""Parts on the pins D3 and D4: switches and knobs, and what a program switches or colours there."""

from typing import Any

from .part import Choice, Colour, Count, PinPart, Setting, Sockets, Switch

RED, DARK = (255, 48, 32), (0, 0, 0)
# WS2812B (source: Worldsemi's data sheet): a high longer than this is a 1. A pause shows the
# colours; newer ones need 280 µs, and no program pauses for less between two frames.
LONG_NS, PAUSE_NS = 550, 50_000


class Button(PinPart):
    """Connects its pin to `to` while it is pressed, else to nothing."""

    to = Choice("ground", "3V")
    pressed = Switch(momentary=True)

    def voltage(self) -> float | None:
        return None if not self.pressed else float(self.to == "3V")  # type: ignore[comparison-overlap]


class Potentiometer(PinPart):
    """A voltage from ground to 3.3 V, set by its knob."""

    position = Setting(0.5, 0, 1)

    def voltage(self) -> float:
        return float(self.position)


class Motion(PinPart):
    """A PIR sensor, whose output is high while it sees a warm body move."""

    motion = Switch()

    def voltage(self) -> float:
        return float(self.motion)


class Relay(PinPart):
    """Closes while its pin is high; `on` tells."""

    @property
    def on(self) -> bool:
        return self.line is not None and self.line.high

    @property
    def lamps(self) -> list[Colour]:
        return [RED if self.on else DARK]


class NeoPixels(PinPart):
    """A strip or ring of WS2812 or SK6812; `pixels` are their (red, green, blue), or with white a
    fourth number.
    """

    count = Count(8, 1, 500)
    order = Choice("GRB", "RGB", "GRBW", "RGBW")

    def __init__(self, /, **values: Any):
        super().__init__(**values)
        self._size = len(str(self.order))
        self._sent = bytearray(int(self.count) * self._size)  # type: ignore[call-overload]
        self._bits = self._rose = self._fell = 0

    def plug(self, board: Sockets) -> None:
        super().plug(board)
        line, clock = board.pins[self.pin], board.clock
        line.on_pixels = self._show
        line.on_drive = lambda: self._edge(bool(line.level), clock.now)
        self._bits = self._rose = self._fell = 0

    @property
    def pixels(self) -> list[tuple[int, ...]]:
        places = [str(self.order).index(letter) for letter in "RGBW"[:self._size]]
        return [tuple(self._sent[start + place] for place in places)
                for start in range(0, len(self._sent), self._size)]

    @property
    def lamps(self) -> list[Colour]:
        """The colours as they look: white adds to all three."""
        return [(min(255, red + sum(white)), min(255, green + sum(white)),
                 min(255, blue + sum(white))) for red, green, blue, *white in self.pixels]

    def _show(self, data: bytes) -> None:
        kept = data[:len(self._sent)]
        self._sent[:len(kept)] = kept

    def _edge(self, high: bool, now: int) -> None:
        """Follow the pin's level, which carries a bit in the length of each pulse."""
        if high:
            if now - self._fell > PAUSE_NS:
                self._bits = 0
            self._rose = now
            return
        self._fell = now
        at, bit = divmod(self._bits, 8)
        self._bits += 1
        if at < len(self._sent):
            mask = 0x80 >> bit
            one = now - self._rose > LONG_NS
            self._sent[at] = self._sent[at] & ~mask | (mask if one else 0)
