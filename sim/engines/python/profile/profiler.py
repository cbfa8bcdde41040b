# SPDX-License-Identifier: MIT
"""Attributes the board's time to the lines and calls of a program."""

import dis
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from inspect import CO_NEWLOCALS
from types import CodeType, FrameType
from typing import NamedTuple

from ....clock import Clock
from .. import clocks
from ..compiler.runtime import BEAT
from ..cost.blocks import CALL, TOLL, TURN, Place, Share

# Names of the simulator's functions that differ from the firmware's.
NAMES = {"import_": "import", "_print": "print", "_input": "input", "_exec": "exec",
         "_eval": "eval", "_help": "help"}
OWN = __name__.partition(".")[0] + "."
# Later Pythons inline these: they have no code of their own.
INLINED = frozenset(["<listcomp>", "<setcomp>", "<dictcomp>"])
BEATS = Clock.beat.__code__

Shares = Callable[[str], dict[Place, list[Share]]]
COMPREHENSIONS = frozenset(["<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"])
Position = tuple[int | None, int | None, int | None, int | None]
# The display refreshes itself and delays the line that is executing.
REDRAW = "redraw"


class Function(NamedTuple):
    """A function; `line` is its first line."""

    name: str
    file: str
    line: int


class Call(NamedTuple):
    """A function and the line in it that executes."""

    function: Function
    line: int


class Stack(NamedTuple):
    """Calls from the outermost to the innermost.

    `awaited` names the firmware function that the innermost line called, and what delayed it.
    Without calls the board starts, or waits for keys.
    """

    calls: tuple[Call, ...]
    awaited: tuple[str, ...] = ()

    @property
    def is_boards(self) -> bool:
        """Whether no line of the program caused the time."""
        return not self.calls or self.awaited[-1:] == (REDRAW,)


class _Spot(NamedTuple):
    """A place in the program where the clock moved.

    `calls` alternates the id of a code object and an instruction's offset, innermost call first.
    `mover` is the id of the firmware function's code that the innermost call made, 0 for none.
    """

    calls: tuple[int, ...]
    mover: int
    is_kept: bool


