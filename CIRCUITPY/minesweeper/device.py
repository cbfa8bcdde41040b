# SPDX-License-Identifier: MIT
"""The PyPortal's hardware for the game: display, touch, speaker, light, time, random bits.

Only this file and radio.py name pins: to port the game to another board, replace them.
"""

import os
import sys
import time

import analogio
import audiocore
import audioio
import board
import digitalio
import keypad
import microcontroller
import supervisor
from adafruit_touchscreen import Touchscreen
from micropython import const
from neopixel_write import neopixel_write

POLL_MS = 8
# So long after a touch the chip looks at the panel by itself. The game asks it this often for a
# touch, and looks at the rest at least this often.
_CALM_MS = const(1000)
_ASK_MS = const(12)
_REST_MS = const(340)
# The pressure of a touch, 0-65535.
_PRESSED = const(10000)
OFF, QUIET, ON = 0, 1, 2
FOLLOW_LIGHT = 0

# Commands of the data sheets of ILI9341 and HX8357: the first line of display memory that is shown,
# and the inversion of colours.
_SCROLL_START, _INVERTED, _AS_IT_IS = const(0x37), const(0x21), const(0x20)
# Raised by a sound file that is missing or damaged.
_UNPLAYABLE = (OSError, ValueError, RuntimeError)

_SOUNDS = ("open", "cascade", "flag", "unflag", "refused", "win", "lose")
# The samples a second of the smallest cascade, and how many more for each of its cells.
_LOWEST_RATE, _RISE, _MOST_CELLS = const(8000), const(80), const(100)
# Bytes that are read of a sound's file at a time, half of them while the others are heard.
_BLOCK = const(512)

# In a dark room a fifth of the backlight is enough to read.
_DIMMEST = 0.2
# The supervisor's milliseconds wrap at 2**29, after six days.
_WRAP = (1 << 29) - 1


