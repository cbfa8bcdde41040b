# SPDX-License-Identifier: MIT
"""re: CircuitPython's regular expressions, which have fewer forms and are matched by recursion.

A pattern becomes a program of instructions, a byte or two each, whose jumps reach 127 bytes. The
firmware's matcher calls itself for each choice and each edge of a group, so a long match uses up
its stack. Here a list holds the choices, and as many are allowed. Texts are matched as UTF-8.

Source: `extmod/modre.c` and `lib/re1.5`.
"""

import re as patterns
from sys import _getframe
from typing import Any

from ..native.arguments import word
from ..native.classes import disguised
from . import machine

__all__ = ["compile", "match", "search", "sub"]

CHAR, ANY, SET, NOT_IN_SET, LETTERS, MATCH, JUMP, TRY_NEXT, TRY_JUMP, SAVE, START, END = range(12)
# A range of a set whose first byte is this stands for a class of letters, such as `\d`.
NAMED = 0
ESCAPES = {ord(letter): byte for letter, byte in zip("abfnrtv", b"\a\b\f\n\r\t\v", strict=True)}
DIGITS = frozenset(b"0123456789")
LETTERS_OF = {
    ord("d"): DIGITS,
    ord("s"): frozenset(b" \t\n\v\f\r"),
    ord("w"): DIGITS | frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"),
}
CLASSES = frozenset(b"dDsSwW")
FARTHEST = 127
ALL = 0x7FFFFFFF
# The matcher's stack in frames, and the frames in three calls of Python functions.
FRAMES, FRAMES_IN_3_CALLS = 429, 11
# Skips any number of bytes before a match; `match` starts behind it.
PREFIX = [TRY_JUMP, 3, ANY, JUMP, -5]


