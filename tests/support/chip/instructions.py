# SPDX-License-Identifier: MIT
"""Compares the chip's processor with unicorn on random Thumb-2 programs.

Programs are straight-line code with IT blocks and forward branches.

A pattern is an encoding as the architecture manual draws it: 0 and 1 are fixed, a letter's bits
together are a field. Encodings that the architecture calls unpredictable are not made. Memory is
reached through r7-r11 and SP, with r6 and r12 as indices; no other instruction changes those.

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
from collections.abc import Callable
from functools import lru_cache
from itertools import product

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
Table = list[tuple[str, Callable[[Fields], bool] | None]]

# The registers that a letter may name, by the width of its field.
DESTINATIONS = {3: [0, 1, 2, 3, 4, 5], 4: [0, 1, 2, 3, 4, 5, 14]}
SOURCES = {3: list(range(8)), 4: [*range(13), 14]}
POINTERS = {3: [7], 4: [8, 9, 10, 11]}
INDICES = {3: [6], 4: [12]}
REGISTERS = {"d": DESTINATIONS, "t": DESTINATIONS, "n": SOURCES, "m": SOURCES, "a": SOURCES,
             "p": POINTERS, "i": INDICES}


def _modified_immediate(f: Fields) -> bool:  # a repeated zero byte is unpredictable
    return bool(f["x"] & 0xFF)


def _different(*letters: str) -> Callable[[Fields], bool]:
    return lambda f: len({f[letter] for letter in letters}) == len(letters)


def _some_list(f: Fields) -> bool:
    return f["l"].bit_count() >= 2


def _field_fits(f: Fields) -> bool:  # x: imm3, imm2; w: width - 1
    return (f["x"] >> 2 << 2 | f["x"] & 3) + f["w"] <= 31


def _field_ends_behind(f: Fields) -> bool:
    return f["w"] >= f["x"]


def _float_list_fits(f: Fields) -> bool:  # S registers from v, c of them
    return 1 <= f["c"] <= 32 - f["v"]


ANY = None
OPERATIONS = "0000", "0001", "0010", "0011", "0100", "1000", "1010", "1011", "1101", "1110"
COMPARISONS = "0000", "0100", "1000", "1101"
NARROW: Table = [
    ("000 00 xxxxx mmm ddd", ANY),
    ("000 01 xxxxx mmm ddd", ANY),
    ("000 10 xxxxx mmm ddd", ANY),
    ("00011 ox mmm nnn ddd", ANY),
    ("001 00 ddd xxxxxxxx", ANY),
    ("001 01 nnn xxxxxxxx", ANY),
    ("001 1o ddd xxxxxxxx", ANY),
    ("010000 oooo mmm ddd", ANY),
    ("010001 00 d mmmm ddd", ANY),
    ("010001 01 n mmmm nnn", lambda f: f["n"] > 7 or f["m"] > 7),
    ("010001 10 d mmmm ddd", ANY),
    ("01001 ddd xxxxxxxx", ANY),
    ("0101 ooo iii ppp ddd", ANY),
    ("011 oo xxxxx ppp ddd", ANY),
    ("1000 o xxxxx ppp ddd", ANY),
    ("1001 o ddd xxxxxxxx", ANY),
    ("1010 o ddd xxxxxxxx", ANY),
    ("10110000 x 00xxxxx", ANY),
    ("10110010 oo mmm ddd", ANY),
    ("1011010 x xxxxxxxx", lambda f: f["x"] != 0),
    ("1011110 0 00 llllll", _some_list),
    ("1100 o ppp 00 llllll", _some_list),
    ("10111010 0 o mmm ddd", ANY),
    ("10111010 11 mmm ddd", ANY),
    ("1011111100 00 0000", ANY),
]

WIDE: Table = [
    *((f"11110 x 0 {op} s nnnn 0 xxx dddd xxxxxxxx", _modified_immediate)
      for op in OPERATIONS),
    *((f"11110 x 0 {op} 1 nnnn 0 xxx 1111 xxxxxxxx", _modified_immediate) for op in COMPARISONS),
    ("11110 x 0 001o s 1111 0 xxx dddd xxxxxxxx", _modified_immediate),
    ("11110 x 10 o0o0 nnnn 0 xxx dddd xxxxxxxx", lambda f: f["o"] in (0, 3)),
    ("11110 x 10 o0o0 1111 0 xxx dddd xxxxxxxx", lambda f: f["o"] in (0, 3)),
    ("11110 x 10 0100 xxxx 0 xxx dddd xxxxxxxx", ANY),
    ("11110 x 10 1100 xxxx 0 xxx dddd xxxxxxxx", ANY),
    ("11110 0 11 0100 nnnn 0 xxx dddd xx 0 wwwww", _field_fits),
    ("11110 0 11 1100 nnnn 0 xxx dddd xx 0 wwwww", _field_fits),
    ("11110 0 11 0110 nnnn 0 xxx dddd xx 0 wwwww", _field_ends_behind),
    ("11110 0 11 0110 1111 0 xxx dddd xx 0 wwwww", _field_ends_behind),
    ("11110 0 11 o0q0 nnnn 0 xxx dddd xx 0 wwwww", lambda f: not f["q"] or bool(f["x"])),
    ("11110 0 11 o010 nnnn 0 000 dddd 00 00 wwww", ANY),
    *((f"1110101 {op} s nnnn 0 xxx dddd xx oo mmmm", ANY)
      for op in OPERATIONS),
    *((f"1110101 {op} 1 nnnn 0 xxx 1111 xx oo mmmm", ANY) for op in COMPARISONS),
    ("1110101 001o s 1111 0 xxx dddd xx oo mmmm", ANY),
    ("1110101 0110 0 nnnn 0 xxx dddd xx o0 mmmm", ANY),
    ("11111010 0 oo s nnnn 1111 dddd 0000 mmmm", ANY),
    ("11111010 0 ooo nnnn 1111 dddd 10 xx mmmm", lambda f: f["o"] < 6),
    ("11111010 0 ooo 1111 1111 dddd 10 xx mmmm", lambda f: f["o"] < 6),
    ("11111010 1 ooo nnnn 1111 dddd 0 q hh mmmm", lambda f: f["o"] not in (3, 7) and f["h"] < 3),
    ("11111010 1000 nnnn 1111 dddd 10 xx mmmm", ANY),
    ("11111010 1010 nnnn 1111 dddd 1000 mmmm", ANY),
    ("11111011 0000 nnnn 1111 dddd 0000 mmmm", ANY),
    ("11111011 0000 nnnn aaaa dddd 000x mmmm", ANY),
    ("11111011 0001 nnnn aaaa dddd 00xx mmmm", ANY),
    ("11111011 0001 nnnn 1111 dddd 00xx mmmm", ANY),
    *((f"11111011 0{op} nnnn aaaa dddd 000x mmmm", ANY)
      for op in ("010", "011", "100", "101", "110")),
    *((f"11111011 0{op} nnnn 1111 dddd 000x mmmm", ANY)
      for op in ("010", "011", "100", "101")),
    ("11111011 0111 nnnn aaaa dddd 0000 mmmm", ANY),
    ("11111011 0111 nnnn 1111 dddd 0000 mmmm", ANY),
    *((f"11111011 1{op} mmmm", _different("t", "d")) for op in (
        "000 nnnn tttt dddd 0000", "010 nnnn tttt dddd 0000", "100 nnnn tttt dddd 0000",
        "100 nnnn tttt dddd 10xx", "100 nnnn tttt dddd 110x", "101 nnnn tttt dddd 110x",
        "110 nnnn tttt dddd 0000", "110 nnnn tttt dddd 0110")),
    ("11111011 10o1 nnnn 1111 dddd 1111 mmmm", ANY),
    ("11111000 1 ww o pppp dddd xxxxxxxxxxxx", lambda f: f["w"] < 3),
    ("11111001 1 0w 1 pppp dddd xxxxxxxxxxxx", ANY),
    ("11111000 0 ww o pppp dddd 000000 xx iiii", lambda f: f["w"] < 3),
    ("11111001 0 0w 1 pppp dddd 000000 xx iiii", ANY),
    ("11111000 0 ww o pppp dddd 1 100 xxxxxx00", lambda f: f["w"] < 3),
    ("11111000 0 ww o pppp dddd 1 qu1 xxxxxx00", lambda f: f["w"] < 3),
    ("11111001 0 0w 1 pppp dddd 1 qu1 xxxxxx00", ANY),
    ("11111000 u 10 1 1111 dddd xxxxxxxxxxxx", ANY),
    ("1110100 1 u 1 s o pppp tttt dddd xxxxxxxx", _different("t", "d")),
    ("1110100 0 u 1 1 o pppp tttt dddd xxxxxxxx", _different("t", "d")),
    ("1110100 01 0 s o pppp 0 0 0 0000000 llllll", _some_list),
    ("1110100 10 0 s o pppp 0 1 0 0000000 llllll", _some_list),
    ("11110011 1110 1111 1000 dddd 00000000", ANY),
    ("11110011 1000 nnnn 1000 1100 00000000", ANY),
]

FLOAT: Table = [
    *((f"11101110 {op} x {more} xxxx xxxx 1010 x o x 0 xxxx", ANY)
      for op, more in zip("000011", ("00", "01", "10", "11", "01", "10"), strict=True)),
    ("11101110 1 x 00 xxxx xxxx 1010 x 0 x 0 xxxx", ANY),
    ("11101110 1 x 11 xxxx xxxx 1010 0000 xxxx", ANY),
    *((f"11101110 1 x 11 {op} xxxx 1010 o 1 x 0 xxxx", ANY)
      for op in ("0000", "0001", "0010", "0011", "0100", "1000", "1100", "1101")),
    ("11101110 1 x 11 0101 xxxx 1010 o 1 0 0 0000", ANY),
    ("11101110 1 x 11 111q xxxx 1010 1 1 x 0 xxxx", ANY),
    ("11101110 1 x 11 111q xxxx 1010 0 1 x 0 0xxx", ANY),
    ("11101110 0000 xxxx dddd 1010 x 0010000", ANY),
    ("11101110 0001 xxxx dddd 1010 x 0010000", ANY),
    ("11101100 010 o tttt dddd 1010 00 v 1 vvvv", lambda f: f["v"] != 31 and f["t"] != f["d"]),
    ("11101110 1111 0001 1111 1010 00010000", ANY),
    ("11101110 1111 0001 dddd 1010 00010000", ANY),
    ("11101101 u x 0 o pppp xxxx 1010 xxxxxxxx", ANY),
    ("11101101 u 0 0 o pppp xxxx 1011 xxxxxxxx", ANY),
    ("11101100 1 v s o pppp vvvv 1010 00cccccc", _float_list_fits),
    ("11101101 0 v 1 o pppp vvvv 1010 00cccccc", _float_list_fits),
]

# Rounds to nearest whatever FPSCR says; unicorn follows FPSCR.
FROM_FIXED: Table = [
    ("11101110 1 x 11 101q xxxx 1010 1 1 x 0 xxxx", ANY),
    ("11101110 1 x 11 101q xxxx 1010 0 1 x 0 0xxx", ANY),
]

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
        if allowed is None or allowed(fields):
            return encode(pattern, fields)


def tables(rounds_to_nearest: bool) -> tuple[Table, ...]:
    """Return the tables of instructions for random programs."""
    return NARROW, WIDE, WIDE, FLOAT + FROM_FIXED if rounds_to_nearest else FLOAT


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
    """So many instructions, IT blocks or branches over some instructions."""
    makers = [instruction] * 8 + [_it_block, _branch]
    return b"".join(chance.choice(makers)(chance, of) for _ in range(pieces))


def count(code: bytes) -> int:
    """How many instructions lie in the code."""
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
