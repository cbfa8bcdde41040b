# SPDX-License-Identifier: MIT
"""The card slot: a folder of the host's is the card, if one was put in."""

from typing import Any

from ..arguments import of_type, word
from ..card import BLOCK
from ..machine import Machine
from ..pins import Part, Pin

__all__ = ["SDCard"]

machine: Machine


class SDCard(Part):
    """For `storage.VfsFat`; its blocks cannot be read, because the folder has none."""

    def __init__(self, bus: Any, cs: Pin, baudrate: int = 8_000_000):
        of_type(bus, machine.hardware("busio").SPI, "bus")._claimed()
        word(baudrate)
        self._claim(cs=cs)
        card = machine.card if cs is machine.pins["SD_CS"].pin else None
        if card is None:
            self.deinit()
            raise OSError("no SD card")
        self._volume = card

    def count(self) -> int:
        """In blocks of 512 bytes."""
        self._claimed()
        return self._volume.clusters * self._volume.cluster // BLOCK

    def sync(self) -> None:
        """Nothing is held back."""
        self._claimed()

    def readblocks(self, start_block: int, buf: Any) -> None:
        self._refuse("readblocks")

    def writeblocks(self, start_block: int, buf: Any) -> None:
        self._refuse("writeblocks")

    def _refuse(self, method: str) -> None:
        self._claimed()
        raise NotImplementedError(f"sdcardio.SDCard.{method} is not simulated: the card is a "
                                  "folder, mount it with storage.VfsFat")
