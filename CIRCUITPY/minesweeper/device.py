# SPDX-License-Identifier: MIT
"""The PyPortal's hardware as the game needs it: display, touch, speaker, time and chance.

This is the only file that names pins; porting to another board means replacing it.
"""

import os
import time

import audiocore
import audioio
import board
import digitalio
import supervisor
from adafruit_touchscreen import Touchscreen

# The panel's readings at the edges of the picture, as Adafruit gives them for the PyPortal.
_CALIBRATION = ((9000, 59000), (8000, 57000))


class Device:
    """One object for the whole run."""

    def __init__(self):
        self.display = board.DISPLAY
        self._touchscreen = Touchscreen(
            board.TOUCH_XL,
            board.TOUCH_XR,
            board.TOUCH_YD,
            board.TOUCH_YU,
            calibration=_CALIBRATION,
            size=(self.display.width, self.display.height),
        )
        self._amplifier = digitalio.DigitalInOut(board.SPEAKER_ENABLE)
        self._amplifier.switch_to_output(False)
        self._audio = audioio.AudioOut(board.SPEAKER)
        self._sound = None

    def touch(self):
        """(x, y) in pixels, None when nothing presses."""
        point = self._touchscreen.touch_point
        return point and point[:2]

    def ticks_ms(self):
        """Milliseconds that wrap: see `ticks.since`."""
        return supervisor.ticks_ms()

    def wait(self, ms):
        time.sleep(ms / 1000)

    def entropy(self):
        """32 bits of the chip's noise."""
        return int.from_bytes(os.urandom(4), "little")

    def play(self, path):
        """Start a WAV file; one that cannot be played is named on the console, and it is quiet."""
        self.hush()
        try:
            self._sound = open(path, "rb")
            # The stubs want a buffer, which the device makes itself.
            wave = audiocore.WaveFile(self._sound)  # type: ignore[call-arg]
            self._audio.play(wave)
            self._amplifier.value = True
        except (OSError, ValueError, RuntimeError) as error:
            print("{} cannot be played ({}): copy it to the drive again".format(path, error))
            self.hush()

    @property
    def playing(self):
        return self._audio.playing

    def hush(self):
        """Stop the sound, and let go of its file and the amplifier."""
        self._amplifier.value = False
        self._audio.stop()
        if self._sound:
            self._sound.close()
            self._sound = None
