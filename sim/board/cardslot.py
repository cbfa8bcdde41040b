# SPDX-License-Identifier: MIT
"""The SD slot on the SPI bus; without a card nothing drives its line.

A card is powered with the board, so a reset finds it as the program left it.
"""

from ..sdcard.card import Card
from ..sdcard.line import Line
from .peripheral import SPIPeripheral
from .surroundings import Surroundings


class CardSlot(SPIPeripheral):
    def __init__(self, surroundings: Surroundings):
        self._surroundings = surroundings
        self._card: Card | None = None
        self._line: Line | None = None

    def transfer(self, sent: bytes) -> bytes | None:
        if self._card is not self._surroundings.card:
            self._card = self._surroundings.card
            self._line = Line(self._card) if self._card else None
        return self._line.exchange(sent) if self._line else None

    def deselect(self) -> None:
        if self._line:
            self._line.pause()
