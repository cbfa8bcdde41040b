# SPDX-License-Identifier: MIT
"""Bytes that survive power-off: one erase block of the chip's flash."""

from typing import Any

from sim.machine import Machine

__all__ = ["ByteArray"]

machine: Machine

# Erasing and writing one block (SAMD51 data sheet, "NVM characteristics": some milliseconds).
WRITE_NS = 10_000_000


class ByteArray:
    """`microcontroller.nvm`; every assignment rewrites the whole block."""

    def __len__(self) -> int:
        return len(machine.nvm)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            _check(index)
        return machine.nvm[index]

    def __setitem__(self, index: Any, value: Any) -> None:
        if isinstance(index, slice):
            _check(index)
            if len(value) != len(machine.nvm[index]):
                raise ValueError("Slice and value different lengths.")
        machine.clock.advance(WRITE_NS)
        machine.nvm[index] = value


def _check(index: slice) -> None:
    if index.step not in (None, 1):
        raise NotImplementedError("only slices with step=1 (aka None) are supported")
