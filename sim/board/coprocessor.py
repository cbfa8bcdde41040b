# SPDX-License-Identifier: MIT
"""The ESP32 on the SPI bus: its pins, and whose turn it is on the bus.

It is ready for a frame when ESP_BUSY is low; the pin goes high when it is selected, and stays so
until the next frame can come. Commands and replies take turns: what is clocked while a reply waits
is the reply's time, so a program that gave up waiting is out of step until the next reset.
"""

from ..clock import MS, NEVER
from ..esp32 import frame
from ..esp32.commands import Commands
from ..network.wire import Wire
from .peripheral import SPIPeripheral
from .pins import Line, Pins
from .surroundings import Surroundings

BOOT_NS = 500 * MS
# From a frame to its reply, and from the reply to the next frame: the firmware's own tasks.
WORK_NS, GAP_NS = 700_000, 150_000


class Coprocessor(SPIPeripheral):
    """Driving its reset pin low and releasing it restarts it, as power does."""

    def __init__(self, surroundings: Surroundings):
        self._network = surroundings.network
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
        """A part of a command, or a part of the reply; what is clocked beyond that is 0."""
        self._clocked = True
        if not self._replying:
            self._heard += sent
            return bytes(len(sent))
        if self._network.faults.hanging == "answer":
            return bytes(len(sent))
        taken, self._reply = self._reply[: len(sent)], self._reply[len(sent) :]
        return taken.ljust(len(sent), b"\0")

    def deselect(self) -> None:
        """After a frame the reply is next, and after a reply the next frame."""
        self._selected = False
        if self._clocked and self._replying:
            self._replying, self._reply = False, b""
            self._ready_at = self._network.now() + GAP_NS
        elif self._clocked:
            self._work()

    def _busy(self) -> bool:
        self._restart_if_it_must()
        hanging = self._network.faults.hanging
        if hanging == "select":
            return False
        return self._selected or hanging == "busy" or self._network.now() < self._ready_at

    def _quiet_until(self) -> int:
        """When the firmware is ready by itself; NEVER while something else has to happen first."""
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
        """While the pin is low it does nothing; when released, it starts."""
        was, self._held = self._held, self._reset is not None and self._reset.level == 0.0
        if self._held:
            self._commands.sockets.close_all()
            self._network.faults.hanging = ""
            self._ready_at = NEVER
        elif was:
            self._boot()

    def _restart_if_it_must(self) -> None:
        if self._network.faults.restart:
            self._network.faults.restart = False
            self._commands.sockets.close_all()
            self._boot()

    def _work(self) -> None:
        self._restart_if_it_must()
        data, self._heard = self._heard, b""
        self._reply, took = self._answer(data)
        self._replying = True
        self._ready_at = max(self._ready_at, self._network.now()) + WORK_NS + took

    def _answer(self, data: bytes) -> tuple[bytes, int]:
        self._network.poll()
        command = frame.parse(data)
        if command is None:
            return frame.REFUSAL, 0
        try:
            done = self._commands.do(command.number, command.parameters)
        except (TypeError, ValueError, IndexError):
            done = None  # parameters that the firmware would read from what lies behind the frame
        if done is None:
            return frame.REFUSAL, 0
        replies, took = done
        return frame.reply(command.number, replies or ()), took