class _Compiler:
    """Translates a pattern, zero-terminated, into `code`."""

    def __init__(self, pattern: bytes):
        self._pattern = pattern.partition(b"\0")[0] + b"\0\0\0"
        self._at = 0
        self.groups = 0
        self.code = [*PREFIX, SAVE, 0]
        self._branch()
        if self._next():
            raise ValueError("Error in regex")
        self.code += [SAVE, 1, MATCH]

    def _next(self) -> int:
        return self._pattern[self._at]

    def _take(self) -> int:
        self._at += 1
        return self._pattern[self._at - 1]

    def _branch(self) -> None:
        """Translate up to the end or a closing parenthesis."""
        code, start, repeatable, leave = self.code, len(self.code), len(self.code), 0
        while self._next() not in b"\0)":
            sign = self._take()
            if sign in b"?*+":
                self._repeat(sign, repeatable)
                repeatable = len(code)
            elif sign == ord("|"):
                self._end_branch(leave)
                code[start:start] = [TRY_NEXT, 0]
                code += [JUMP, 0]
                leave, repeatable = len(code) - 1, len(code)
                self._aim(start, len(code))
            elif sign in b"^$":
                code.append(START if sign == ord("^") else END)
                repeatable = len(code)
            else:
                repeatable = len(code)
                self._single(sign)
        self._end_branch(leave)

    def _end_branch(self, leave: int) -> None:
        if leave:
            self._aim(leave - 1, len(self.code))

    def _aim(self, jump: int, target: int) -> None:
        self.code[jump + 1] = _checked(target - jump - 2)

    def _repeat(self, sign: int, start: int) -> None:
        code = self.code
        if start == len(code):
            raise _too_complex()
        lazy = self._next() == ord("?")
        self._at += lazy
        if sign == ord("+"):
            code += [TRY_NEXT if lazy else TRY_JUMP, 0]
            self._aim(len(code) - 2, start)
            return
        code[start:start] = [TRY_JUMP if lazy else TRY_NEXT, 0]
        if sign == ord("*"):
            code += [JUMP, 0]
            self._aim(len(code) - 2, start)
        self._aim(start, len(code))

    def _single(self, sign: int) -> None:
        if sign == ord("."):
            self.code.append(ANY)
        elif sign == ord("["):
            self._set()
        elif sign == ord("("):
            self._group()
        elif sign == ord("\\"):
            letter = self._take()
            if not letter:
                raise _too_complex()
            self.code += ([LETTERS, letter] if letter in CLASSES
                          else [CHAR, ESCAPES.get(letter, letter)])
        else:
            self.code += [CHAR, sign]

    def _set(self) -> None:
        excluding = self._next() == ord("^")
        self._at += excluding
        ranges: list[int] = []
        while self._next() != ord("]"):
            ranges += self._range()
        self._at += 1
        self.code += [NOT_IN_SET if excluding else SET, _checked(len(ranges) // 2), *ranges]

    def _range(self) -> list[int]:
        """Return the first and last byte. The firmware does not translate an escaped last one."""
        first = last = self._take()
        if first == ord("\\"):
            last = self._take()
            if last in CLASSES:
                return [NAMED, last]
            first = ESCAPES.get(last, last)
        if not first:
            raise _too_complex()
        if self._next() == ord("-") and self._pattern[self._at + 1] != ord("]"):
            self._at += 1
            last = self._take()
        return [first, last]

    def _group(self) -> None:
        counts = self._pattern[self._at:self._at + 2] != b"?:"
        self.groups += counts
        number = self.groups
        if counts:
            self.code += [SAVE, _checked(2 * number)]
        else:
            self._at += 2
        self._branch()
        if self._take() != ord(")"):
            raise _too_complex()
        if counts:
            self.code += [SAVE, _checked(2 * number + 1)]


def _checked(number: int) -> int:
    if not -FARTHEST - 1 <= number <= FARTHEST:
        raise _too_complex()
    return number


def _too_complex() -> ValueError:
    return ValueError("regex too complex")


def _is_in_set(code: list[int], at: int, byte: int) -> bool:
    """Say whether a byte is in the set whose number of ranges is at `at`."""
    for place in range(at + 1, at + 1 + 2 * code[at], 2):
        first, last = code[place:place + 2]
        if _is_in_class(last, byte) if first == NAMED else first <= byte <= last:
            return True
    return False


def _is_in_class(letter: int, byte: int) -> bool:
    return (byte in LETTERS_OF[letter | 0x20]) == bool(letter & 0x20)


def _most_choices() -> int:
    """Return how many choices the matcher can hold, which the program's own calls reduce."""
    frame, calls = _getframe(), 0
    while frame := frame.f_back:  # type: ignore[assignment]
        calls += frame.f_builtins is machine.program.builtins
    return (3 * FRAMES - calls * FRAMES_IN_3_CALLS) // 3


class _Search:
    """Looks for a pattern in `text` from `start` to `end`."""

    def __init__(self, pattern: "Pattern", text: bytes, end: int):
        self._code, self._text, self._end = pattern._code, text, end
        self._most = _most_choices()
        self._size = 2 * (pattern._groups + 1)

    def run(self, start: int, at_start: bool) -> list[Any] | None:
        """Return where the groups start and end, None for those that were passed over."""
        code, text = self._code, self._text
        at, place = len(PREFIX) if at_start else 0, start
        edges: list[Any] = [None] * self._size
        choices: list[tuple[int, int, Any]] = []  # where to go on, or which edge had which place
        while True:
            sign = code[at]
            if sign == MATCH:
                return edges
            if sign <= LETTERS:
                if place < self._end and self._fits(at, text[place]):
                    place += 1
                    at += (1 if sign == ANY else 2 + 2 * code[at + 1] if sign in (SET, NOT_IN_SET)
                           else 2)
                    continue
            elif sign == JUMP:
                at += 2 + code[at + 1]
                continue
            elif sign in (TRY_NEXT, TRY_JUMP, SAVE):
                at = self._choose(at, place, edges, choices)
                continue
            elif place == (0 if sign == START else self._end):
                at += 1
                continue
            while choices:
                at, place, before = choices.pop()
                if at >= 0:
                    break
                edges[place] = before
            else:
                return None

    def _choose(self, at: int, place: int, edges: list[Any], choices: list[Any]) -> int:
        """Note what to do when the rest does not match, and return where to go on."""
        sign, operand = self._code[at:at + 2]
        here, there = at + 2, at + 2 + operand
        if sign == SAVE:
            choices.append((-1, operand, edges[operand]))
            edges[operand] = place
        else:
            here, there = (here, there) if sign == TRY_NEXT else (there, here)
            choices.append((there, place, None))
        if len(choices) >= self._most:
            raise RuntimeError("maximum recursion depth exceeded")
        return here

    def _fits(self, at: int, byte: int) -> bool:
        sign = self._code[at]
        if sign == CHAR:
            return byte == self._code[at + 1]
        if sign == ANY:
            return True
        if sign == LETTERS:
            return _is_in_class(self._code[at + 1], byte)
        return _is_in_set(self._code, at + 1, byte) == (sign == SET)


class Match:
    """A match of a pattern in a text."""

    def __init__(self, text: Any, data: bytes, edges: list[Any]):
        self._text, self._data, self._edges = text, data, edges

    def __repr__(self) -> str:
        return f"<match num={len(self._edges) // 2}>"

    def group(self, number: int, /) -> Any:
        start, end = self._edges_of(number)
        return None if start is None else _piece(self._text, self._data[start:end])

    def groups(self) -> tuple[Any, ...]:
        return tuple(self.group(number) for number in range(1, len(self._edges) // 2))

    def span(self, number: int = 0, /) -> tuple[int, int]:
        start, end = self._edges_of(number)
        return self._index(start), self._index(end)

    def start(self, number: int = 0, /) -> int:
        return self.span(number)[0]

    def end(self, number: int = 0, /) -> int:
        return self.span(number)[1]

    def _edges_of(self, number: int) -> tuple[Any, Any]:
        if not 0 <= word(number) < len(self._edges) // 2:
            raise IndexError(number)
        return self._edges[2 * number], self._edges[2 * number + 1]

    def _index(self, place: int | None) -> int:
        if place is None or isinstance(self._text, bytes):
            return -1 if place is None else place
        return sum(byte & 0xC0 != 0x80 for byte in self._data[:place])


class Pattern:
    """A compiled pattern."""

    def __init__(self, pattern: bytes):
        compiler = _Compiler(pattern)
        self._code, self._groups = compiler.code, compiler.groups

    def __repr__(self) -> str:
        return f"<re at {id(self):#x}>"

    def match(self, text: Any, pos: int = 0, endpos: int = ALL, /) -> Match | None:
        return self._find(text, pos, endpos, at_start=True)

    def search(self, text: Any, pos: int = 0, endpos: int = ALL, /) -> Match | None:
        return self._find(text, pos, endpos, at_start=False)

    def split(self, text: Any, maxsplit: int = 0, /) -> list[Any]:
        data, start, parts = _data(text), 0, []
        look = _Search(self, data, len(data))
        while (edges := look.run(start, False)) and edges[0] != edges[1]:
            if self._groups:
                raise NotImplementedError("splitting with sub-captures")
            parts.append(_piece(text, data[start:edges[0]]))
            start = edges[1]
            if len(parts) == word(maxsplit):
                break
        return [*parts, _piece(text, data[start:])]

    def sub(self, replacement: Any, text: Any, count: int = 0, flags: int = 0, /) -> Any:
        """Replace each match by a text or by what a function returns for it."""
        data, start, parts = _data(text), 0, list[bytes]()
        look = _Search(self, data, len(data))
        while (edges := look.run(start, False)) and edges[0] != edges[1]:
            found = Match(text, data, edges)
            by = replacement(found) if callable(replacement) else replacement
            parts += [data[start:edges[0]], _filled(_data(by), found)]
            start = edges[1]
            if len(parts) == 2 * word(count):
                break
        return _piece(text, b"".join([*parts, data[start:]])) if parts else text

    def _find(self, text: Any, pos: int, endpos: int, at_start: bool) -> Match | None:
        data = _data(text)
        start = min(max(word(pos), 0), len(data))
        end = max(min(word(endpos), len(data)), start)
        edges = _Search(self, data, end).run(start, at_start)
        return Match(text, data, edges) if edges else None


disguised(Match, "match")
disguised(Pattern, "re")


def _data(text: Any) -> bytes:
    if isinstance(text, str):
        return text.encode()
    if not isinstance(text, bytes):
        raise TypeError(f"can't convert '{type(text).__name__}' object to str implicitly")
    return text


def _piece(text: Any, data: bytes) -> Any:
    """Return bytes as the type of `text`. Raises UnicodeError for a part of a character."""
    try:
        return data.decode() if isinstance(text, str) else data
    except UnicodeDecodeError:
        raise UnicodeError from None


def _filled(replacement: bytes, found: Match) -> bytes:
    r"""Put groups in the place of `\1` and `\g<1>`; another backslash disappears."""
    filled, at = b"", 0
    while part := _REFERENCE.search(replacement, at):
        filled += replacement[at:part.start()] + _group(part, found)
        at = part.end()
    return filled + replacement[at:].partition(b"\0")[0]


_REFERENCE = patterns.compile(rb"\\(?:g<(\d+)>?|(\d+)|(\\)|(?:g<)?)")


def _group(part: Any, found: Match) -> bytes:
    digits = part[1] or part[2]
    if not digits:
        return part[3] or b""
    start, end = found._edges_of(int(digits))
    return b"" if start is None else found._data[start:end]


def compile(pattern: Any, flags: int = 0, /) -> Pattern:
    return Pattern(_data(pattern))


def _compiled(pattern: Any) -> Pattern:
    return pattern if isinstance(pattern, Pattern) else compile(pattern)


def match(pattern: Any, text: Any, pos: int = 0, endpos: int = ALL, /) -> Any:
    if not isinstance(pattern, Pattern):
        return compile(pattern).match(text)
    return pattern.match(text, pos, endpos)


def search(pattern: Any, text: Any, pos: int = 0, endpos: int = ALL, /) -> Any:
    if not isinstance(pattern, Pattern):
        return compile(pattern).search(text)
    return pattern.search(text, pos, endpos)


def sub(pattern: Any, replacement: Any, text: Any, count: int = 0, flags: int = 0, /) -> Any:
    return _compiled(pattern).sub(replacement, text, count)
