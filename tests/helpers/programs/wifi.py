# SPDX-License-Identifier: MIT
"""Programs that use Wi-Fi as on a PyPortal: the real libraries, from installed packages."""

from instantly import PyPortal

# What most of Adafruit's guides begin with.
JOIN = """
import board, busio, time
from digitalio import DigitalInOut
from adafruit_esp32spi import adafruit_esp32spi
import adafruit_connection_manager, adafruit_requests
esp = adafruit_esp32spi.ESP_SPIcontrol(
    board.SPI(), DigitalInOut(board.ESP_CS), DigitalInOut(board.ESP_BUSY),
    DigitalInOut(board.ESP_RESET))
"""
REQUESTS = JOIN + """
esp.connect("Home", "a secret")
pool = adafruit_connection_manager.get_radio_socketpool(esp)
ssl = adafruit_connection_manager.get_radio_ssl_context(esp)
requests = adafruit_requests.Session(pool, ssl)
"""


def power_on(write_program, program, **options):
    """A board with this program and all libraries that are installed; its remarks are kept."""
    portal = PyPortal(write_program(program), **options)
    portal.remarks = []
    portal.machine.console.adviser = portal.remarks.append
    return portal


def run(write_program, program, hosts=None, seconds=60, **options):
    """What a program prints with these HTTP hosts."""
    with power_on(write_program, program, **options) as portal:
        for name, answer in (hosts or {}).items():
            portal.network[name] = answer
        portal.run(seconds)
        return portal.serial
