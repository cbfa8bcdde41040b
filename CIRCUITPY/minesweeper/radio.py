# SPDX-License-Identifier: MIT
"""The ESP32's pins, and the clock, for a PyPortal with Wi-Fi.

It is loaded only where there is a network.
"""

import time

import board
import rtc
from digitalio import DigitalInOut


def lines():
    """Return the ESP32's bus, and its lines: select, busy, reset."""
    pins = board.ESP_CS, board.ESP_BUSY, board.ESP_RESET
    return [board.SPI()] + [DigitalInOut(pin) for pin in pins]


def set_clock(seconds):
    """Set the clock to seconds since 1970, UTC."""
    rtc.RTC().datetime = time.localtime(seconds)
