# SPDX-License-Identifier: MIT
"""A profile as a text to read: the lines and the functions that took most."""

from collections.abc import Iterable, Iterator, Mapping

from .sums import FunctionTime, LineTime

MOST = 15
WIDTH = 100


def text(seconds: float, lines: list[LineTime], functions: list[FunctionTime],
         sources: Mapping[str, str]) -> str:
    """`seconds` of the board's time were looked at; `sources` has the texts of files."""
    head = f"{seconds:.3f} s of the board's time, by line:"
    return "\n".join([head, *_lines(seconds, lines[:MOST], sources), "", "by function:",
                      *_functions(seconds, functions[:MOST])]) + "\n"


def _lines(seconds: float, lines: Iterable[LineTime], sources: Mapping[str, str]) -> Iterator[str]:
    yield "    own ms      %    total ms  line"
    for time in lines:
        figures = _figures(seconds, time.own_ms, time.total_ms)
        yield f"{figures}  {_words(time, sources)}"[:WIDTH].rstrip()


def _words(time: LineTime, sources: Mapping[str, str]) -> str:
    if not time.file:
        return f"({time.awaited or 'the board starts, or waits for keys'})"
    awaited = f"[{time.awaited}] " * bool(time.awaited)
    return f"{time.file}:{time.line}  {awaited}{_source(time, sources)}"


def _functions(seconds: float, functions: Iterable[FunctionTime]) -> Iterator[str]:
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
