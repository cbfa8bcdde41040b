# SPDX-License-Identifier: MIT
"""The panel, the console, the speaker and the rest of the board, as a portal shows them."""

from typing import TYPE_CHECKING

from ..board.surroundings import Surroundings
from ..board.wires import Wires
from ..clock import SECOND
from ..core.engines import heap_of
from ..core.heap import Heap
from ..display.panel import rgb
from ..machine import Machine

if TYPE_CHECKING:
    from PIL import Image


class Senses:
    """Of the machine that a portal has just now; the portal gives these three."""

    machine: Machine
    pins: Wires
    _surroundings: Surroundings

    def screenshot(self) -> "Image.Image":
        """What the panel shows, RGB; the backlight is not seen in it."""
        from PIL import Image

        return Image.fromarray(rgb(self.machine.panel.pixels()))

    @property
    def framebuffer(self) -> bytes:
        """The picture row by row, RGB565 big-endian."""
        return self.machine.panel.pixels().astype(">u2").tobytes()

    @property
    def serial(self) -> str:
        return self.machine.console.text

    @property
    def sounds(self) -> list[tuple[float, str, float, str]]:
        """(start, path, length, digest of the samples) of each; see `speaker.Speaker`."""
        return self.machine.speaker.log

    @property
    def amplified(self) -> bool:
        """Whether the speaker's amplifier is switched on."""
        return self.machine.pins["SPEAKER_ENABLE"].voltage() > 0.5

    @property
    def bus_bytes(self) -> int:
        """Sent to the panel since power-on."""
        return self.machine.panel.bus_bytes

    @property
    def nvm(self) -> bytearray:
        return self.machine.nvm

    @property
    def nvm_writes(self) -> int:
        """How often nvm was erased so far, over resets: its wear."""
        return self.machine.nvm_writes

    @property
    def pixel(self) -> tuple[int, int, int]:
        """The NeoPixel's (red, green, blue)."""
        return self.machine.pixel

    @property
    def backlight(self) -> float:
        """0.0 dark, 1.0 full."""
        return self.machine.pins["TFT_BACKLIGHT"].voltage()

    @property
    def light(self) -> float:
        """What the light sensor sees, 0.0–1.0."""
        return self.machine.pins["LIGHT"].voltage()

    @light.setter
    def light(self, level: float) -> None:
        self.pins["LIGHT"].set(level)

    @property
    def temperature(self) -> float:
        """What a PyPortal's thermometer feels, in °C; later boards have none."""
        return self._surroundings.celsius

    @temperature.setter
    def temperature(self, celsius: float) -> None:
        self._surroundings.celsius = celsius

    @property
    def heap(self) -> Heap:
        """The program's memory; RuntimeError with the engine that does not know it."""
        return heap_of(self.machine)

    @property
    def now(self) -> float:
        """Virtual seconds since the program started."""
        return max(0, self.machine.clock.now) / SECOND
