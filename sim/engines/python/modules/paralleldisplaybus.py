# SPDX-License-Identifier: MIT
"""paralleldisplaybus: the 8-bit parallel bus to the board's panel."""

from typing import Any

from ..native.arguments import buffer, int_min, int_range, of_type
from ..native.classes import Pin, line_of
from . import displayio, machine

__all__ = ["ParallelBus"]

blinka: Any = machine.blinka.load("paralleldisplaybus")

COMMAND = 0
DATA_BITS = 8


class ParallelBus(displayio.Placed, blinka.ParallelBus):
    """The bus; whatever its arguments are, it leads to the board's only panel."""

    _place = displayio.bus_place

    def __init__(self, *, command: Pin, chip_select: Pin, write: Pin, data0: Pin | None = None,
                 data_pins: Any = None, read: Pin | None, reset: Pin | None = None,
                 frequency: int = 30_000_000):
        pins = {"command": command, "chip_select": chip_select, "write": write, "read": read,
                "reset": reset}
        lines = [line_of(pin, name) for name, pin in pins.items()
                 if pin is not None or name not in ("read", "reset")]
        for line in lines:
            line.check_free()
        if (data0 is None) == (data_pins is None):
            raise ValueError("Specify exactly one of data0 or data_pins")
        data = _from_first(data0) if data_pins is None else _in_any_order(data_pins)
        int_min(frequency, 1, "frequency")
        self._place.take()
        self._pins = (*lines, *data)
        for line in self._pins:
            line.claim()

    def reset(self) -> None:
        machine.spin.act()
        machine.panel.reset()

    def send(self, command: int, data: Any) -> None:
        machine.spin.act()
        machine.panel.command(int_range(command, 0, 255, "command"))
        machine.panel.data(bytes(buffer(data)))

    def _release(self) -> None:
        for line in self._pins:
            line.release()

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


def _from_first(data0: Any) -> list[Any]:
    """Return the lines of eight neighbours, the first of which is `data0`."""
    line = line_of(data0, "data0")
    line.check_free()
    port, first = line.chip_name[:2], int(line.chip_name[2:])
    if first % DATA_BITS:
        raise ValueError("Data 0 pin must be byte aligned")
    lines = [machine.pins[f"{port}{first + bit:02}"] for bit in range(DATA_BITS)]
    for bit, line in enumerate(lines):
        if line.in_use:
            raise ValueError(f"Bus pin {bit} is already in use")
    return lines


def _in_any_order(data_pins: Any) -> list[Any]:
    """Return the lines of eight pins that the chip cannot write at once, which it refuses."""
    for pin in data_pins:
        of_type(pin, Pin, "data_pins")._line.check_free()
    raise NotImplementedError("This microcontroller only supports data0=, not data_pins=, "
                              "because it requires contiguous pins.")
