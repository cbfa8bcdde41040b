# SPDX-License-Identifier: MIT
"""The pins by name, and a display that shows nothing."""


class Display:
    width = 320
    height = 240
    root_group = None
    brightness = 1.0


DISPLAY = Display()
LIGHT = "LIGHT"
NEOPIXEL = "NEOPIXEL"
SPEAKER = "SPEAKER"
SPEAKER_ENABLE = "SPEAKER_ENABLE"
TOUCH_XL = "TOUCH_XL"
TOUCH_XR = "TOUCH_XR"
TOUCH_YD = "TOUCH_YD"
TOUCH_YU = "TOUCH_YU"
