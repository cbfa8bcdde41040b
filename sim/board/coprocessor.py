# SPDX-License-Identifier: MIT
"""The ESP32 on the SPI bus: its pins, and the turns of commands and replies.

The ESP32 is ready for a frame when ESP_BUSY is low; the pin goes high when the chip is selected,
and stays high until the next frame can come. Commands and replies alternate: bytes clocked while a
reply is due read the reply, so a program that gave up waiting for it is out of step until the next
reset.
"""

from ..clock import MS, NEVER
from ..network.esp32 import REFUSAL, Commands, pack_reply, parse_command
from ..network.network import Network
from ..network.wire import Wire
from .peripheral import SPIPeripheral
from .pins import Line, Pins

BOOT_NS = 500 * MS
# The firmware's own work from a frame to its reply, and from the reply to the next frame.
WORK_NS, GAP_NS = 700_000, 150_000


class Coprocessor(SPIPeripheral):
    """The chip; a low pulse on its reset pin restarts it, as power-on does."""

    def __init__(self, network: Network):
        self._network = network
        self._reset: Line | None = None
        self._selected = self._held = self._replying = self._clocked = False
        self._heard = self._reply = b""
        self._boot()

    def connect(self, pins: Pins) -> None:
        pins["ESP_BUSY"].outside = self._busy
        pins["ESP_BUSY"].quiet_until = self._quiet_until
        pins["ESP_GPIO0"].outside = lambda: float(self._commands.sockets.waiting)
        self._reset = pins["ESP_RESET"]
        self._reset.on_drive = self._reset_moves
        self._network.listen = self._visit

    def select(self) -> None:
        self._selected, self._clocked = True, False

    def transfer(self, sent: bytes) -> bytes:
        """Take a part of a command, or send a part of the reply, padded with zeros."""
        self._clocked = True
        if not self._replying:
            self._heard += sent
            return bytes(len(sent))
        if self._network.faults.hanging == "answer":
            return bytes(len(sent))
        taken, self._reply = self._reply[: len(sent)], self._reply[len(sent) :]
        return taken.ljust(len(sent), b"\0")

    def deselect(self) -> None:
        """End a frame, after which its reply is due, or a reply, after which a frame is."""
        self._selected = False
        if self._clocked and self._replying:
            self._replying, self._reply = False, b""
            self._ready_at = self._network.now() + GAP_NS
        elif self._clocked:
            self._work()

    def _busy(self) -> bool:
        self._restart_if_due()
        hanging = self._network.faults.hanging
        if hanging == "select":
            return False
        return self._selected or hanging == "busy" or self._network.now() < self._ready_at

    def _quiet_until(self) -> int:
        """Return when the firmware is ready; NEVER while something else has to happen first."""
        waits = self._busy() and not (self._selected or self._network.faults.hanging)
        return self._ready_at if waits else NEVER

    def _boot(self) -> None:
        self._commands = Commands(self._network)
        self._heard = self._reply = b""
        self._replying = self._clocked = False
        self._ready_at = self._network.now() + BOOT_NS

    def _visit(self, port: int, wire: Wire) -> bool:
        return self._commands.sockets.visit(port, wire)

    def _reset_moves(self) -> None:
        """Stop while the reset pin is low, start when it is released."""
        was, self._held = self._held, self._reset is not None and self._reset.level == 0.0
        if self._held:
            self._commands.sockets.close_all()
            self._network.faults.hanging = ""
            self._ready_at = NEVER
        elif was:
            self._boot()

    def _restart_if_due(self) -> None:
        if self._network.faults.restart:
            self._network.faults.restart = False
            self._commands.sockets.close_all()
            self._boot()

    def _work(self) -> None:
        self._restart_if_due()
        data, self._heard = self._heard, b""
        self._reply, took = self._answer(data)
        self._replying = True
        self._ready_at = max(self._ready_at, self._network.now()) + WORK_NS + took

    def _answer(self, data: bytes) -> tuple[bytes, int]:
        self._network.poll()
        command = parse_command(data)
        if command is None:
            return REFUSAL, 0
        try:
            done = self._commands.do(command.number, command.parameters)
        except (TypeError, ValueError, IndexError):
            done = None  # the firmware would read such parameters from behind the frame
        if done is None:
            return REFUSAL, 0
        replies, took = done
        return pack_reply(command.number, replies or ()), took
