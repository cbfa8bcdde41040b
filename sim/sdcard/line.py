# SPDX-License-Identifier: MIT
"""A card at the four lines of its SPI mode: which bytes are a command, a block, or only clocked.

What it says begins a byte after what it heard; while it is silent or not selected it gives 0xFF.
"""

from . import frames
from .card import Card
from .commands import Commands
from .frames import BLOCK, NOTHING
from .registers import crc7

# Which commands' checksums count while checking is off: a card starts by them.
ALWAYS_CHECKED = (0, 8)


class Line:
    def __init__(self, card: Card):
        self._commands = Commands(card)
        self._said = b""
        self._command = b""
        self._block: bytearray | None = None

    def exchange(self, sent: bytes) -> bytes:
        """What the card says while it hears this."""
        said = bytearray()
        while sent:
            size = self._next(sent)
            said += self._say(size)
            self._hear(sent[:size])
            sent = sent[size:]
        return bytes(said)

    def pause(self) -> None:
        """It is not selected any more: a command or a block that was not complete is dropped."""
        self._said = self._command = b""
        self._block = None

    def _next(self, sent: bytes) -> int:
        """How many bytes are of one kind: of the block that comes, clocked only, or a single."""
        if self._block is not None:
            return min(frames.DATA_BYTES - len(self._block), len(sent))
        if not self._command and sent[0] == NOTHING:
            return len(sent) - len(sent.lstrip(bytes([NOTHING])))
        return 1

    def _say(self, size: int) -> bytes:
        while len(self._said) < size and self._commands.reading is not None:
            self._said += self._commands.send()
        said, self._said = self._said[:size], self._said[size:]
        return said.ljust(size, bytes([NOTHING]))

    def _hear(self, heard: bytes) -> None:
        if self._block is not None:
            self._block += heard
            if len(self._block) == frames.DATA_BYTES:
                self._take_block()
        elif self._command or frames.is_command(heard[0]):
            self._command += heard
            if len(self._command) == frames.COMMAND_BYTES:
                self._do_command()
        elif self._commands.writing is not None:
            self._hear_token(heard[0])

    def _hear_token(self, token: int) -> None:
        several = self._commands.several
        if token == (frames.ONE_OF_SEVERAL if several else frames.ONE):
            self._block = bytearray()
        elif token == frames.STOP and several:
            self._commands.end()
            self._said = frames.GAP + frames.BUSY

    def _take_block(self) -> None:
        assert self._block is not None
        data, check = bytes(self._block[:BLOCK]), bytes(self._block[BLOCK:])
        self._block = None
        right = not self._commands.checks or check == frames.crc16(data)
        self._said = self._commands.take(data) if right else frames.SPOILED

    def _do_command(self) -> None:
        command, self._command = self._command, b""
        number, argument = command[0] & 0x3F, int.from_bytes(command[1:5], "big")
        checked = self._commands.checks or number in ALWAYS_CHECKED
        if checked and crc7(command[:5]) != command[5] | 1:
            answer = self._commands.complain()
        else:
            answer = self._commands.do(number, argument)
        self._said = frames.GAP + answer
