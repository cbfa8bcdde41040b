# SPDX-License-Identifier: MIT
"""The ESP32 on the SPI bus: there, idle, and not connected to any network.

It answers what a program asks before it uses Wi-Fi, in the protocol of Adafruit's nina-fw, and
refuses the rest with a sentence, so that nobody waits for a network in vain.
"""

from .pins import Pins

START, END, REPLY = 0xE0, 0xEE, 0x80
GET_STATUS, GET_FIRMWARE = 0x20, 0x37
ANSWERS = {GET_STATUS: b"\x00", GET_FIRMWARE: b"1.7.7\x00"}


class Coprocessor:
    """Selected while ESP_CS is driven low; ESP_BUSY is high as long as it is."""

    def __init__(self, pins: Pins):
        self._select = pins["ESP_CS"]
        self._answer = b""
        pins["ESP_BUSY"].outside = lambda: float(self.selected)

    @property
    def selected(self) -> bool:
        return self._select.level == 0.0

    def write(self, data: bytes) -> None:
        """A whole command, as the library sends it."""
        if len(data) < 2 or data[0] != START:
            return
        answer = ANSWERS.get(data[1])
        if answer is None:
            raise NotImplementedError("Wi-Fi is not simulated: there is no network behind the "
                                      f"ESP32 (command 0x{data[1]:02X} of adafruit_esp32spi)")
        self._answer = bytes([START, data[1] | REPLY, 1, len(answer), *answer, END])

    def read(self, length: int) -> bytes:
        taken, self._answer = self._answer[:length], self._answer[length:]
        return taken.ljust(length, b"\xff")