class Device:
    """The hardware, one object for the whole run.

    `touched_ms` is the time of the last touch; `idle`, unless None, is called at every rest.
    """

    def __init__(self):
        self.display = board.DISPLAY
        # Where the bus takes no commands, the picture cannot be shifted.
        self._send = getattr(self.display.bus, "send", None)
        self.scroll(0)
        self.invert(False)
        self.nvm = microcontroller.nvm
        self._now_ms = 0
        self._ticks_ms = supervisor.ticks_ms()
        self.touched_ms = 0
        self.idle = None
        # An end of a plate driven low, and one of the other as a key, while the chip looks for a
        # touch by itself; whether it has just found none.
        self._low = self._key = None
        self._is_untouched = False
        self.calibrate(None)
        self._amplifier = digitalio.DigitalInOut(board.SPEAKER_ENABLE)
        self._amplifier.switch_to_output(False)
        # Made when the first sound may be heard: its voltage takes 50 ms to rise.
        self._audio = None
        self._sounding = False
        # The sounds' waves by name, and what their files are read into.
        self._waves: dict = {}
        self._block = bytearray(_BLOCK)
        self._neopixel = digitalio.DigitalInOut(board.NEOPIXEL)
        self._neopixel.switch_to_output(False)
        self._light = analogio.AnalogIn(board.LIGHT)
        self.volume = OFF

    def scroll(self, pixels):
        """Shift the picture sideways by so many pixels; it wraps around."""
        if self._send:
            line = pixels % self.display.width
            self._send(_SCROLL_START, bytes((line >> 8, line & 0xFF)))

    def invert(self, is_inverted):
        """Show every colour as its opposite, or as it is; nothing is drawn again."""
        if self._send:
            self._send(_INVERTED if is_inverted else _AS_IT_IS, b"")

    def calibrate(self, calibration):
        size = self.display.width, self.display.height
        self._touchscreen = _touchscreen(calibration=calibration, size=size)

    def touch(self):
        """Return (x, y) in pixels, None without a touch."""
        if self._is_untouched:
            self._is_untouched = False
            return None
        self._unwatch()
        point = self._touchscreen.touch_point
        if point:
            self.touched_ms = self._now_ms
        return point and point[:2]

    def watch(self):
        """Have the chip look for a touch until the panel is read; returns the panel as a key."""
        self._unwatch()
        self._low = digitalio.DigitalInOut(board.TOUCH_XR)
        self._low.switch_to_output(False)
        self._key = keypad.Keys((board.TOUCH_YU,), value_when_pressed=False, pull=True,
                                interval=POLL_MS / 1000, max_events=1)
        # Else a finger already there is no touch.
        self._key.reset()
        return self._key

    def _unwatch(self):
        for pin in (self._low, self._key):
            if pin:
                pin.deinit()
        self._low = self._key = None

    def was_touched(self):
        """Whether there was a touch since `watch`, or since this was asked."""
        event = self._key and self._key.events.get()
        return bool(event and event.pressed)

    def raw_touch(self):
        """Return (x, y) as the panel reads, 0–65535, None without a touch."""
        self._unwatch()
        point = _touchscreen().touch_point
        return point and point[:2]

    def ticks_ms(self):
        """Return milliseconds since power-on; called at least every six days, they never wrap."""
        ticks_ms = supervisor.ticks_ms()
        self._now_ms += (ticks_ms - self._ticks_ms) & _WRAP
        self._ticks_ms = ticks_ms
        return self._now_ms

    def date(self):
        """Return (year, month, day) by the clock, which begins in 2000; None without a clock."""
        try:
            return time.localtime()[:3]
        except (AttributeError, RuntimeError):
            return None

    def rest(self, is_idle=False, still_ms=_REST_MS):
        """Wait until the next look at the touch panel; end a sound that is over.

        With an idle gesture, after a while without a touch, this returns at the first touch or
        typed character, or when the picture has stayed as it is for `still_ms`.
        """
        self.wait(POLL_MS)
        if self.idle:
            self.idle()
        if self._sounding and not self.playing:
            self.hush()
        if is_idle and not (self.idle or self._sounding) and self._is_calm():
            self._rest_on(min(still_ms, _REST_MS))

    def _is_calm(self):
        return self._now_ms - self.touched_ms > _CALM_MS

    def _rest_on(self, most_ms):
        touches, runtime = (self._key or self.watch()).events, supervisor.runtime
        for _ in range(1 + most_ms // _ASK_MS):
            if touches.get() or runtime.serial_bytes_available:
                return
            time.sleep(_ASK_MS / 1000)
        self._is_untouched = True

    def wait(self, ms):
        time.sleep(ms / 1000)

    def entropy(self):
        """Return 32 random bits from the chip."""
        return int.from_bytes(os.urandom(4), "little")

    def has_settings(self, start):
        """Whether settings.toml has lines whose names begin so; asking for each takes longer."""
        try:
            with open("/settings.toml", "rb") as file:
                lines = file.read().split(b"\n")
        except OSError:
            return False
        return any([line.strip().startswith(start) for line in lines])

    def setting(self, name):
        """Return a line of settings.toml, None if there is none."""
        return os.getenv(name)

    def typed(self):
        """Return what was typed on the serial console, "" when nothing is connected."""
        if not supervisor.runtime.serial_connected:
            return ""
        typed = ""
        while supervisor.runtime.serial_bytes_available:
            typed += _character()
        return typed

    def pixel(self, red, green, blue):
        """Set the NeoPixel, whose wire takes green first."""
        neopixel_write(self._neopixel, bytes((green, red, blue)))

    def shine(self, level):
        """Set the backlight: 1 to 4 quarters, or FOLLOW_LIGHT."""
        if level == FOLLOW_LIGHT:
            self.display.brightness = max(_DIMMEST, self._light.value / 65535)
        else:
            self.display.brightness = level / 4

    def tune(self, volume):
        """Change the volume, and open the sounds' files, because a tap has no memory to spare."""
        if volume != self.volume:
            self.hush()
            self.volume = volume
            self._waves.clear()
            if volume != OFF and not self._audio:
                self._audio = _audio_out()
            for name in _SOUNDS if volume != OFF and self._audio else ():
                self._open(name)

    def _open(self, name):
        path = self._path(name)
        try:
            self._waves[name] = audiocore.WaveFile(open(path, "rb"), self._block)
        except MemoryError:
            # The game goes on without this one.
            pass
        except _UNPLAYABLE as error:
            self._complain(path, error)

    def play(self, name, cells=1):
        """Start a sound, that of a cascade the higher the more cells it has opened."""
        self.hush()
        wave = self._waves.get(name)
        if wave and self._audio:
            if cells > 1:
                wave.sample_rate = _LOWEST_RATE + _RISE * min(cells, _MOST_CELLS)
            try:
                self._start(self._audio, wave)
            except _UNPLAYABLE as error:
                self._waves.pop(name)
                self._complain(self._path(name), error)

    def _path(self, name):
        return "/sounds/{}{}.wav".format(name, "-quiet" if self.volume == QUIET else "")

    def _complain(self, path, error):
        print("{} cannot be played ({}): copy it to the drive again".format(path, error))

    def _start(self, audio, wave):
        try:
            audio.play(wave)
        except RuntimeError as error:
            _no_sound(error)
            self._audio = None
            return
        self._amplifier.value = True
        self._sounding = True

    @property
    def playing(self):
        return self._audio is not None and self._audio.playing

    def hush(self):
        """Stop the sound and switch the amplifier off."""
        self._amplifier.value = False
        if self._audio:
            self._audio.stop()
        self._sounding = False


def _character():
    """Read one character, so that its bytes are never waited for twice."""
    try:
        return sys.stdin.read(1)
    except UnicodeError:
        return ""


def _audio_out():
    """Return the audio output, None where it is not available."""
    try:
        return audioio.AudioOut(board.SPEAKER)
    except (RuntimeError, ValueError) as error:
        _no_sound(error)
        return None


def _no_sound(error):
    print("There is no sound ({}): the game goes on silently".format(error))


def _touchscreen(**options):
    return Touchscreen(
        board.TOUCH_XL, board.TOUCH_XR, board.TOUCH_YD, board.TOUCH_YU,
        z_threshold=_PRESSED, **options
    )
