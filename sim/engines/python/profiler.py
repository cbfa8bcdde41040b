# SPDX-License-Identifier: MIT
"""Profiles of a program: the board's time by line, function and call, as tables or flame graphs."""

import dis
import json
import os
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import lru_cache
from inspect import CO_NEWLOCALS
from types import CodeType, FrameType
from typing import NamedTuple, TypeVar

from ...board.drive import replace_on_host
from ...clock import MS, SECOND, Clock
from ...trace import writable
from ..engine import Engine
from . import clocks
from .compiler.parser import parse
from .compiler.runtime import BEAT, WHILE
from .cost.blocks import CALL, TOLL, TURN, Place, Share, shares_of
from .machine import Machine

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


class _Sample(NamedTuple):
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
        self._waiting: Counter[_Sample] = Counter()
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
        for sample, ns in self._waiting.items():
            self._add(sample, ns)
        self._waiting.clear()
        self._beats.clear()

    def _see(self, ns: int, kept: int, frame: FrameType | None) -> None:
        is_beat = ns > 0 and frame is not None and frame.f_code is BEATS
        mover, frame = self._mover(frame)
        calls = tuple(self._calls(frame))
        if is_beat and calls:
            self._beats[calls[0], calls[1]] += 1
        sample = _Sample(calls, mover * bool(calls), False)
        self._waiting[sample] += ns - kept
        if kept:
            self._waiting[sample._replace(is_kept=True)] += kept

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

    def _add(self, sample: _Sample, ns: int) -> None:
        calls = list(self._lines(sample.calls))
        awaited = tuple(filter(None, (self._names.get(sample.mover), REDRAW * sample.is_kept)))
        if not calls:
            self.samples[Stack((), awaited)] += ns
        else:
            *outer, last = calls
            for line, part in self._parts(sample, ns, last.line):
                self.samples[Stack((*outer, last._replace(line=line)), awaited)] += part

    def _lines(self, calls: tuple[int, ...]) -> Iterator[Call]:
        """Yield the calls, outermost first; a comprehension is a line of its function."""
        around = None
        for code, at in zip(map(self._codes.__getitem__, calls[-2::-2]), calls[::-2], strict=True):
            call = Call(_function(code), _line(code, at))
            if around and code.co_name in INLINED:
                call = around._replace(line=call.line)
            elif around:
                yield around
            around = call
        if around:
            yield around

    def _parts(self, sample: _Sample, ns: int, line: int) -> Iterator[tuple[int, int]]:
        """Divide a block's time among its lines."""
        shares = [] if sample.is_kept else self._shares_of(sample)
        whole = shares[-1].until if shares else 0
        done = 0
        for share in shares if whole else ():
            until = ns * share.until // whole
            yield share.line, until - done
            done = until
        if not whole:
            yield line, ns

    def _shares_of(self, sample: _Sample) -> list[Share]:
        """Return the shares of a block; none for the firmware's time."""
        if sample.mover not in (0, id(BEATS)):
            return []
        code = self._codes[sample.calls[0]]
        where = _place(code, sample.calls[1], sample.mover == id(BEATS))
        return self._shares(code.co_filename).get(where, [])


def _called(code: CodeType, module: str) -> str:
    """Return the name that the program knows, empty for a function that it does not call."""
    if module.startswith(OWN):
        return NAMES.get(code.co_name, "")
    return f"{module}.{_name(code)}".removesuffix(".__init__")


def _name(code: CodeType) -> str:
    return code.co_qualname


def _function(code: CodeType) -> Function:
    return Function(_name(code), code.co_filename, code.co_firstlineno)


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
    beats = [step.offset for step in dis.get_instructions(code) if step.argval in (BEAT, WHILE)]
    return len(beats) == 1 or at < beats[1]


SCHEMA = "https://www.speedscope.app/file-format-schema.json"
# The frame of time that no line of the program caused.
BOARD = "(board)"
# Rows and columns of the table.
MOST, WIDTH = 15, 100
Samples = Mapping[Stack, int]
Where = tuple[str, int]
Key = TypeVar("Key", bound=Hashable)


class LineTime(NamedTuple):
    """The time of a line; without a file, the board's own time.

    `own_ms` covers the line and the firmware functions that it called, `total_ms` also the
    program's functions and redraws meanwhile. `awaited` names the firmware function that took most
    of `own_ms`, unless the line's own code did.
    """

    file: str
    line: int
    own_ms: float
    total_ms: float
    awaited: str


