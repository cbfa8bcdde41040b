# SPDX-License-Identifier: MIT
"""paralleldisplaybus: the 8-bit parallel bus to the board's panel."""

from typing import Any

from ..native.arguments import buffer, int_min, int_range, of_type
from ..native.classes import Pin
from . import machine

__all__ = ["ParallelBus"]

blinka: Any = machine.blinka.load("paralleldisplaybus")

COMMAND = 0


class ParallelBus(blinka.ParallelBus):
    """The bus; whatever its arguments are, it leads to the board's only panel."""

    def __init__(self, *, command: Pin, chip_select: Pin, write: Pin, data0: Pin | None = None,
                 data_pins: Any = None, read: Pin | None, reset: Pin | None = None,
                 frequency: int = 30_000_000):
        if (data0 is None) == (data_pins is None):
            raise ValueError("Specify exactly one of data0 or data_pins")
        for pin, name in (command, "command"), (chip_select, "chip_select"), (write, "write"):
            of_type(pin, Pin, name)
        for optional, name in (data0, "data0"), (read, "read"), (reset, "reset"):
            if optional is not None:
                of_type(optional, Pin, name)
        int_min(frequency, 1, "frequency")

    def reset(self) -> None:
        machine.panel.reset()

    def send(self, command: int, data: Any) -> None:
        machine.panel.command(int_range(command, 0, 255, "command"))
        machine.panel.data(bytes(buffer(data)))

    def deinit(self) -> None:
        """Does nothing: the bus claims no pins."""

    def _send(self, data_type: int, chip_select: int, data: Any) -> None:
        if data_type == COMMAND:
            for code in data:
                machine.panel.command(code)
        else:
            machine.panel.data(data)

    def _free(self) -> bool:
        return True

    def _begin_transaction(self) -> bool:
        return False

    def _end_transaction(self) -> None:
        pass
