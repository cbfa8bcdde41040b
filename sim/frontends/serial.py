# SPDX-License-Identifier: MIT
"""The board's serial port on this computer: a pseudo-terminal, or a TCP port that speaks RFC 2217.

`open_port` makes the port that --serial names. A `SerialLine` joins it to a portal: the bytes that
the board sends go to the program that has the port open, and what that sends goes to the board. As
on a board, output is lost while nobody has the port open.
"""

import os
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol

from ..board.console import CTRL_C
from ..errors import UserError
from ..portal import PyPortal
from .player import Player
from .serialtcp import TcpPort

if sys.platform != "win32":
    import pty
    import tty

TCP = "tcp:"
BOOT_OUTPUT = "boot_out.txt"
CHUNK = 4096
# Output that a program does not read is kept up to this length; then the oldest is lost.
KEPT = 1 << 20


class Port(Protocol):
    """Never waits. `name` is what a program opens."""

    name: str

    @property
    def is_open(self) -> bool:
        """Whether a program has the port open."""

    def watched(self) -> list[int]:
        """Return the descriptors that become readable when there is something to read."""

    def read(self) -> bytes:
        """Return what has come."""

    def write(self, data: bytes) -> int:
        """Send, and return how many bytes there was room for."""

    def close(self) -> None: ...


class PtyPort:
    """A pseudo-terminal, with a symbolic link to it if a path is given. Raises UserError."""

    def __init__(self, link: Path | None = None):
        if sys.platform == "win32":
            raise UserError("--serial makes a pseudo-terminal, which Windows has not: "
                            "use --serial tcp:4000")
        self._link = link
        self._master, slave = pty.openpty()
        tty.setraw(slave)
        self._device = os.ttyname(slave)
        self.name = str(link or self._device)
        os.set_blocking(self._master, False)
        # Closed, it tells by a hang-up that no program has it open.
        os.close(slave)
        if link:
            self._make_link(link)

    def _make_link(self, link: Path) -> None:
        try:
            if link.is_symlink() and not link.exists():
                link.unlink()  # of a run that was cut off
            link.symlink_to(self._device)
        except OSError as error:
            os.close(self._master)
            raise UserError(f"cannot make {link} the serial port: {error.strerror}: name the "
                            "drive before --serial") from None

    @property
    def is_open(self) -> bool:
        poll = select.poll()
        poll.register(self._master, 0)
        return not any(event & select.POLLHUP for _, event in poll.poll(0))

    def watched(self) -> list[int]:
        return [self._master] if self.is_open else []

    def read(self) -> bytes:
        try:
            return os.read(self._master, CHUNK)
        except OSError:  # nothing has come, or nobody has it open
            return b""

    def write(self, data: bytes) -> int:
        try:
            return os.write(self._master, data[:CHUNK])
        except OSError:
            return 0

    def close(self) -> None:
        os.close(self._master)
        if self._link and self._link.is_symlink() and os.readlink(self._link) == self._device:
            self._link.unlink()


def open_port(what: str) -> Port:
    """Return the port for `tcp:4000`, for the path of a symbolic link, or for an empty text, a
    pseudo-terminal without a name of its own. Raises UserError.
    """
    if what.startswith(TCP):
        return TcpPort(what.removeprefix(TCP))
    return PtyPort(Path(what) if what else None)


class SerialLine:
    """Joins a port to a portal; the frontends call `turn` often. `heard` tells whether the last
    turn has brought something.
    """

    def __init__(self, port: Port, portal: PyPortal, player: Player):
        self._port = port
        self._player = player
        self._coming = bytearray()
        self.heard = False
        self._keys = b""
        self._has_sent = False
        portal.board.console.wire = self._send

    def _send(self, data: bytes) -> None:
        self._has_sent = True
        if self._port.is_open:
            self._coming += data
            del self._coming[:-KEPT]

    def turn(self) -> None:
        """Pass on what there is. A board that has sent nothing yet is booting and has no USB."""
        if self._has_sent:
            self._keys += self._port.read()
        self.heard = bool(self._keys)
        if self._keys:
            # The board forgets the keys that arrive together with a Ctrl-C.
            end = self._keys.find(CTRL_C.encode()) + 1 or len(self._keys)
            keys, self._keys = self._keys[:end], self._keys[end:]
            self._player.do("send", keys)
        self.flush()

    def flush(self) -> None:
        """Send as much as the port takes."""
        if not self._port.is_open:
            self._coming.clear()
        while self._coming and (count := self._port.write(bytes(self._coming[:CHUNK]))):
            del self._coming[:count]

    def wait(self, seconds: float) -> None:
        """Wait until something comes, for that long at most."""
        select.select(self._port.watched(), [], [], max(0.0, seconds))


def write_identity(portal: PyPortal) -> None:
    """Write boot_out.txt, by which programs know a board's drive, into the user's folder."""
    file = portal.board.drive.root / BOOT_OUTPUT
    if not file.exists():
        portal.board.drive.main.written.add(file)
        file.write_bytes(portal.engine.identity.encode())


@contextmanager
def serving(what: str | None, portal: PyPortal, player: Player) -> Iterator[SerialLine | None]:
    """Open the port that --serial names, and tell how; None without one. Raises UserError."""
    if what is None:
        yield None
        return
    port = open_port(what)
    try:
        print(f"the board's serial port is {port.name}", file=sys.stderr, flush=True)
        yield SerialLine(port, portal, player)
    finally:
        portal.board.console.wire = lambda data: None
        with suppress(OSError):
            port.close()