class FunctionTime(NamedTuple):
    """The time of a function; `total_ms` includes the functions that it called, and redraws."""

    name: str
    file: str
    line: int
    own_ms: float
    total_ms: float
    calls: int


def by_line(samples: Samples) -> list[LineTime]:
    """Return the lines, longest own time first."""
    own, total = _sums(samples, _places)
    kinds: dict[Where, Counter[str]] = defaultdict(Counter)
    boards: Counter[str] = Counter()
    for stack, ns in samples.items():
        kept = boards if stack.is_boards else kinds[_places(stack)[-1]]
        kept["".join(stack.awaited[-1:])] += ns
    times = [LineTime(*where, own[where] / MS, total[where] / MS, _most(kinds[where]))
             for where in total]
    times += [LineTime("", 0, ns / MS, ns / MS, kind) for kind, ns in boards.items()]
    return sorted(times, key=lambda time: (-time.own_ms, -time.total_ms, time))


def by_function(samples: Samples, calls: Mapping[Function, int]) -> list[FunctionTime]:
    """Return the functions, longest total time first."""
    own, total = _sums(samples, _functions)
    times = [FunctionTime(*function, own[function] / MS, total[function] / MS,
                          calls.get(function, 0)) for function in total]
    return sorted(times, key=lambda time: (-time.total_ms, -time.own_ms, time))


def _places(stack: Stack) -> list[Where]:
    return [(call.function.file, call.line) for call in stack.calls]


def _functions(stack: Stack) -> list[Function]:
    return [call.function for call in stack.calls]


def _sums(samples: Samples,
          keys: Callable[[Stack], list[Key]]) -> tuple[Counter[Key], Counter[Key]]:
    """Add up times of the innermost calls, and of all calls in a stack, each once."""
    own: Counter[Key] = Counter()
    total: Counter[Key] = Counter()
    for stack, ns in samples.items():
        found = keys(stack)
        own.update(dict.fromkeys([] if stack.is_boards else found[-1:], ns))
        total.update(dict.fromkeys(found, ns))
    return own, total


def _most(kinds: Counter[str]) -> str:
    return max(kinds, key=lambda kind: (kinds[kind], kind), default="")


def text(seconds: float, lines: list[LineTime], functions: list[FunctionTime],
         sources: Mapping[str, str]) -> str:
    """Return a table for reading; `seconds` is the profiled time, `sources` the files' texts."""
    head = f"{seconds:.3f} s of the board's time, by line:"
    return "\n".join([head, *_line_rows(seconds, lines[:MOST], sources), "", "by function:",
                      *_function_rows(seconds, functions[:MOST])]) + "\n"


def _line_rows(seconds: float, lines: Iterable[LineTime],
               sources: Mapping[str, str]) -> Iterator[str]:
    yield "    own ms      %    total ms  line"
    for time in lines:
        figures = _figures(seconds, time.own_ms, time.total_ms)
        yield f"{figures}  {_words(time, sources)}"[:WIDTH].rstrip()


def _words(time: LineTime, sources: Mapping[str, str]) -> str:
    if not time.file:
        return f"({time.awaited or 'the board starts, or waits for keys'})"
    awaited = f"[{time.awaited}] " * bool(time.awaited)
    return f"{time.file}:{time.line}  {awaited}{_source(time, sources)}"


def _function_rows(seconds: float, functions: Iterable[FunctionTime]) -> Iterator[str]:
    yield "    own ms      %    total ms    calls  function"
    for time in functions:
        figures = _figures(seconds, time.own_ms, time.total_ms)
        yield f"{figures} {time.calls or '':8}  {time.name}  {time.file}:{time.line}"[:WIDTH]


def _figures(seconds: float, own_ms: float, total_ms: float) -> str:
    share = own_ms / seconds / 10 if seconds else 0
    return f"{own_ms:10.2f} {share:6.1f} {total_ms:11.2f}"


def _source(time: LineTime, sources: Mapping[str, str]) -> str:
    lines = sources.get(time.file, "").splitlines()
    return lines[time.line - 1].strip() if 0 < time.line <= len(lines) else ""


class Frame(NamedTuple):
    """A frame of a flame graph."""

    name: str
    file: str | None = None
    line: int | None = None


