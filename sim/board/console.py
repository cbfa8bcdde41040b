# SPDX-License-Identifier: MIT
"""The serial line over USB: what the program prints, and what the user types."""

import re
from collections import deque
from collections.abc import Callable

CTRL_C, CTRL_D = "\x03", "\x04"
ENTER = "\r"
# A line feed that the board sends has a carriage return before it.
_LINE_END = re.compile("(?<!\r)\n")
# A character goes to the USB port and to the terminal on the display.
CHARACTER_NS = 8_000
# How many characters of the output are kept.
LOG_LIMIT = 1 << 24
# This many pieces are joined into one, since each costs more memory than its characters.
LOG_PIECES = 1 << 16
# How many characters of a terminal's text are kept, some twenty displays full of them.
SCREEN_LIMIT = 1 << 15
# How many remarks are kept until there is an adviser.
MOST_EARLY = 100


class Console:
    """`text` is the output so far, `screen` what a display's terminal shows of it. `listener` is
    called with output as it comes, `wire` with the very bytes that the board sends, and `adviser`
    with the simulator's own remarks.

    `attended`: a user is connected, so the firmware reports around the program and waits for keys
    after its end. `echo`: the user's terminal shows only what the board sends, so `input` must
    echo. `interrupt` is what Ctrl-C does while a program runs; without it, Ctrl-C is a key.
    """

    def __init__(self) -> None:
        self._log = TextLog()
        self.screen = TextLog(SCREEN_LIMIT)
        self.typed = ""
        self.connected = True
        self.muted = False
        self.attended = False
        self.echo = False
        self.interrupt: Callable[[], None] | None = None
        self.listener: Callable[[str], None] = lambda text: None
        self.wire: Callable[[bytes], None] = lambda data: None
        self._early: deque[str] = deque(maxlen=MOST_EARLY)
        self._adviser: Callable[[str], None] = self._early.append

    @property
    def adviser(self) -> Callable[[str], None]:
        return self._adviser

    @adviser.setter
    def adviser(self, adviser: Callable[[str], None]) -> None:
        self._adviser = adviser
        while self._early:
            adviser(self._early.popleft())

    @property
    def text(self) -> str:
        return self._log.text

    @property
    def count(self) -> int:
        """The number of characters printed so far."""
        return self._log.count

    def since(self, count: int) -> str:
        """Return what was printed after the first `count` characters."""
        return self._log.since(count)

    def write(self, text: str) -> int:
        """Print `text`; a surrogate is three bytes that are no UTF-8.

        `str.encode` turns an instance of a program's own subclass of str into a plain str.
        """
        text = str.encode(text, errors="surrogatepass").decode(errors="replace")
        if not self.muted:
            self.wire(_LINE_END.sub("\r\n", text).encode())
            self.record(text.replace("\r\n", "\n"))
        return len(text)

    def send(self, data: bytes) -> None:
        """Send bytes as they are."""
        if not self.muted:
            self.wire(data)
            self.record(data.decode(errors="replace").replace("\r\n", "\n"))

    def direct(self, sequence: str) -> None:
        """Send a terminal an escape sequence, which is no part of the text."""
        if not self.muted:
            self.wire(sequence.encode())

    def record(self, text: str) -> None:
        """Add output to the text without sending it: the caller has done that."""
        self._log.add(text)
        self.screen.add(text)
        self.listener(text)

    def remark(self, sentence: str) -> None:
        """Pass on a sentence from the simulator, which a board would not print."""
        if not self.muted:
            self.adviser(sentence)

    def flush(self) -> None:
        """Do nothing: output is not buffered."""

    def receive(self, text: str) -> None:
        """Take typed keys; Enter is a carriage return. An interrupting Ctrl-C drops the keys that
        were not read, as in `supervisor/shared/usb.c`.

        Bytes that are no UTF-8 are surrogates, as `surrogateescape` makes them; they are joined
        with what came before.
        """
        if self.interrupt and CTRL_C in text:
            self.typed = ""
            text = text.rpartition(CTRL_C)[2]
            self.interrupt()
        self.typed = to_keys(to_bytes(self.typed + text))

    def edit(self, line: str, key: str) -> str:
        """Return the line that `input` reads, after one more key."""
        if key in "\b\x7f":
            self._answer("\b \b" if line else "")
            return line[:-1]
        if key < " " and key != ENTER:
            return line
        key = "\n" if key == ENTER else key
        self._answer(key)
        return line + key

    def _answer(self, text: str) -> None:
        if self.echo:
            self.write(text)
        else:
            self.screen.add(text)

    def take(self, count: int) -> str:
        """Remove and return at most `count` characters of what was typed."""
        taken, self.typed = self.typed[:count], self.typed[count:]
        return taken


def to_keys(data: bytes) -> str:
    """Return what a computer sends as keys; bytes that are no UTF-8 become surrogates."""
    return data.decode("utf-8", "surrogateescape")


def to_bytes(keys: str) -> bytes:
    return keys.encode("utf-8", "surrogateescape")


class TextLog:
    """A text that grows at its end and loses its beginning when it becomes too long.

    A program that prints without end must not fill the computer's memory. `count` is the number of
    characters added so far.
    """

    def __init__(self, limit: int = LOG_LIMIT):
        self.count = 0
        self._limit = limit
        self._pieces: list[str] = []
        self._held = 0

    @property
    def text(self) -> str:
        self._join()
        return self._pieces[0]

    def add(self, text: str) -> None:
        self.count += len(text)
        self._pieces.append(text)
        self._held += len(text)
        if len(self._pieces) > LOG_PIECES or self._held > 2 * self._limit:
            self._join()

    def clear(self) -> None:
        self.count, self._pieces, self._held = 0, [], 0

    def since(self, count: int) -> str:
        """Return what was added after the first `count` characters, as far as it is kept."""
        missing, found = self.count - count, []
        for piece in reversed(self._pieces):
            if missing <= 0:
                break
            found.append(piece[-missing:])
            missing -= len(piece)
        return "".join(reversed(found))

    def _join(self) -> None:
        text = "".join(self._pieces)[-self._limit:]
        self._pieces, self._held = [text], len(text)
