# SPDX-License-Identifier: MIT
"""Finds where a firmware keeps the state of its program, so that nothing a program prints is needed
to tell how it runs.

Firmware has no list of its symbols, and each release has others. So `find` runs a program of which
it knows every word and the end, and looks where they are: which functions get its words, which word
of RAM names the running file, which ones hold the result. The names are those of CircuitPython's
main.c and shared/runtime/pyexec.c; they are the same in all releases of 9 and 10.
"""

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .chip import FLASH_BYTES, IN_TIME, POWER_ON, Chip, Wasm
from .releases import START, Firmware
from .storage import BOOT_OUTPUT, PROGRAM, fill
from .wiring import Wiring

RAM = 0x2000_0000
MARK = "mark 31415926"
# The exception is raised in this line: a number that RAM does not hold by chance.
LINE = 1_237
# The program sets the clock to this many seconds since 2000, where the firmware's count begins, so
# long after power-on at the latest.
DATE, LATEST_S = 978_404_645, 8
SOURCE = f"""
import atexit, board, rtc, time, traceback
rtc.RTC().datetime = time.struct_time((2031, 1, 2, 3, 4, 5, 3, 2, -1))
board.DISPLAY.root_group = None
mark = "mark " + str({MARK.split()[1]})
def last():
    raise ValueError(mark)
atexit.register(last)
for turn in range(12):
    print(mark)
try:
    raise ValueError(mark)
except ValueError as error:
    traceback.print_exception(error)
""".lstrip()
# Functions that have got the mark so often may be the ones that print. They are looked for when one
# has got it more often, so that those that it calls are not left out in the middle of a print.
OFTEN, MORE = 4, 6
# More than between two texts of one print(), less than between two calls of it.
PAUSE_CYCLES = 6_000
# A firmware needs less until its USB is on, and from there to the program's end. Python looks for
# Ctrl-C between two steps; a firmware that only resets itself is emulated slowly.
BOOT_CYCLES, RUN_CYCLES, STEP_CYCLES = 5 * 120_000_000, 2 * 120_000_000, 120_000
# After the last text that is printed, nothing is said for longer than this.
SILENT_CYCLES = 120_000
# Every translation of the sentence that asks for a key after the program names these.
ASKS = (b"REPL", b"CTRL-D")
LONGEST = 4_096
# The program prints one, and two exceptions end it.
TRACEBACKS = 3


Words = NDArray[np.uint32]


class Places(NamedTuple):
    """Addresses of two functions, offsets of six words in RAM, and what these are compared with.

    Attributes:
        prints: address of the function that gets what a program prints.
        writes: address of the function that gets everything on the console.
        running: offset of the address of the running file's name, 0 while none runs.
        result: offset of the program's result; its line and its file follow.
        failed: the result after an exception.
        traceback: offset of the address of the last traceback.
        clock: offset of the time of power-on, in s since 2000; -1 if it is not found.
        root: offset of the address of the group that the display shows; 0 if it is not found.
        terminal: that address while the display shows the console.
        depth: the firmware prints tracebacks with at least this stack pointer, a program with less.
        header: the first text of a traceback.
    """

    prints: int
    writes: int
    running: int
    result: int
    failed: int
    traceback: int
    clock: int
    root: int
    terminal: int
    depth: int
    header: bytes


class Said(NamedTuple):
    """A call of a function that is watched: with this text, at this depth of the stack."""

    function: int
    text: bytes
    stack: int
    cycle: int


def find(wasm: Wasm, firmware: Firmware, wiring: Wiring) -> Places | None:
    """Run the known program; return None if something is not found."""
    return _Trial(wasm, firmware, wiring).find()


def text_at(chip: Chip, address: int) -> bytes:
    """Return the text at an address of the chip, up to its zero byte; empty if there is none."""
    for start, memory in (RAM, chip.ram), (0, chip.flash):
        if start <= address < start + len(memory):
            found = memory[address - start:][:LONGEST].tobytes()
            return found.partition(b"\0")[0]
    return b""


