# SPDX-License-Identifier: MIT
"""Reads the board's serial port as a terminal does: text, and the titles that the firmware sets.

The firmware states in the title what it does: `code.py` while that runs, `Done` at its end, and
`REPL`. So the course of the program is known without a look into the chip.
"""

import re
from codecs import getincrementaldecoder
from collections.abc import Callable

_TITLE = re.compile("\x1b\\]0;([^\x1b\x07]*)(?:\x1b\\\\|\x07)")
# A title that has begun and is not complete; longer ones are text.
_UNFINISHED = re.compile("\x1b(?:\\](?:0(?:;[^\x1b\x07]{0,200}\x1b?)?)?)?\\Z")
# The last words of a program that an exception has ended.
_TRACEBACK = re.compile(r"Traceback [^\n]*\n(?:  [^\n]*\n)+\S[^\n]*\n?\Z")
SNAKE = "\N{SNAKE}"
BOOTING, RUNNING, ENDING, ENDED, TALKING = range(5)
# Every translation of the sentence that asks for a key names these.
ASKS = ("REPL", "CTRL-D")
TAIL = 400


class SerialPort:
    """`write` gets the text, `ended` is called when the program has ended and the firmware asks for
    a key.

    While nobody is `attended`, only what the program prints is written. `state` is one of the
    constants above, `traceback` what an exception printed, unless a Ctrl-C caused it.
    """

    def __init__(self, write: Callable[[str], object], is_attended: Callable[[], bool],
                 ended: Callable[[], None]):
        self.state = BOOTING
        self.traceback = ""
        self._write = write
        self._is_attended = is_attended
        self._ended = ended
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._held = ""
        self._said: list[str] = []
        self._tail = ""
        self._titled = False

    def feed(self, data: bytes) -> None:
        """Take bytes that the board has sent."""
        text = self._held + self._decode(data)
        self._held = ""
        if unfinished := _UNFINISHED.search(text) or re.search("\r\\Z", text):
            self._held, text = text[unfinished.start():], text[:unfinished.start()]
        for number, part in enumerate(_TITLE.split(text)):
            if number % 2:
                self._title(part)
            elif part:
                self._text(part.replace("\r\n", "\n"))

    def _title(self, title: str) -> None:
        what = title.removeprefix(SNAKE).partition(" | ")[0].strip()
        self._titled = True
        if what == "Done" or what[:1].isdecimal():
            if self.state in (BOOTING, RUNNING):
                self._end()
        elif what == "REPL":
            self.state = TALKING
        elif what.endswith((".py", ".txt")) and self.state != RUNNING:
            self._begin()

    def _begin(self) -> None:
        self.state = RUNNING
        self.traceback = ""
        self._said.clear()

    def _end(self) -> None:
        self.state, self._tail = ENDING, ""
        found = _TRACEBACK.search("".join(self._said))
        text = found[0] if found else ""
        self.traceback = "" if "\nKeyboardInterrupt:" in text else text

    def _text(self, text: str) -> None:
        if self._is_attended() or self.state in (RUNNING, TALKING):
            self._write(text)
        elif self.state == BOOTING:
            self._write(text.lstrip("\n"))
        if self.state in (BOOTING, RUNNING):
            self._say(text)
        self._tail = (self._tail + text)[-TAIL:]
        if self.state == ENDING or not self._titled:
            self._look_for_end()

    def _say(self, text: str) -> None:
        self._said.append(text)
        if len(self._said) > TAIL:
            self._said[:] = ["".join(self._said)[-4096:]]

    def _look_for_end(self) -> None:
        if all(word in self._tail for word in ASKS):
            self.state = ENDED
            self._ended()
