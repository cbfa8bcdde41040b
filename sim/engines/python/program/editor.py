# SPDX-License-Identifier: MIT
"""The REPL's line editor: turns keys and a terminal's escape sequences into a line.

It writes what a VT100 needs to show the line. Keys, history, indents and tabs are those of
`shared/readline/readline.c` in CircuitPython.
"""

from collections.abc import Callable

from ....board.console import ENTER

CTRL_A, CTRL_C, CTRL_E = "\x01", "\x03", "\x05"
ESCAPE = "\x1b"
HISTORY = 8
INDENT = "    "
# The characters of names.
NAME = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"
# For each escape sequence, without its ESC, the control key that does the same.
SEQUENCES = {
    "[A": "\x10", "[B": "\x0e", "[C": "\x06", "[D": "\x02", "[H": CTRL_A, "[F": CTRL_E,
    "OH": CTRL_A, "OF": CTRL_E, "[1~": CTRL_A, "[7~": CTRL_A, "[4~": CTRL_E, "[8~": CTRL_E,
    "[3~": "\x04",
}


class LineEditor:
    """Reads lines with editing, history and completion.

    `read_key` waits for a character, and `write` shows text. `complete` returns the possible
    continuations of the name at the end of a text.
    """

    def __init__(self, read_key: Callable[[], str], write: Callable[[str], object],
                 complete: Callable[[str], list[str]]):
        self._read_key = read_key
        self._write = write
        self._complete = complete
        self._history: list[str] = []
        self._recalled = -1
        self._line = ""
        self._at = 0
        self._indented = False
        self._prompt = ""
        self._keys: dict[str, Callable[[], None]] = {
            CTRL_A: lambda: self._go(0),
            "\x02": lambda: self._go(self._at - 1),
            "\x04": lambda: self._cut(self._at, self._at + 1),
            CTRL_E: lambda: self._go(len(self._line)),
            "\x06": lambda: self._go(self._at + 1),
            "\b": self._backspace,
            "\x7f": self._backspace,
            "\t": self._tab,
            "\x0b": lambda: self._cut(self._at, len(self._line)),
            "\x0e": lambda: self._recall(self._recalled - 1),
            "\x10": lambda: self._recall(self._recalled + 1),
            "\x15": lambda: self._cut(0, self._at),
        }

    def read(self, prompt: str, indent: str = "") -> tuple[str, str]:
        """Read a line and return (line, "").

        Returns ("", key) for Ctrl-C and, on an empty line, for Ctrl-A to Ctrl-E.
        """
        self._line, self._at, self._recalled, self._prompt = "", 0, -1, prompt
        self._write(prompt)
        self._insert(indent)
        self._indented = bool(indent)
        while True:
            key = self._key()
            if key == ENTER:
                self._write("\n")
                self._remember(self._line)
                return self._line, ""
            if key == CTRL_C or (not self._line and CTRL_A <= key <= CTRL_E):
                return "", key
            self._do(key)

    def _key(self) -> str:
        """Return the next key; for an escape sequence, the control key that does the same."""
        key = self._read_key()
        if key != ESCAPE:
            return key
        sequence = self._read_key() + self._read_key()
        if sequence[1].isdigit():
            sequence += self._read_key()
        return SEQUENCES.get(sequence, "\0")

    def _do(self, key: str) -> None:
        if self._indented and key in " \t":
            self._undent(key)
        elif key in self._keys:
            self._keys[key]()
        elif key >= " ":
            self._insert(key)
        self._indented = False

    def _undent(self, key: str) -> None:
        """After an automatic indent, keep it on Tab and shorten it to one space on a space."""
        if key == " ":
            self._cut(self._at - 3, self._at)

    def _insert(self, text: str) -> None:
        self._line = self._line[:self._at] + text + self._line[self._at:]
        self._write(text)
        self._at += len(text)
        self._write(self._line[self._at:] + _back(len(self._line) - self._at))

    def _go(self, to: int) -> None:
        to = min(max(to, 0), len(self._line))
        self._write(_back(self._at - to) if to < self._at else self._line[self._at:to])
        self._at = to

    def _cut(self, start: int, end: int) -> None:
        self._go(start)
        rest = self._line[end:]
        self._line = self._line[:self._at] + rest
        self._write(f"{rest}{ESCAPE}[K{_back(len(rest))}")

    def _backspace(self) -> None:
        """Delete a character, or a whole indent if only spaces are before the cursor."""
        if self._at:
            blank = self._at >= len(INDENT) and not self._line[:self._at].strip(" ")
            self._cut(self._at - (len(INDENT) if blank else 1), self._at)

    def _recall(self, number: int) -> None:
        """Show a line of the history, 0 being the last one; −1 is an empty line."""
        if -1 <= number < len(self._history):
            self._recalled = number
            self._cut(0, len(self._line))
            self._insert(self._history[number] if number >= 0 else "")

    def _remember(self, line: str) -> None:
        if line and line not in self._history[:1]:
            self._history = [line, *self._history][:HISTORY]

    def _tab(self) -> None:
        """Complete the name before the cursor, or list the possible names."""
        before = self._line[:self._at]
        if before[-1:].isspace():
            return self._insert(INDENT)
        endings = self._complete(before)
        common = _common(endings)
        if common or len(endings) < 2:
            return self._insert(common)
        stem = before[len(before.rstrip(NAME)):]
        self._write("\n" + _table([stem + ending for ending in endings]) + self._prompt + before)
        self._write(self._line[self._at:] + _back(len(self._line) - self._at))


def _back(columns: int) -> str:
    return f"{ESCAPE}[{columns}D" if columns > 4 else "\b" * columns


def _common(endings: list[str]) -> str:
    """Return the longest common start."""
    first, last = min(endings, default=""), max(endings, default="")
    same = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b),
                min(len(first), len(last)))
    return first[:same]


def _table(names: list[str]) -> str:
    """Return the names in four columns of 16 characters."""
    rows = [names[i:i + 4] for i in range(0, len(names), 4)]
    return "".join("".join(name.ljust(16) for name in row).rstrip() + "\n" for row in rows)
