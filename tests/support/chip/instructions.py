# SPDX-License-Identifier: MIT
"""Compares the chip's processor with unicorn on random Thumb-2 programs.

Programs are straight-line code with IT blocks and forward branches.

encodings.txt has the instructions. Memory is reached through r7-r11 and SP, with r6 and r12 as
indices; no other instruction changes those.

The two may differ where the architecture leaves the result open or unicorn does not follow it, so
programs leave these out:
- encodings that the architecture calls unpredictable;
- YIELD, which unicorn refuses;
- LDM, STM, LDRD, STRD, VLDR and their like at unaligned addresses, which fault; unicorn lets them
  pass;
- fixed-point numbers to floating point while FPSCR does not round to nearest;
- exclusive accesses, system instructions and exceptions, which have tests of their own.
"""

from __future__ import annotations

import random
import struct
from functools import lru_cache
from itertools import product
from pathlib import Path
from types import CodeType

from tests.support.chip.bench import halves
from tests.support.chip.processor import (
    CODE,
    LOOP,
    RAM,
    RAM_SIZE,
    WORDS,
    Processor,
    Reference,
    State,
)

Fields = dict[str, int]
# A pattern and the condition, with the fields as names, under which it is predictable.
Table = list[tuple[str, CodeType | str]]

# The registers that a letter may name, by the width of its field.
DESTINATIONS = {3: [0, 1, 2, 3, 4, 5], 4: [0, 1, 2, 3, 4, 5, 14]}
SOURCES = {3: list(range(8)), 4: [*range(13), 14]}
POINTERS = {3: [7], 4: [8, 9, 10, 11]}
INDICES = {3: [6], 4: [12]}
REGISTERS = {"d": DESTINATIONS, "t": DESTINATIONS, "n": SOURCES, "m": SOURCES, "a": SOURCES,
             "p": POINTERS, "i": INDICES}


def _read_tables() -> dict[str, Table]:
    text = Path(__file__).with_name("encodings.txt").read_text(encoding="utf-8")
    found: dict[str, Table] = {}
    for part in text.split("\n\n")[1:]:
        name, *lines = part.splitlines()
        found[name] = [(pattern, condition and compile(condition, pattern, "eval"))
                       for pattern, _, condition in (line.partition(" if ") for line in lines)]
    return found


TABLES = _read_tables()
# A field whose last bit in the manual's drawing comes first: S registers are Vd:D.
ROTATED = {"v"}


def _choose(letter: str, width: int, chance: random.Random) -> int:
    if letter in REGISTERS:
        return chance.choice(REGISTERS[letter][width])
    return chance.getrandbits(width)


@lru_cache(None)
def _letters(pattern: str) -> dict[str, int]:
    bits = pattern.replace(" ", "")
    assert len(bits) in (16, 32), pattern
    return {letter: bits.count(letter) for letter in bits if letter not in "01"}


def encode(pattern: str, fields: Fields) -> bytes:
    """The instruction with these fields, as it lies in memory."""
    bits = pattern.replace(" ", "")
    widths = _letters(pattern).items()
    left = {letter: format(fields[letter], f"0{width}b") for letter, width in widths}
    for letter in ROTATED & set(left):
        left[letter] = left[letter][-1] + left[letter][:-1]
    queues = {letter: iter(value) for letter, value in left.items()}
    text = "".join(next(queues[bit]) if bit in queues else bit for bit in bits)
    return halves(*(int(text[at:at + 16], 2) for at in range(0, len(text), 16)))


def instruction(chance: random.Random, of: tuple[Table, ...]) -> bytes:
    """A random instruction of one of these tables."""
    pattern, allowed = chance.choice(chance.choice(of))
    while True:
        widths = _letters(pattern).items()
        fields = {letter: _choose(letter, width, chance) for letter, width in widths}
        if not allowed or eval(allowed, {}, fields):
            return encode(pattern, fields)


def tables(rounds_to_nearest: bool) -> tuple[Table, ...]:
    """Return the tables of instructions for random programs.

    Those of "from fixed" round to nearest whatever FPSCR says; unicorn follows FPSCR.
    """
    floats = TABLES["float"] + (TABLES["from fixed"] if rounds_to_nearest else [])
    return TABLES["narrow"], TABLES["wide"], TABLES["wide"], floats


def _it_block(chance: random.Random, of: tuple[Table, ...]) -> bytes:
    length = chance.randint(1, 4)
    mask = (chance.getrandbits(4) << 1 | 1) << (4 - length) & 15
    code = halves(0xBF00 | chance.randrange(14) << 4 | mask)
    return code + b"".join(instruction(chance, of) for _ in range(length))


