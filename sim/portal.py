# SPDX-License-Identifier: MIT
"""The Python surface: a PyPortal to tap on, look at and listen to, from tests and from the window.

It holds one machine; the Reset button puts a new one in its place, with the same drive and nvm.
"""

import os
from types import TracebackType

import numpy as np
from PIL import Image

from . import card
from .boards import find_board
from .boot import Boot
from .clock import SECOND, nanoseconds
from .drive import Drive
from .faults import Faults
from .machine import BOOT_NS, Machine
from .touchpanel import Touch
from .wires import Wires

TAP_S = 0.12
# `run()` without a time limit gives up on a program that is still running after this.
PATIENCE_S = 3600


class StillRunning(Exception):
    """The program was run to its end and has none."""


class PyPortal:
    """`drive` is a CIRCUITPY folder or a program file; powered, not yet run. `sd` is a folder that
    is the card in the slot. With `strict` the program meets the device's limits where CPython is
    wider: see `sim.strict`. `pins["D3"].set(False)` puts something on a pin: see `sim.wires`.

    Coordinates are pixels, times virtual seconds. The same seed, drive and hands give the same
    bytes. Raises ValueError for a drive or board that cannot be used.
    """

    def __init__(self, drive: str | os.PathLike[str], *, seed: int = 0, board: str = "pyportal",
                 nvm: bytes | None = None, sd: str | os.PathLike[str] | None = None,
                 strict: bool = False):
        self._drive = drive
        self._strict = strict
        self._board = find_board(board)
        self._seed = seed
        self.owed_ns = 0  # of the time that a restart took; later runs pay for it
        self.faults = Faults()
        self.pins = Wires(lambda: self.machine.pins)
        self.machine = self._new_machine(seed, nvm)
        if sd is not None:
            self.machine.card = card.insert(sd)

    def __enter__(self) -> "PyPortal":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 traceback: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        self.cut_power()

    def cut_power(self) -> None:
        """Pull the plug, in the middle of a write to nvm if there is one; `reset` puts it back."""
        self.machine.power_off()

    def reset(self) -> None:
        """Press Reset or switch on: the program starts anew, nvm is kept, chance is new.

        Raises ValueError, and leaves all as it was, when the drive has no program any more.
        """
        old = self.machine
        new = self._new_machine(self._seed + 1)
        boot = old.next_boot or Boot("RESET_PIN" if old.powered else "POWER_ON")
        old.power_off()
        old.speaker.stop()
        self._seed += 1
        self.owed_ns = 0
        self.machine = new
        self._hand_over(old, new)
        new.start(boot)

    def _new_machine(self, seed: int, nvm: bytes | None = None) -> Machine:
        return Machine(Drive(self._drive, self.faults), self._board, seed, nvm, self.faults,
                       self._strict)

    def _hand_over(self, old: Machine, new: Machine) -> None:
        """What a reset does not touch: nvm, and the world around the board."""
        new.nvm[:] = old.nvm
        new.nvm_writes = old.nvm_writes
        new.console = old.console
        new.console.muted = False
        new.drive.main.written = old.drive.main.written
        new.speaker.listener = old.speaker.listener
        for recorder in old.speaker.recorders:
            recorder.follow(new)
        self.pins.reconnect()
        new.card = old.card
        new.i2c.take_over(old.i2c)
        new.touch_panel.noise = old.touch_panel.noise
        new.touch_panel.bounce_ns = old.touch_panel.bounce_ns
        new.touch_panel.touch = old.touch_panel.touch

    def run(self, seconds: float | None = None) -> None:
        """Let virtual time pass; return early when the program ends.

        Without `seconds`, run to the program's end; raises StillRunning if that does not come.
        """
        left = nanoseconds(PATIENCE_S if seconds is None else seconds)
        left, self.owed_ns = left - self.owed_ns, 0
        while self.machine.alive and left > 0:
            left -= self._run_for(left)
        self.owed_ns = max(0, -left)
        if seconds is None and self.running:
            raise StillRunning(f"{self.machine.drive.program} is still running after {PATIENCE_S} s"
                               f", at {self.machine.position()}: give run() a time")

    def _run_for(self, ns: int) -> int:
        """Run at most `ns`, or until the program restarts itself; returns the time that passed."""
        start = max(0, self.machine.clock.now)
        self.machine.run_until(start + ns)
        passed = self.machine.clock.now - start
        if not self.machine.reset_requested:
            return max(0, passed)
        self.reset()
        return passed + BOOT_NS

    @property
    def running(self) -> bool:
        return self.machine.running

    @property
    def failed(self) -> bool:
        """Whether the program was ended by an exception that it did not catch."""
        return bool(self.machine.program.traceback)

    def press(self, x: float, y: float, pressure: float = 1.0) -> None:
        self.machine.touch_panel.touch = Touch(x, y, pressure)

    def move(self, x: float, y: float) -> None:
        touch = self.machine.touch_panel.touch
        if touch is None:
            raise ValueError("nothing is pressed: call press() before move()")
        self.machine.touch_panel.touch = Touch(x, y, touch.pressure)

    def release(self) -> None:
        self.machine.touch_panel.touch = None

    def tap(self, x: float, y: float) -> None:
        """Press, stay a moment, release."""
        self.hold(x, y, TAP_S)

    def hold(self, x: float, y: float, seconds: float = 0.8) -> None:
        self.press(x, y)
        self.run(seconds)
        self.release()

    def type(self, text: str) -> None:
        """Type on the serial console; lines end in a newline.

        Raises ValueError for text that UTF-8 cannot carry.
        """
        text.encode()
        self.machine.console.receive(text)

    def screenshot(self) -> Image.Image:
        """What the panel shows, RGB; the backlight is not seen in it."""
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
        """(start, path, length, digest of the samples) for each sound that was played.

        Of a stream (mixer, synthesizer, MP3) the kind and what was played; see `speaker.Speaker`.
        """
        return self.machine.speaker.log

    @property
    def amplified(self) -> bool:
        """Whether the speaker's amplifier is switched on."""
        return self.machine.pins["SPEAKER_ENABLE"].voltage() > 0.5

    @property
    def bus_bytes(self) -> int:
        """Bytes sent to the panel since power-on."""
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
        return self.machine.i2c.thermometer.celsius

    @temperature.setter
    def temperature(self, celsius: float) -> None:
        self.machine.i2c.thermometer.celsius = celsius

    @property
    def now(self) -> float:
        """Virtual seconds since the program started."""
        return max(0, self.machine.clock.now) / SECOND


def rgb(pixels: np.ndarray) -> np.ndarray:
    """RGB565 (height, width) to RGB888 (height, width, 3), full scale to full scale."""
    red, green, blue = pixels >> 11, pixels >> 5 & 0x3F, pixels & 0x1F
    wide = (red << 3 | red >> 2), (green << 2 | green >> 4), (blue << 3 | blue >> 2)
    return np.dstack(wide).astype(np.uint8)
