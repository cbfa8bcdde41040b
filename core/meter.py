# SPDX-License-Identifier: MIT
"""meter.py FROM TO: has a WebAssembly module count its work as the board's processor would have it.

Each straight run of code adds what it weighs to a counter, which the function that the module
exports as `spent` returns and clears. The core's build does it last.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from binary import HEADER, encoded, encoded_signed, instructions, name, number, sections, skip

# A module's sections, and what an import brings.
IMPORTS, GLOBALS, EXPORTS, CODE = 2, 6, 7, 10
FUNCTION, TABLE, MEMORY, GLOBAL, TAG = range(5)
EXPORT = b"spent"
I32, MUTABLE = 0x7F, 1
CONST, ADD, GET, SET, END = 0x41, 0x6A, 0x23, 0x24, 0x0B

LOOP, IF, ELSE, CATCH, BR, BR_IF, BR_TABLE = 0x03, 0x04, 0x05, 0x07, 0x0C, 0x0D, 0x0E
RETURN, CALL, CALL_INDIRECT, DELEGATE, CATCH_ALL = 0x0F, 0x10, 0x11, 0x18, 0x19
SELECT = 0x1B
ENDS_RUN = {LOOP, IF, ELSE, CATCH, BR, BR_IF, BR_TABLE, RETURN, DELEGATE, CATCH_ALL, END}

# What each instruction weighs, and a function's beginning, in tenths of one of the processor's: the
# least squares over what the programs of tools/calibration/fitted.toml take on a Cortex-M4. What is
# in a local or a constant is in a register there, or within another instruction.
ENTER = 13
WEIGHTS = {
    BR_IF: 3, IF: 3, BR: 3, BR_TABLE: 45, CALL: 43, CALL_INDIRECT: 14, SELECT: 9,
    **dict.fromkeys(range(0x28, 0x36), 9),                              # loads
    **dict.fromkeys(range(0x36, 0x3F), 1),                              # stores
    **dict.fromkeys([*range(0x67, 0x79), 0xC0, 0xC1], 5),               # integers
    **dict.fromkeys(range(0x45, 0x50), 9),                              # comparing them
    **dict.fromkeys(range(0x6C, 0x71), 58),                             # multiply and divide
    **dict.fromkeys([*range(0x50, 0x5B), *range(0x79, 0x8B), 0xA7, 0xAC, 0xAD], 12),    # of 64 bits
    **dict.fromkeys([*range(0x5B, 0x61), *range(0x8B, 0x99), 0xA8, 0xA9,
                     *range(0xB2, 0xB7), 0xBC, 0xBE], 79),              # floats
    **dict.fromkeys([*range(0x61, 0x67), *range(0x99, 0xA7), 0xAA, 0xAB, *range(0xAE, 0xB2),
                     *range(0xB7, 0xBC), 0xBD, 0xBF], 30),              # doubles
}
# What goes on after a branch is counted before it, if it is so short, in bytes.
SHORT = 16


@dataclass
class Run:
    """Code from `start` to `end`; `after` is the instruction before it."""

    after: int
    start: int
    end: int
    weight: int


def metered(module: bytes) -> bytes:
    parts = dict(sections(module))
    functions, globals_ = (_imported(parts[IMPORTS], kind) for kind in (FUNCTION, GLOBAL))
    counter = encoded(globals_ + number(parts[GLOBALS], 0)[0])
    spent = _exported(parts[EXPORTS], EXPORT) - functions
    made = {GLOBALS: _with_counter(parts[GLOBALS]),
            CODE: _metered_code(parts[CODE], counter, spent)}
    written = ((kind, made.get(kind, content)) for kind, content in sections(module))
    return module[:HEADER] + b"".join(
        bytes([kind]) + encoded(len(content)) + content for kind, content in written)


def _imported(imports: bytes, wanted: int) -> int:
    """How many of a kind come from outside."""
    count, at = number(imports, 0)
    found = 0
    for _ in range(count):
        for _ in ("module", "name"):
            at = name(imports, at)[1]
        kind = imports[at]
        found += kind == wanted
        at = _skip_type(imports, at + 1, kind)
    return found


def _skip_type(imports: bytes, at: int, kind: int) -> int:
    if kind in (TABLE, MEMORY):
        at += kind == TABLE
        return skip(imports, at + 1, 1 + (imports[at] & 1))
    return skip(imports, at, 1 if kind == FUNCTION else 2)


def _exported(exports: bytes, wanted: bytes) -> int:
    """The function's number. Raises KeyError."""
    count, at = number(exports, 0)
    for _ in range(count):
        found, at = name(exports, at)
        index, after = number(exports, at + 1)
        if found == wanted:
            return index
        at = after
    raise KeyError(wanted)


def _with_counter(globals_: bytes) -> bytes:
    count, at = number(globals_, 0)
    return encoded(count + 1) + globals_[at:] + bytes([I32, MUTABLE, CONST, 0, END])


def _metered_code(code: bytes, counter: bytes, spent: int) -> bytes:
    count, at = number(code, 0)
    found = [encoded(count)]
    for index in range(count):
        size, at = number(code, at)
        body = code[at:at + size]
        body = _spent(counter) if index == spent else _metered(body, counter)
        found += [encoded(len(body)), body]
        at += size
    return b"".join(found)


def _spent(counter: bytes) -> bytes:
    """A body that returns the counter and clears it; it has no locals."""
    return bytes([0, GET]) + counter + bytes([CONST, 0, SET]) + counter + bytes([END])


def _metered(body: bytes, counter: bytes) -> bytes:
    groups, at = number(body, 0)
    for _ in range(groups):
        at = skip(body, at) + 1
    runs = list(_runs(body, at))
    _join(runs)
    found = [body[:at]]
    for run in runs:
        found += [_count(run.weight, counter) if run.weight else b"", body[run.start:run.end]]
    return b"".join(found)


def _runs(body: bytes, start: int) -> Iterator[Run]:
    run = Run(LOOP, start, start, ENTER)
    for code, end in instructions(body, start):
        run.weight += WEIGHTS.get(code, 0)
        run.end = end
        if code in ENDS_RUN:
            yield run
            run = Run(code, end, end, 0)


def _join(runs: list[Run]) -> None:
    for before, run in reversed(list(pairwise(runs))):
        if run.after == BR_IF and run.end - run.start <= SHORT:
            before.weight += run.weight
            run.weight = 0


def _count(weight: int, counter: bytes) -> bytes:
    return (bytes([GET]) + counter + bytes([CONST]) + encoded_signed(weight)
            + bytes([ADD, SET]) + counter)


def main(source: str, target: str) -> None:
    Path(target).write_bytes(metered(Path(source).read_bytes()))


if __name__ == "__main__":
    main(*sys.argv[1:])
