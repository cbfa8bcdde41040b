# SPDX-License-Identifier: MIT
"""The board's serial port on this computer: a pseudo-terminal, or a TCP port that speaks RFC 2217.

`open_port` makes the port that --serial names. A `SerialLine` joins it to a portal: the bytes that
the board sends go to the program that has the port open, and what that sends goes to the board.
Output is lost while nobody has the port open, as on a board.

The server of RFC 2217 serves one program of this computer at a time. Settings such as the baud rate
are acknowledged and change nothing, as with USB. Telnet works, too.
"""

import os
import select
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol

from ..board.console import CTRL_C
from ..errors import UserError
from ..portal import PyPortal
from .player import Player

HOST = "127.0.0.1"
CHUNK = 4096
IAC, DONT, DO, WONT, WILL, SB, SE = 255, 254, 253, 252, 251, 250, 240
BINARY, ECHO, SUPPRESS_GO_AHEAD, COM_PORT = 0, 1, 3, 44
OURS = (BINARY, ECHO, SUPPRESS_GO_AHEAD, COM_PORT)
THEIRS = (BINARY, SUPPRESS_GO_AHEAD, COM_PORT)
# An answer to a command of RFC 2217 has its number and this.
ANSWER = 100
# Commands that are answered with the value that they set, and the values if they only ask.
SIGNATURE, BAUD_RATE, DATA_SIZE, PARITY, STOP_SIZE, CONTROL = range(6)
MODEM_STATE_MASK, PURGE_DATA = 11, 12
ASKED = {BAUD_RATE: (115_200).to_bytes(4), DATA_SIZE: b"\x08", PARITY: b"\x01",
         STOP_SIZE: b"\x01"}
# SET-CONTROL asks with these numbers; the answers are no flow control, no break, DTR and RTS on.
CONTROLS = {0: 1, 4: 6, 7: 8, 10: 11, 13: 14}
MODEM_STATE = 107
# Carrier, clear to send, data set ready.
ON = bytes((0b1011_0000,))


class TcpPort:
    """Listens at a port of this computer, or at a free one if it is 0. Raises UserError."""

    def __init__(self, port: str):
        if not port.isdecimal() or len(port) > 5 or int(port) > 65_535:
            raise UserError(f"--serial tcp:{port} has no port from 0 to 65535: write tcp:4000")
        try:
            self._listener = socket.create_server((HOST, int(port)), backlog=1)
        except OSError as error:
            raise UserError(f"cannot listen at port {port}: {error.strerror}") from None
        self._listener.setblocking(False)
        self.name = f"rfc2217://{HOST}:{self._listener.getsockname()[1]}"
        self._client: socket.socket | None = None
        self._telnet = Telnet()

    @property
    def is_open(self) -> bool:
        return self._client is not None

    def watched(self) -> list[int]:
        return [each.fileno() for each in (self._listener, self._client) if each]

    def read(self) -> bytes:
        data = self._receive()
        if not data:  # the client is idle, or has hung up
            self._accept()
        keys = self._telnet.decode(data)
        self._reply()
        return keys

    def write(self, data: bytes) -> int:
        """Send all: what the socket has no room for is kept and goes first."""
        if self._telnet.answers:
            self._reply()
        if self._telnet.answers or not self._client:
            return 0
        self._telnet.answers += data.replace(b"\xff", b"\xff\xff")
        self._reply()
        return len(data)

    def close(self) -> None:
        self._hang_up()
        self._listener.close()

    def _accept(self) -> None:
        """Accept a program's connection; refuse a second one."""
        with suppress(BlockingIOError):
            caller, _ = self._listener.accept()
            if self._client:
                caller.close()
                return
            caller.setblocking(False)
            caller.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._client = caller
            self._telnet = Telnet()
            self._telnet.greet()
            self._reply()

    def _receive(self) -> bytes:
        if not self._client:
            return b""
        try:
            data = self._client.recv(CHUNK)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            self._hang_up()
        return data

    def _reply(self) -> None:
        if not self._client or not self._telnet.answers:
            return
        try:
            count = self._client.send(self._telnet.answers)
        except BlockingIOError:
            return
        except OSError:
            return self._hang_up()
        del self._telnet.answers[:count]

    def _hang_up(self) -> None:
        if self._client:
            self._client.close()
        self._client = None
        self._telnet = Telnet()


