# SPDX-License-Identifier: MIT
"""Follows the course of the program in the firmware's own state, at the places that `places` has
found: which file runs, what it has printed, how it has ended.

Text is taken where the firmware hands it to its console, whether a computer listens or not. So
nothing is lost before USB is connected, and nothing that a program prints is taken for a word of
the firmware's.
"""

import re
from codecs import getincrementaldecoder
from collections.abc import Callable

from .chip import Chip
from .places import ASKS, RAM, Places, text_at

BOOTING, RUNNING, ENDING, ENDED, TALKING = range(5)
# The result of a program that sleeps until an alarm wakes it, in shared/runtime/pyexec.h.
ASLEEP = 0x400
REPLS = ("REPL", "repl.py")
_TITLE = re.compile("\x1b\\]0;([^\x1b\x07]*)(?:\x1b\\\\|\x07)")
# A title that has begun and is not complete; longer ones are text.
_UNFINISHED = re.compile("\x1b(?:\\](?:0(?:;[^\x1b\x07]{0,200}\x1b?)?)?)?\\Z")
_CONTROL = re.compile("\x1b\\[[0-9;]*[A-Za-z]")
TAIL = 400
UNKNOWN = ("this firmware does not show how its programs end: read what it says, or take an "
           "official release of CircuitPython 9 or 10")
CRASHED = "the board has started again and does not run the program"


class Text:
    """Decodes a stream of bytes, with line feeds for line ends."""

    def __init__(self) -> None:
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._held = ""

    def add(self, data: bytes, unfinished: re.Pattern[str] = re.compile("\r\\Z")) -> str:
        """Return the text so far, but for an end that is `unfinished`."""
        text = self._held + self._decode(data)
        found = unfinished.search(text) or re.search("\r\\Z", text)
        at = found.start() if found else len(text)
        self._held = text[at:]
        return text[:at].replace("\r\n", "\n")


