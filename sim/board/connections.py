# SPDX-License-Identifier: MIT
"""What is connected to the buses of each board."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from .buses import I2CBus, SPIBus
from .cardslot import CardSlot
from .coprocessor import Coprocessor
from .peripheral import I2CPeripheral, SPIPeripheral
from .surroundings import Surroundings
from .thermometer import Thermometer


@dataclass(frozen=True)
class Connections:
    """On I2C by address, on SPI by the chip select pin."""

    i2c: Mapping[int, Callable[[Surroundings], I2CPeripheral]]
    spi: Mapping[str, Callable[[Surroundings], SPIPeripheral]]


CONNECTIONS = {
    "pyportal": Connections(
        i2c={0x48: Thermometer},
        spi={"ESP_CS": Coprocessor, "SD_CS": CardSlot},
    ),
    "pyportal_pynt": Connections(
        i2c={},
        spi={"ESP_CS": Coprocessor, "SD_CS": CardSlot},
    ),
    "pyportal_titano": Connections(
        i2c={},
        spi={"ESP_CS": Coprocessor, "SD_CS": CardSlot},
    ),
}


def connect(board: str, i2c: I2CBus, spi: SPIBus, surroundings: Surroundings) -> None:
    for address, make in CONNECTIONS[board].i2c.items():
        i2c.connect(address, make(surroundings))
    for select, build in CONNECTIONS[board].spi.items():
        spi.connect(select, build(surroundings))
