# SPDX-License-Identifier: MIT
"""A board's serial console as questions and answers: type a line, get its answer.

`Line` finds where an answer begins and ends and cleans it. `SerialLine` is a real board over USB,
by pyserial, in real time. `SimulatedLine` is a simulated PyPortal with the staged drive, in virtual
time; its restart is another portal with the same nvm, and with a copy of the drive if its
settings.toml is to differ. The drill knows nothing else of a board.
"""

import codecs
import re
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sim import PyPortal
from tools.stage import DRIVE, copy_folder, stage

PATIENCE_S = 5.0
# The text that CircuitPython writes into a terminal's title bar.
_TITLE = re.compile(r"\x1b\][^\x07\x1b]*(\x07|\x1b\\)")
BAUD = 115_200  # USB does not care
RETURN_S = 20.0
BOOT_S = 3.0
_MISSING = "--port needs pyserial: pip install pyserial"
_BY_HAND = "somebody must press Reset: --manual asks for it"


class NoAnswer(Exception):
    """The board printed nothing in time, or is gone; the message says which."""


class Line(ABC):
    """A connection to a board. `heard` is all its output; `quiet_s` of silence end an answer.

    `no_restart` is the reason why `restart` cannot be called, `no_settings` why not with settings;
    "" if it can.
    """

    quiet_s = 0.15
    no_restart = ""
    no_settings = ""

    def __init__(self) -> None:
        self.heard = ""

    @abstractmethod
    def send(self, text: str) -> None:
        """Type on the console."""

    @abstractmethod
    def receive(self, seconds: float) -> str:
        """Return the board's output as soon as there is some, or "" after so many seconds."""

    @abstractmethod
    def now(self) -> float:
        """Return the seconds on the board's clock."""

    @abstractmethod
    def restart(self, settings: Sequence[str] = ()) -> None:
        """Switch the board off and on, with these lines as its settings.toml."""

    def sounds(self) -> set[str] | None:
        """Return the names of the files played since the start, or None if it is not known."""
        return None

    @abstractmethod
    def close(self) -> None:
        """Close the connection."""

    def ask(self, command: str) -> str:
        """Type a line and return its answer without the echo. Raises NoAnswer."""
        self.listen()
        self.send(command + "\r")
        answer, deadline = "", self.now() + PATIENCE_S
        while "\n" not in _after_echo(answer, command):
            if self.now() >= deadline:
                raise NoAnswer(f"{command!r} was not answered in {PATIENCE_S:g} s")
            answer += self._hear(self.quiet_s)
        return _after_echo(answer + self.listen(), command).strip("\n")

    def listen(self) -> str:
        """Return all output up to the next silence."""
        said = ""
        while more := self._hear(self.quiet_s):
            said += more
        return said

    def wait(self, seconds: float) -> str:
        """Let so much time pass and return the output."""
        said, end = "", self.now() + seconds
        while self.now() < end:
            said += self._hear(min(self.quiet_s, end - self.now()))
        return said

    def _hear(self, seconds: float) -> str:
        said = _TITLE.sub("", self.receive(seconds)).replace("\r", "")
        self.heard += said
        return said


def _after_echo(text: str, command: str) -> str:
    return text.partition(command + "\n")[2]


class SerialLine(Line):
    """A real board, whose settings.toml is its user's. Raises NoAnswer if the port fails to open.

    A restart needs somebody to press Reset: `ask_user` shows a sentence and waits. Without it, a
    restart is refused. The port disappears during a restart and is opened again.
    """

    no_settings = "settings.toml is on the board's own drive and is left alone"

    def __init__(self, port: str, ask_user: Callable[[str], object] | None = None,
                 return_s: float = RETURN_S, boot_s: float = BOOT_S):
        super().__init__()
        self._name = port
        self._ask_user = ask_user
        self._return_s, self._boot_s = return_s, boot_s
        self.no_restart = "" if ask_user else _BY_HAND
        self._serial = _pyserial()
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._port = self._open()

    def _open(self) -> Any:
        try:
            return self._serial.Serial(self._name, BAUD, timeout=self.quiet_s, write_timeout=5)
        except (OSError, ValueError) as error:
            raise NoAnswer(f"{self._name} cannot be opened: {error}") from None

    def send(self, text: str) -> None:
        try:
            self._port.write(text.encode())
        except OSError as error:
            raise NoAnswer(f"{self._name} is gone: {error}") from None

    def receive(self, seconds: float) -> str:
        try:
            self._port.timeout = max(0.0, seconds)
            read = self._port.read(1)
            return self._decode(read + self._port.read(self._port.in_waiting))
        except OSError as error:
            raise NoAnswer(f"{self._name} is gone: {error}") from None

    def now(self) -> float:
        return time.monotonic()

    def restart(self, settings: Sequence[str] = ()) -> None:
        if self._ask_user is None or settings:
            raise NoAnswer(self.no_settings if settings else self.no_restart)
        self._ask_user("Press the board's Reset button, then Enter here: ")
        self._port.close()
        self._port = self._reopen()
        self.wait(self._boot_s)

    def _reopen(self) -> Any:
        """Open the port, which comes back some time after the board."""
        deadline = self.now() + self._return_s
        while True:
            try:
                return self._open()
            except NoAnswer:
                if self.now() >= deadline:
                    raise
                time.sleep(0.2)

    def close(self) -> None:
        self._port.close()


def _pyserial() -> Any:
    try:
        return import_module("serial")
    except ImportError:
        raise NoAnswer(_MISSING) from None


STEP_S = 0.01


class SimulatedLine(Line):
    """Raises ValueError for a board that does not exist."""

    quiet_s = 0.05

    def __init__(self, board: str = "pyportal", seed: int = 1):
        super().__init__()
        stage(DRIVE)
        self._board = board
        self._seed = seed
        self._folder = TemporaryDirectory(prefix="drill")
        self._before = 0.0
        self._said: list[str] = []
        self._portal = self._switch_on(DRIVE, None)

    def _switch_on(self, drive: Path, nvm: bytes | None) -> PyPortal:
        portal = PyPortal(drive, seed=self._seed, board=self._board, nvm=nvm,
                          instant=True)
        portal.board.console.listener = self._said.append
        return portal

    def send(self, text: str) -> None:
        self._portal.type(text)

    def receive(self, seconds: float) -> str:
        end = self._portal.now + seconds
        while not self._said and self._portal.now < end:
            if not self._portal.running:
                raise NoAnswer("the program has ended: " + self.heard.strip().rpartition("\n")[2])
            self._portal.run(STEP_S)
        said = "".join(self._said)
        self._said.clear()
        return said

    def now(self) -> float:
        return self._before + self._portal.now

    def restart(self, settings: Sequence[str] = ()) -> None:
        self._before, self._seed = self.now(), self._seed + 1
        nvm = bytes(self._portal.nvm)
        self._portal.close()
        self._portal = self._switch_on(self._drive(settings), nvm)

    def _drive(self, settings: Sequence[str]) -> Path:
        if not settings:
            return DRIVE
        copy = Path(self._folder.name) / "CIRCUITPY"
        copy_folder(DRIVE, copy)
        (copy / "settings.toml").write_text("\n".join(settings), encoding="utf-8")
        return copy

    def sounds(self) -> set[str]:
        return {Path(path).stem for _, path, _, _ in self._portal.sounds}

    def close(self) -> None:
        self._portal.close()
        self._folder.cleanup()