class _Trial:
    """A chip with nothing around it that runs the known program."""

    def __init__(self, wasm: Wasm, firmware: Firmware, wiring: Wiring):
        self._said: list[Said] = []
        answers = {item.name: self._answer(item.name, bool(item.type.results))
                   for item in wasm.module.imports}
        chip = self._chip = Chip(wasm, answers)
        chip.call("erase")
        chip.flash[START:START + len(firmware.image)] = bytearray(firmware.image)
        wiring.connect(chip)
        source = SOURCE.ljust(len(SOURCE) + LINE - 1 - SOURCE.count("\n"), "\n")
        fill(chip.storage, {PROGRAM: f"{source}raise ValueError(mark)\n".encode(),
                            BOOT_OUTPUT: wiring.boot_output(firmware.identity).encode()})

    def _answer(self, name: str, gives: bool) -> Callable[..., int | None]:
        if name == "said":
            return self._hear
        return lambda *given: 0 if gives else None

    def _hear(self, function: int, at: int, count: int, stack: int) -> None:
        chip = self._chip
        self._said.append(Said(function, chip.bytes_at(at, count), stack, chip.now))

    def find(self) -> Places | None:
        chip = self._chip
        chip.call("power_on", POWER_ON)
        if not self._run(lambda: bool(chip.call("usb_attached")), BOOT_CYCLES):
            return None
        before = self._words()
        chip.look_for(MARK.encode())
        if not self._run(lambda: bool(self._often(MORE)), RUN_CYCLES):
            return None
        functions, during = self._often(OFTEN), self._words()
        self._said.clear()
        chip.look_for(b"")
        for function in functions:
            chip.call("watch", function)
        if not self._run(self._has_asked, RUN_CYCLES):
            return None
        return self._places(functions, before, during, self._words())

    def _run(self, is_done: Callable[[], bool], cycles: int) -> bool:
        """Run until something is done; whether it was within that time.

        The time of a chip that is locked up stands still.
        """
        end, ended = self._chip.now + cycles, IN_TIME
        while not is_done() and self._chip.now < end and ended == IN_TIME:
            ended = self._chip.run(self._chip.now + STEP_CYCLES)
        return is_done()

    def _words(self) -> Words:
        return self._chip.ram.view("<u4").copy()

    def _often(self, least: int) -> list[int]:
        """Return the functions, or parts of them, that got the mark in at least so many prints, in
        the order of their calls.
        """
        calls, last = Counter[int](), -PAUSE_CYCLES
        prints: list[dict[int, None]] = []
        for said in self._said:
            if said.cycle > last + PAUSE_CYCLES:
                prints.append({})
            prints[-1][said.function], last = None, said.cycle
        calls.update(function for each in prints for function in each)
        return [function for function, count in calls.items() if count >= least]

    def _has_asked(self) -> bool:
        """Whether the firmware asks for a key, and all functions have got the whole sentence."""
        last = b"".join(said.text for said in self._said[-20:])
        return (all(word in last for word in ASKS)
                and self._chip.now > self._said[-1].cycle + SILENT_CYCLES)

    def _places(self, functions: list[int], before: Words, during: Words, after: Words
                ) -> Places | None:
        prints, writes = self._functions(functions)
        depth, header = self._own_tracebacks(prints)
        running = self._first(during, (before == 0) & (after == 0), self._is_name)
        line = self._first(after, after == LINE, self._is_line)
        last = self._first(after, before == 0, lambda at, address: (
            text_at(self._chip, address).startswith(header)))
        root = self._first(before, (before == after) & (during == 0), self._is_in_ram) or 0
        if not (prints and depth) or running is None or line is None or last is None:
            return None
        result = line - 2
        clock = self._first(during, before == 0, lambda at, date: DATE - LATEST_S < date <= DATE)
        return Places(prints, writes, 4 * running, 4 * result, int(after[result]), 4 * last,
                      -1 if clock is None else 4 * clock, 4 * root,
                      int(after[root]) if root else 0, depth, header)

    def _functions(self, functions: list[int]) -> tuple[int, int]:
        """Return the function that gets what a program prints, and the one that gets most.

        A loop within a function gets each text several times. They are watched from some moment on,
        which may lie between a function and one that it calls: that one gets a text more.
        """
        texts = {function: b"".join(said.text for said in self._said if said.function == function)
                 for function in functions}
        fewest = min(text.count(MARK.encode()) for text in texts.values())
        once = {function: text for function, text in texts.items()
                if text.count(MARK.encode()) < 2 * fewest and str(LINE).encode() in text}
        if not once:
            return 0, 0
        return next(iter(once)), max(once, key=lambda function: len(once[function]))

    def _own_tracebacks(self, prints: int) -> tuple[int, bytes]:
        """Return the depth and the header of tracebacks: the program prints the first one, the
        firmware two.
        """
        said = [said for said in self._said if said.function == prints]
        header = next((each.text for each in said if each.text.strip() not in (b"", MARK.encode())),
                      b"")
        stacks = [each.stack for each in said if each.text == header]
        if len(stacks) != TRACEBACKS or stacks[0] >= min(stacks[1:]):
            return 0, b""
        return min(stacks[1:]), header

    def _first(self, words: Words, plausible: NDArray[np.bool_],
               is_it: Callable[[int, int], bool]) -> int | None:
        """Return the number of the first word, and of its value, for which `is_it` holds: the
        firmware's own variables lie below the heap and the stack.
        """
        numbers = np.flatnonzero(plausible & (words != 0))
        return next((number for number in numbers.tolist() if is_it(number, int(words[number]))),
                    None)

    def _is_name(self, number: int, address: int) -> bool:
        return address < FLASH_BYTES and text_at(self._chip, address) == PROGRAM.encode()

    def _is_in_ram(self, number: int, address: int) -> bool:
        return RAM <= address < RAM + len(self._chip.ram)

    def _is_line(self, number: int, line: int) -> bool:
        return text_at(self._chip, RAM + 4 * (number + 1)) == PROGRAM.encode()
