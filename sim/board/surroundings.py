# SPDX-License-Identifier: MIT
"""What surrounds a board, and stays over its resets."""

from dataclasses import dataclass, field

from ..network.network import Network
from ..sdcard.card import Card


@dataclass
class Surroundings:
    """The temperature in °C, the card in the SD slot if there is one, and what the Wi-Fi finds."""

    celsius: float = 23.0
    card: Card | None = None
    network: Network = field(default_factory=Network)

    def settle(self) -> None:
        """What the board has written outside is where the user looks for it."""
        if self.card:
            self.card.settle()

    def close(self) -> None:
        """The board is off: files outside are the user's."""
        if self.card:
            self.card.close()
