# SPDX-License-Identifier: MIT
"""The pins by name, and a display that shows nothing."""


class Bus:
    def send(self, command, data):
        pass


class Display:
    width = 320
    height = 240
    root_group = None
    brightness = 1.0
    auto_refresh = True
    bus = Bus()

    def refresh(self):
        return True


DISPLAY = Display()
LIGHT = "LIGHT"
NEOPIXEL = "NEOPIXEL"
SPEAKER = "SPEAKER"
SPEAKER_ENABLE = "SPEAKER_ENABLE"
TOUCH_XL = "TOUCH_XL"
TOUCH_XR = "TOUCH_XR"
TOUCH_YD = "TOUCH_YD"
TOUCH_YU = "TOUCH_YU"
