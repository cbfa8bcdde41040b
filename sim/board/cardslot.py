# SPDX-License-Identifier: MIT
"""The SD slot on the SPI bus: `sdcardio` finds the card here.

The card is a folder, which has no blocks, so it answers no command of the SD protocol.
"""

from ..drive.volume import Volume
from .peripheral import SPIPeripheral
from .surroundings import Surroundings


class CardSlot(SPIPeripheral):
    def __init__(self, surroundings: Surroundings):
        self._surroundings = surroundings

    @property
    def card(self) -> Volume | None:
        return self._surroundings.card

    def transfer(self, sent: bytes) -> bytes | None:
        return None
