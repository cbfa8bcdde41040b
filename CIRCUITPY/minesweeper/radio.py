# SPDX-License-Identifier: MIT
"""The rest of the PyPortal's hardware, for a board with Wi-Fi: the ESP32's pins, and the clock.

Beside the device it is the only file that names pins; loaded only where there is a network.
"""

import time

import board
import rtc
from digitalio import DigitalInOut


def lines():
    """The ESP32's bus, and its lines: select, busy, reset."""
    pins = board.ESP_CS, board.ESP_BUSY, board.ESP_RESET
    return [board.SPI()] + [DigitalInOut(pin) for pin in pins]


def set_clock(seconds):
    """Seconds since 1970, UTC."""
    rtc.RTC().datetime = time.localtime(seconds)
