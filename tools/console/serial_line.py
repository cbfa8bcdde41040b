# SPDX-License-Identifier: MIT
"""The console line of a real board over USB, by pyserial, in real time.

A restart needs somebody to press Reset, and is refused if nobody is there. The port disappears with
it and is opened again. settings.toml on a board's own drive is the user's.
"""

import codecs
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from tools.console.line import Line, NoAnswer

BAUD = 115_200  # USB does not care
RETURN_S = 20.0
BOOT_S = 3.0
_MISSING = "--port needs pyserial: pip install pyserial"
_BY_HAND = "needs a finger on Reset: --manual asks for it"


class SerialLine(Line):
    """`ask_user` shows a sentence and waits; None if nobody is there.

    Raises NoAnswer for a port that cannot be opened.
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
        """The port comes back some time after the board."""
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
