# SPDX-License-Identifier: MIT
"""The card slot: a folder on the host is the card, if there is one."""

from typing import Any

from ..board.cardslot import CardSlot
from ..board.pins import Part, Pin
from ..drive.card import BLOCK
from ..machine import Machine
from ..native.arguments import of_type, word

__all__ = ["SDCard"]

machine: Machine


class SDCard(Part):
    """For `storage.VfsFat`; its blocks cannot be read, because the folder has none."""

    def __init__(self, bus: Any, cs: Pin, baudrate: int = 8_000_000):
        of_type(bus, machine.hardware("busio").SPI, "bus")._claimed()
        word(baudrate)
        self._claim(cs=cs)
        slot = machine.spi.devices.get(self._claimed().name)
        card = slot.card if isinstance(slot, CardSlot) else None
        if card is None:
            self.deinit()
            raise OSError("no SD card")
        self._volume = card

    def count(self) -> int:
        """In blocks of 512 bytes."""
        self._claimed()
        return self._volume.clusters * self._volume.cluster // BLOCK

    def sync(self) -> None:
        """Nothing is buffered."""
        self._claimed()

    def readblocks(self, start_block: int, buf: Any) -> None:
        self._refuse("readblocks")

    def writeblocks(self, start_block: int, buf: Any) -> None:
        self._refuse("writeblocks")

    def _refuse(self, method: str) -> None:
        self._claimed()
        raise NotImplementedError(f"sdcardio.SDCard.{method} is not simulated: the card is a "
                                  "folder, mount it with storage.VfsFat")
