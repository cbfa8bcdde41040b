# SPDX-License-Identifier: MIT
"""The 8-bit parallel bus, with the board's panel at its other end."""

from typing import Any

from sim.machine import Machine

__all__ = ["ParallelBus"]

machine: Machine
blinka: Any = machine.blinka.load("paralleldisplaybus")

COMMAND = 0


class ParallelBus(blinka.ParallelBus):
    """Takes the arguments of the device's; the board has but one panel."""

    def reset(self) -> None:
        machine.panel.reset()

    def send(self, command: int, data: Any) -> None:
        machine.panel.command(command)
        machine.panel.data(bytes(data))

    def deinit(self) -> None:
        """The pins are free again."""

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