def _branch(chance: random.Random, of: tuple[Table, ...]) -> bytes:
    body = b"".join(instruction(chance, of) for _ in range(chance.randint(1, 3)))
    behind, condition = (len(body) - 2) // 2, chance.randrange(14)
    kind = chance.randrange(3)
    if kind == 0:
        return halves(0xD000 | condition << 8 | behind) + body
    if kind == 1:
        return halves(0xF000 | condition << 6, 0x8000 | len(body) // 2) + body
    register, if_not_zero = chance.randrange(8), chance.getrandbits(1)
    return halves(0xB100 | if_not_zero << 11 | behind << 3 | register) + body


def program(chance: random.Random, pieces: int, of: tuple[Table, ...]) -> bytes:
    """Draw so many instructions, IT blocks or branches over some instructions."""
    makers = [instruction] * 8 + [_it_block, _branch]
    return b"".join(chance.choice(makers)(chance, of) for _ in range(pieces))


def count(code: bytes) -> int:
    """Return how many instructions lie in the code."""
    at = instructions = 0
    while at < len(code):
        at += 4 if code[at + 1] >> 3 >= 0x1D else 2
        instructions += 1
    return instructions


ROOM = 512  # bytes of flash for a program
PROGRAMS = 64  # that lie in flash at the same time
PIECES = 14
MEMORY = RAM + 0x10000, 0x8000  # what the pointers lead to
COMPARED_FLAGS = 0xF80F0000
NAMES = [f"r{n}" for n in range(16)] + ["xpsr", "fpscr"] + [f"s{n}" for n in range(32)]
EDGES = 0, 1, 2, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF
FLOATS = (0, 0x80000000, 0x3F800000, 0xBF800000, 0x7F800000, 0xFF800000, 0x7FC00000, 0x7F800001,
          0xFFC12345, 0x00000001, 0x807FFFFF, 0x00800000, 0x7F7FFFFF, 0x4F000000, 0xCF000000,
          0x4F800000, 0x33800000, 0x477FE000, 0x38800000)


class Difference(AssertionError):
    """The message says which program gave which two results."""


def _value(chance: random.Random) -> int:
    if chance.random() < 0.3:
        return chance.choice(EDGES)
    return chance.getrandbits(32) >> chance.choice((0, 0, 8, 16, 24))


def _float(chance: random.Random) -> int:
    if chance.random() < 0.4:
        return chance.choice(FLOATS)
    if chance.random() < 0.5:  # near 1, where sums cancel
        return chance.getrandbits(1) << 31 | chance.randint(110, 145) << 23 | chance.getrandbits(23)
    return chance.getrandbits(32)


def _pointer(chance: random.Random) -> int:
    at, size = MEMORY
    return at + size // 2 + 4 * chance.randrange(64)


def state(chance: random.Random, address: int, mode: int) -> State:
    """Random registers: r7-r11 and SP point to memory, r6 and r12 are small."""
    registers = [_value(chance) for _ in range(6)] + [chance.randrange(64)]
    registers += [_pointer(chance) for _ in range(5)] + [chance.randrange(64)]
    registers += [_pointer(chance), _value(chance), address]
    fpscr = mode << 22 | chance.choice((0, 0x9F, 0x10))
    flags = chance.getrandbits(5) << 27 | 1 << 24
    return State(registers, flags, fpscr, [_float(chance) for _ in range(32)])


class Comparison:
    """Runs programs on both and raises Difference where they do not agree."""

    def __init__(self, seed: int) -> None:
        self._processor, self._reference = Processor(), Reference()
        self._chance = random.Random(seed)
        self.instructions = self.faults = 0
        content = self._chance.randbytes(MEMORY[1])
        for each in (self._processor, self._reference):
            each.write(MEMORY[0], content)

    def batch(self) -> None:
        """Makes some programs, puts them into flash and compares each."""
        chance = self._chance
        modes = [chance.choice((0, 0, 0, chance.getrandbits(5))) for _ in range(PROGRAMS)]
        codes = [program(chance, PIECES, tables(mode & 3 == 0)) for mode in modes]
        for i, code in enumerate(codes):
            assert len(code) + 2 <= ROOM
            for each in (self._processor, self._reference):
                each.write(CODE + ROOM * i, code + LOOP)
        self._processor.begin()
        self._reference.begin()
        for i, code in enumerate(codes):
            self._compare(CODE + ROOM * i, code, modes[i])

    def floats(self, code: bytes) -> None:
        """Compares code on every pair of unusual numbers in s0 and s1, and each rounding mode."""
        for each in (self._processor, self._reference):
            each.write(CODE, code + LOOP)
            each.begin()
        for mode in range(4):
            for a, b in product(FLOATS, repeat=2):
                before = State(fpscr=mode << 22, floats=[a, b] + [0x3F800000] * 30)
                self._compare_from(before, code)

    def _compare(self, address: int, code: bytes, mode: int) -> None:
        before = state(self._chance, address, mode)
        self._compare_from(before, code)

    def _compare_from(self, before: State, code: bytes) -> None:
        before.xpsr |= self._reference.greater_equal()
        end = before.registers[15] + len(code)
        theirs, error = self._reference.run(before, until=end, count=0)
        ours, status = self._processor.run(before, cycles=2000)
        self.instructions += count(code)
        if error and status:
            self.faults += 1
            self._copy_memory()
            return
        if error or status or not self._same(ours, theirs):
            heading = f"{code.hex()}: fault status {status:#x}, unicorn's error {error}"
            raise Difference("\n".join([heading, *_differences(before, ours, theirs)]))

    def _same(self, ours: State, theirs: State) -> bool:
        return (ours.registers == theirs.registers
                and (ours.xpsr ^ theirs.xpsr) & COMPARED_FLAGS == 0
                and ours.floats == theirs.floats and ours.fpscr == theirs.fpscr
                and self._processor.read(*MEMORY) == self._reference.read(*MEMORY))

    def _copy_memory(self) -> None:  # what a faulting LDM or STM did before the fault is left open
        self._processor.write(MEMORY[0], self._reference.read(*MEMORY))


def _differences(before: State, ours: State, theirs: State) -> list[str]:
    """A line for each word that is not the same."""
    words = [struct.unpack(f"<{WORDS}I", state.pack()) for state in (before, ours, theirs)]
    return [f"{NAMES[i]}: {start:#x} became {a:#x}, unicorn {b:#x}"
            for i, (start, a, b) in enumerate(zip(*words, strict=True)) if a != b]


assert MEMORY[0] + MEMORY[1] <= RAM + RAM_SIZE