def speedscope(samples: Mapping[Stack, int], title: str) -> str:
    """Return a speedscope file whose weights are ns of the board's time.

    Source: "file-format-schema.json" of www.speedscope.app.
    """
    numbers: dict[Frame, int] = {}
    added = _added(samples)
    stacks = [[numbers.setdefault(frame, len(numbers)) for frame in frames] for frames in added]
    weights = list(added.values())
    profile = {"type": "sampled", "name": title, "unit": "nanoseconds", "startValue": 0,
               "endValue": sum(weights), "samples": stacks, "weights": weights}
    return json.dumps({"$schema": SCHEMA, "name": title, "profiles": [profile],
                       "shared": {"frames": list(map(_fields, numbers))}})


def collapsed(samples: Mapping[Stack, int], title: str) -> str:
    """Return collapsed stacks whose counts are ns: a stack a line, names separated by `;`.

    Source: Brendan Gregg's stackcollapse programs. The format has no title.
    """
    return "".join(f"{';'.join(frame.name for frame in frames)} {ns}\n"
                   for frames, ns in _added(samples).items())


WRITERS = {".json": speedscope, ".txt": collapsed}


def _added(samples: Mapping[Stack, int]) -> Counter[tuple[Frame, ...]]:
    """Add up samples by frames: the functions, the innermost line, what it awaited."""
    added: Counter[tuple[Frame, ...]] = Counter()
    for stack, ns in samples.items():
        added[tuple(_frames_of(stack))] += ns
    return +added


def _frames_of(stack: Stack) -> Iterator[Frame]:
    if not stack.calls:
        yield Frame(BOARD)
    yield from (Frame(*call.function) for call in stack.calls)
    yield from map(_frame_of_line, stack.calls[-1:])
    yield from map(Frame, stack.awaited)


def _frame_of_line(call: Call) -> Frame:
    file = call.function.file
    return Frame(f"{file}:{call.line}", file, call.line)


def _fields(frame: Frame) -> dict[str, str | int]:
    return {name: value for name, value in frame._asdict().items() if value is not None}


class Profile:
    """Profiles a portal's program from now on.

    The file is written at the end of a `with`, by `close`, or when the portal is closed. Raises
    ValueError for a place where no file can be, and for an engine whose code takes no time.
    """

    def __init__(self, engine: Engine, path: str | os.PathLike[str]):
        if not isinstance(engine, Machine) or not engine.meter.timed:
            raise ValueError("a profile is of the board's time, which code takes with "
                             'engine="python" and without instant=True only')
        self.path = writable(path)
        if self.path.suffix.lower() not in WRITERS:
            raise ValueError(f"a profile cannot be written to {path}: end it in .json for "
                             "speedscope or in .txt for collapsed stacks")
        self.is_open = True
        self._profiler = Profiler()
        self._sources: dict[str, str] = {}
        self.follow(engine)

    def __enter__(self) -> "Profile":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def follow(self, engine: Engine) -> None:
        """Go on with the engine that a reset has put in the place of the old one."""
        assert isinstance(engine, Machine)
        self._machine = engine
        self._profiler.follow(engine.clock, self._shares)

    def leave(self) -> None:
        """Stop profiling the present engine and add up its samples."""
        self._sources |= {file: source.decode("utf-8-sig")
                          for file, source in self._machine.program.sources.items()}
        self._profiler.leave()

    def close(self) -> None:
        if self.is_open:
            self.is_open = False
            self.leave()
            write = WRITERS[self.path.suffix.lower()]
            content = write(self._profiler.samples, self._machine.board.model.title)
            replace_on_host(self.path, content.encode())

    def _shares(self, file: str) -> dict[Place, list[Share]]:
        return shares_of(parse(self._sources[file])) if file in self._sources else {}

    @property
    def seconds(self) -> float:
        """The profiled time of the board, with its starts."""
        return sum(self._profiler.samples.values()) / SECOND

    @property
    def lines(self) -> list[LineTime]:
        return by_line(self._profiler.samples)

    @property
    def functions(self) -> list[FunctionTime]:
        return by_function(self._profiler.samples, self._profiler.calls)

    def table(self) -> str:
        """Return a table of the lines and functions that took most."""
        return text(self.seconds, self.lines, self.functions, self._sources)
