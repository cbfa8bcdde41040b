# SPDX-License-Identifier: MIT
"""What surrounds a board, and stays over its resets."""

from dataclasses import dataclass, field

from ..drive.volume import Volume
from ..network.network import Network


@dataclass
class Surroundings:
    """The temperature in °C, the card in the SD slot if there is one, and what the Wi-Fi finds."""

    celsius: float = 23.0
    card: Volume | None = None
    network: Network = field(default_factory=Network)