class Telnet:
    """Takes commands out of the bytes that come, and collects what to answer in `answers`."""

    def __init__(self) -> None:
        self.answers = bytearray()
        self._rest = b""
        self._options = {(DO, option): False for option in OURS}
        self._options |= {(WILL, option): False for option in THEIRS}

    def greet(self) -> None:
        """Offer all options, and ask for them."""
        for asked, option in self._options:
            self._options[asked, option] = True
            self.answers += bytes((IAC, WILL if asked == DO else DO, option))

    def decode(self, data: bytes) -> bytes:
        """Return the keys in the bytes that have come."""
        data, self._rest = self._rest + data, b""
        keys, at = bytearray(), 0
        while (found := data.find(IAC, at)) >= 0:
            keys += data[at:found]
            at = self._command(data, found, keys)
            if at < 0:
                self._rest = data[found:]
                return bytes(keys)
        return bytes(keys + data[at:])

    def _command(self, data: bytes, at: int, keys: bytearray) -> int:
        """Carry out a command; return the index after it, or -1 while part of it is missing."""
        kind = data[at + 1:at + 2]
        if kind == bytes((IAC,)):
            keys.append(IAC)
        elif kind and kind[0] in (DO, DONT, WILL, WONT):
            if at + 3 > len(data):
                return -1
            self._negotiate(kind[0], data[at + 2])
            return at + 3
        elif kind == bytes((SB,)):
            end = data.find(bytes((IAC, SE)), at)
            # After an odd number of 255s this one is the second of a pair: data, not a command.
            while end > at and (end - len(data[:end].rstrip(bytes((IAC,))))) % 2:
                end = data.find(bytes((IAC, SE)), end + 1)
            if end < 0:  # a setting so long is none
                return -1 if len(data) - at < CHUNK else len(data)
            self._set(data[at + 2:end].replace(b"\xff\xff", b"\xff"))
            return end + 2
        return at + 2 if kind else -1

    def _negotiate(self, asked: int, option: int) -> None:
        """Answer only requests that change an option, or both sides would answer for ever."""
        wanted = asked in (DO, WILL)
        key = (DO if asked in (DO, DONT) else WILL, option)
        if key not in self._options:
            if wanted:
                self.answers += bytes((IAC, WONT if asked == DO else DONT, option))
        elif self._options[key] != wanted:
            self._options[key] = wanted
            yes, no = (WILL, WONT) if key[0] == DO else (DO, DONT)
            self.answers += bytes((IAC, yes if wanted else no, option))

    def _set(self, command: bytes) -> None:
        """Acknowledge a setting of the port."""
        if len(command) < 2 or command[0] != COM_PORT or command[1] > PURGE_DATA:
            return
        number, value = command[1], command[2:]
        if number == SIGNATURE and not value:
            value = b"pyportal-sim"
        elif number in ASKED and not any(value):
            value = ASKED[number]
        elif number == CONTROL and value:
            value = bytes((CONTROLS.get(value[0], value[0]),))
        self._tell(number + ANSWER, value)
        if number == MODEM_STATE_MASK:
            self._tell(MODEM_STATE, ON)

    def _tell(self, number: int, value: bytes) -> None:
        escaped = value.replace(b"\xff", b"\xff\xff")
        self.answers += bytes((IAC, SB, COM_PORT, number)) + escaped + bytes((IAC, SE))


if sys.platform != "win32":
    import pty
    import tty

TCP = "tcp:"
BOOT_OUTPUT = "boot_out.txt"
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
        # With no end open, poll() reports a hang-up: no program has the port open.
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
