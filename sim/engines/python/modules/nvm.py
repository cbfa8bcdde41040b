# SPDX-License-Identifier: MIT
"""nvm: non-volatile memory, one erase block of the chip's flash."""

from typing import Any

from ..native.classes import ByteStore
from . import machine

__all__ = ["ByteArray"]


class ByteArray(ByteStore):
    """The type of `microcontroller.nvm`; an assignment erases the block and writes it anew."""

    def __init__(self) -> None:
        raise TypeError("can't create 'ByteArray' instances")

    @property
    def _bytes(self) -> bytearray:
        machine.spin.act()
        return machine.board.nvm.content

    def _write(self, place: int | slice, content: Any) -> None:
        block = bytearray(machine.board.nvm.content)
        block[place] = content
        places = range(len(block))[place]
        middle = places if isinstance(places, int) else (places.start + places.stop) // 2
        machine.board.nvm.write(block, middle)