class Profiler:
    """Samples the program's stack whenever the clock moves.

    Time that the firmware takes counts for the line that called it. Samples hold code objects;
    `leave` turns them into lines, with `shares`, which gives the cost of the blocks in a file.
    """

    def __init__(self) -> None:
        self.samples: Counter[Stack] = Counter()  # ns
        self.calls: Counter[Function] = Counter()
        self._spots: Counter[_Spot] = Counter()
        self._beats: Counter[tuple[int, int]] = Counter()
        self._codes: dict[int, CodeType] = {}
        self._names: dict[int, str] = {id(BEATS): ""}

    def follow(self, clock: Clock, shares: Shares) -> None:
        self._clock, self._shares = clock, shares
        clocks.watch(clock, self._see)

    def leave(self) -> None:
        """Stop sampling and add up the samples."""
        clocks.leave(self._clock)
        for (code, at), times in self._beats.items():
            if _is_head(self._codes[code], at):
                self.calls[_function(self._codes[code])] += times
        for spot, ns in self._spots.items():
            self._add(spot, ns)
        self._spots.clear()
        self._beats.clear()

    def _see(self, ns: int, kept: int, frame: FrameType | None) -> None:
        is_beat = ns > 0 and frame is not None and frame.f_code is BEATS
        mover, frame = self._mover(frame)
        calls = tuple(self._calls(frame))
        if is_beat and calls:
            self._beats[calls[0], calls[1]] += 1
        spot = _Spot(calls, mover * bool(calls), False)
        self._spots[spot] += ns - kept
        if kept:
            self._spots[spot._replace(is_kept=True)] += kept

    def _mover(self, frame: FrameType | None) -> tuple[int, FrameType | None]:
        """Return the firmware function that moved the clock, and the program's frame."""
        mover = named = 0
        while frame and BEAT not in frame.f_builtins:
            mover = id(frame.f_code)
            named = mover if self._name(frame) else named
            frame = frame.f_back
        return named or mover, frame

    def _calls(self, frame: FrameType | None) -> Iterator[int]:
        while frame:
            if BEAT in frame.f_builtins:
                code = frame.f_code
                self._codes[id(code)] = code
                yield id(code)
                yield frame.f_lasti
            frame = frame.f_back

    def _name(self, mover: FrameType) -> str:
        code = mover.f_code
        name = self._names.get(id(code))
        if name is None:
            self._codes[id(code)] = code
            name = self._names[id(code)] = _called(code, str(mover.f_globals["__name__"]))
        return name

    def _add(self, spot: _Spot, ns: int) -> None:
        calls = list(self._lines(spot.calls))
        awaited = tuple(filter(None, (self._names.get(spot.mover), REDRAW * spot.is_kept)))
        if not calls:
            self.samples[Stack((), awaited)] += ns
        else:
            *outer, last = calls
            for line, part in self._parts(spot, ns, last.line):
                self.samples[Stack((*outer, last._replace(line=line)), awaited)] += part

    def _lines(self, spots: tuple[int, ...]) -> Iterator[Call]:
        """Yield the calls, outermost first; a comprehension is a line of its function."""
        around = None
        for code, at in zip(map(self._codes.__getitem__, spots[-2::-2]), spots[::-2], strict=True):
            call = Call(_function(code), _line(code, at))
            if around and code.co_name in INLINED:
                call = around._replace(line=call.line)
            elif around:
                yield around
            around = call
        if around:
            yield around

    def _parts(self, spot: _Spot, ns: int, line: int) -> Iterator[tuple[int, int]]:
        """Divide a block's time among its lines."""
        shares = [] if spot.is_kept else self._shares_of(spot)
        whole = shares[-1].until if shares else 0
        done = 0
        for share in shares if whole else ():
            until = ns * share.until // whole
            yield share.line, until - done
            done = until
        if not whole:
            yield line, ns

    def _shares_of(self, spot: _Spot) -> list[Share]:
        """Return the shares of a block; none for the firmware's time."""
        if spot.mover not in (0, id(BEATS)):
            return []
        code = self._codes[spot.calls[0]]
        where = _place(code, spot.calls[1], spot.mover == id(BEATS))
        return self._shares(code.co_filename).get(where, [])


def _called(code: CodeType, module: str) -> str:
    """Return the name that the program knows, empty for a function that it does not call."""
    if module.startswith(OWN):
        return NAMES.get(code.co_name, "")
    return f"{module}.{code.co_qualname}".removesuffix(".__init__")


def _function(code: CodeType) -> Function:
    return Function(code.co_qualname, code.co_filename, code.co_firstlineno)


def _line(code: CodeType, at: int) -> int:
    return _positions(code)[at // 2][0] or code.co_firstlineno


def _place(code: CodeType, at: int, is_beat: bool) -> Place:
    """The place of a heartbeat, or of a block's cost, in the program's code."""
    if is_beat and _is_head(code, at):
        if code.co_name != "<lambda>":
            return Place(code.co_firstlineno, 0, CALL)
        return Place(_line(code, at), _column(code, at), CALL)
    return Place(_line(code, at), _column(code, at), TURN if is_beat else TOLL)


def _column(code: CodeType, at: int) -> int:
    return _positions(code)[at // 2][2] or 0


@lru_cache(maxsize=64)
def _positions(code: CodeType) -> list[Position]:
    return list(code.co_positions())


@lru_cache(maxsize=1024)
def _is_head(code: CodeType, at: int) -> bool:
    """Whether the heartbeat called at `at` is the function's own, not one of its loops'."""
    if not code.co_flags & CO_NEWLOCALS or code.co_name in COMPREHENSIONS:
        return False
    beats = [step.offset for step in dis.get_instructions(code) if step.argval == BEAT]
    return len(beats) == 1 or at < beats[1]
