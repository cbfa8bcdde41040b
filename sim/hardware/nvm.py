# SPDX-License-Identifier: MIT
"""Bytes that survive power-off: one erase block of the chip's flash."""

from typing import Any

from ..machine import Machine
from ..native.bytestore import ByteStore

__all__ = ["ByteArray"]

machine: Machine

# Erasing and writing one block (SAMD51 data sheet, "NVM characteristics": some milliseconds).
ERASE_NS = 5_000_000
WRITE_NS = 5_000_000


class ByteArray(ByteStore):
    """`microcontroller.nvm`; every assignment erases the whole block and writes it again."""

    def __init__(self) -> None:
        raise TypeError("cannot create 'ByteArray' instances")

    @property
    def _bytes(self) -> bytearray:
        return machine.nvm

    def _write(self, place: int | slice, content: Any) -> None:
        block = bytearray(machine.nvm)
        block[place] = content
        places = range(len(block))[place]
        middle = places if isinstance(places, int) else (places.start + places.stop) // 2
        rewrite(block, middle)


def rewrite(block: bytearray, middle: int) -> None:
    """When the power fails during the write, the block stays as it is at that moment."""
    with machine.journal.span("nvm", "erase and write"):
        _rewrite(block, middle)


def _rewrite(block: bytearray, middle: int) -> None:
    _reach("before")
    machine.nvm_writes += 1
    machine.nvm[:] = b"\xff" * len(block)
    machine.clock.advance(ERASE_NS)
    _reach("erased")
    machine.clock.advance(WRITE_NS // 2)
    machine.nvm[:middle] = block[:middle]
    _reach("half")
    machine.clock.advance(WRITE_NS // 2)
    machine.nvm[:] = block
    _reach("after")


def _reach(moment: str) -> None:
    """Stop here when the power is off: a program that is being unwound may still try to write."""
    if not machine.powered or machine.faults.power_fails(moment):
        machine.power_off()
