# SPDX-License-Identifier: MIT
"""Looks, whenever the clock moves, for which line of the program it does.

What the firmware takes is for the line that asked for it, with the name of what that called. A
look keeps places in code objects; what lines they are is found out at the end.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from types import CodeType, FrameType
from typing import NamedTuple

from ..clock import Clock
from ..cost.shares import Place, Share
from ..program.bounds import BEAT
from . import places, watched
from .stacks import REDRAW, Call, Function, Stack

# The simulator's functions that are the firmware's by another name.
NAMES = {"import_": "import", "_print": "print", "_input": "input", "_exec": "exec",
         "_eval": "eval", "_help": "help"}
OWN = __name__.partition(".")[0] + "."
# Later Pythons have no code of their own for these.
INLINED = frozenset(["<listcomp>", "<setcomp>", "<dictcomp>"])
BEATS = Clock.beat.__code__

Shares = Callable[[str], dict[Place, list[Share]]]


class _Spot(NamedTuple):
    """Of each call, the innermost first, the code's id and the instruction; `mover` is the id of
    the code of the firmware's that the innermost has called, 0 for none.
    """

    calls: tuple[int, ...]
    mover: int
    is_kept: bool


class Profiler:
    """Follows one machine after the other; `shares` gives the lines of the blocks in a file."""

    def __init__(self) -> None:
        self.samples: Counter[Stack] = Counter()  # ns
        self.calls: Counter[Function] = Counter()
        self._spots: Counter[_Spot] = Counter()
        self._beats: Counter[tuple[int, int]] = Counter()
        self._codes: dict[int, CodeType] = {}
        self._names: dict[int, str] = {id(BEATS): ""}

    def follow(self, clock: Clock, shares: Shares) -> None:
        self._clock, self._shares = clock, shares
        watched.watch(clock, self._see)

    def leave(self) -> None:
        """Add up what the machine has done until now."""
        watched.leave(self._clock)
        for (code, at), times in self._beats.items():
            if places.is_head(self._codes[code], at):
                self.calls[places.function(self._codes[code])] += times
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
        """What the program has called, as a `_Spot` has it; and the program's own frame."""
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
        """From the outermost on; of a comprehension it is a line of the function that it is in."""
        around = None
        for code, at in zip(map(self._codes.__getitem__, spots[-2::-2]), spots[::-2], strict=True):
            call = Call(places.function(code), places.line(code, at))
            if around and code.co_name in INLINED:
                call = around._replace(line=call.line)
            elif around:
                yield around
            around = call
        if around:
            yield around

    def _parts(self, spot: _Spot, ns: int, line: int) -> Iterator[tuple[int, int]]:
        """What a block takes is shared by its lines."""
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
        """None for what the firmware takes."""
        if spot.mover not in (0, id(BEATS)):
            return []
        code = self._codes[spot.calls[0]]
        where = places.place(code, spot.calls[1], spot.mover == id(BEATS))
        return self._shares(code.co_filename).get(where, [])


def _called(code: CodeType, module: str) -> str:
    """As the program knows it; empty for what the program does not call by itself."""
    if module.startswith(OWN):
        return NAMES.get(code.co_name, "")
    return f"{module}.{code.co_qualname}".removesuffix(".__init__")
