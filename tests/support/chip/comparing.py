# SPDX-License-Identifier: MIT
"""Compares the chip's processor with unicorn on random programs.

The two may differ where the architecture leaves the result open or unicorn does not follow it, so
programs leave these out:
- encodings that the architecture calls unpredictable;
- YIELD, which unicorn refuses;
- LDM, STM, LDRD, STRD, VLDR and their like at unaligned addresses, which fault; unicorn lets them
  pass;
- fixed-point numbers to floating point while FPSCR does not round to nearest: see FROM_FIXED;
- exclusive accesses, system instructions and exceptions, which have tests of their own.
"""

from __future__ import annotations

import random
import struct
from itertools import product

from tests.support.chip.instructions import count, program, tables
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