class Course:
    """The course of the program on a chip, from `begin` on. `write` gets the text, `ended` is
    called when the firmware waits for a key after the program.

    While nobody is `attended`, only what the program prints is written. `state` is one of the
    constants above. Without `places`, the text is that of the serial port, and no end counts as a
    good one.
    """

    def __init__(self, places: Places | None, write: Callable[[str], object],
                 is_attended: Callable[[], bool], ended: Callable[[], None]):
        self.state = BOOTING
        self.error = ""  # the traceback of boot.py
        self._places = places
        self._write = write
        self._is_attended = is_attended
        self._ended = ended
        self._chip: Chip | None = None
        self._address, self._file = 0, ""
        self._starts = 0
        self._printed, self._console = Text(), Text()
        self._failure: list[str] = []
        self._is_announced = False
        self._idle = ""
        self._traceback = ""
        self.shows_console = False  # whether the display showed it when the program ended

    @property
    def traceback(self) -> str:
        """The text of the exception that has ended the program, or boot.py; empty without one."""
        return self._traceback or self.error

    def begin(self, chip: Chip) -> None:
        """Follow a chip that has booted; what boot.py has failed with is written first."""
        self._chip = chip
        self._starts = chip.resets
        if self._places and self._result == self._places.failed:
            self.error = self._last_traceback()
            self._write(self.error)

    @property
    def _result(self) -> int:
        assert self._places
        return self._word(self._places.result)

    def _word(self, at: int) -> int:
        assert self._chip
        return int.from_bytes(self._chip.ram[at:at + 4].tobytes(), "little")

    def _text(self, address: int) -> str:
        assert self._chip
        if not address:
            return ""
        return text_at(self._chip, address).decode("utf-8", "replace").replace("\r\n", "\n")

    def _last_traceback(self) -> str:
        """Return the last traceback, which the firmware keeps if its memory allows that."""
        assert self._places
        if kept := self._text(self._word(self._places.traceback)):
            return kept
        file = self._text(RAM + self._places.result + 12)
        line = self._word(self._places.result + 8)
        return "".join(self._failure) or f"an exception ended {file} in line {line}\n"

    def said(self, function: int, text: bytes, stack: int) -> None:
        """Take a text that one of the two watched functions gets."""
        if self._chip is None or self._places is None:
            return
        address = self._word(self._places.running)
        if address != self._address:
            self._address = address
            self._turn(self._text(address))
        if function == self._places.prints and self.state == RUNNING:
            self._print(text, stack >= self._places.depth)
        elif function == self._places.writes:
            self._say(text)

    def _turn(self, file: str) -> None:
        """Note that another file runs, or none."""
        assert self._chip
        self._file = file
        if file in REPLS:
            self._talk()
        elif file:
            self.state, self._traceback, self._starts = RUNNING, "", self._chip.resets
            self._printed, self._failure = Text(), []
            self._is_announced = False
        elif self.state == RUNNING:
            self.state, self._idle = ENDING, ""
            assert self._places
            self.shows_console = self._word(self._places.root) == self._places.terminal
            self._look_at_end("".join(self._failure))

    def _talk(self) -> None:
        """The REPL has begun: after a key, or by itself because the program has called sys.exit."""
        by_itself = self.state == ENDING
        self.state = TALKING
        if by_itself and not self._is_attended():
            self.state = ENDED
            self._ended()

    def _print(self, data: bytes, is_own: bool) -> None:
        """Take what the program prints, or the firmware's own text: the announcement of the
        program, which is left out, and its exception.
        """
        assert self._places
        is_first, self._is_announced = not self._is_announced, True
        begins = is_own and data == self._places.header
        if is_first and is_own and not begins:
            return
        text = self._printed.add(data)
        if begins:
            self._failure = [text]
        elif self._failure:
            self._failure.append(text)
        if not self._is_attended():
            self._write(text)

    def _look_at_end(self, failure: str) -> None:
        """Set the traceback: an exception has ended the program, or a function at its exit."""
        assert self._places
        if self._result == self._places.failed:
            failure = failure or self._last_traceback()
        is_stopped = failure.rstrip().rpartition("\n")[2].startswith("KeyboardInterrupt")
        self._traceback = "" if is_stopped else failure

    def _say(self, data: bytes) -> None:
        """Take what goes to the console."""
        text = _TITLE.sub("", self._console.add(data, _UNFINISHED))
        if self._is_attended() or self.state == TALKING:
            self._write(text)
        if self.state in (BOOTING, ENDING) and not self._file:
            self._idle += text
            self._look_for_end()

    def _look_for_end(self) -> None:
        if not all(word.decode() in self._idle[-TAIL:] for word in ASKS):
            return
        assert self._places and self._chip
        if self.state == BOOTING or self._chip.resets != self._starts:
            self._crash()
        elif self._result == self._places.failed and self._traceback:
            self._look_at_end(self._last_traceback())
        if self._result == ASLEEP:
            self._idle = ""
            return
        self.state = ENDED
        self._ended()

    def _crash(self) -> None:
        """The board has started again without the program, in safe mode: tell what it says."""
        said = _CONTROL.sub("", self._idle).strip().rpartition("\n")[0].strip()
        self.fail(f"{said or CRASHED}\n")

    def fail(self, text: str) -> None:
        """End the program with a failure that its exceptions do not tell."""
        self._traceback = text
        if not self._is_attended():
            self._write(text)

    def hear(self, data: bytes) -> None:
        """Take bytes of the serial port, where nothing better is known."""
        if self._places:
            return
        text = _TITLE.sub("", self._console.add(data, _UNFINISHED))
        self._write(text)
        self._idle = (self._idle + text)[-TAIL:]
        if self.state == BOOTING and all(word.decode() in self._idle for word in ASKS):
            self.state, self._traceback = ENDED, f"{UNKNOWN}\n"
            self._ended()
