# SPDX-License-Identifier: MIT
"""Profiles of a portal, written to files for flame graphs."""

import os

from ....clock import SECOND
from ....trace import writable
from ...engine import Engine
from ..cost import blocks
from ..machine import Machine
from . import report
from .profiler import Profiler
from .report import FunctionTime, LineTime


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
        if self.path.suffix.lower() not in report.WRITERS:
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
            write = report.WRITERS[self.path.suffix.lower()]
            content = write(self._profiler.samples, self._machine.board.model.title)
            self.path.write_text(content, encoding="utf-8")

    def _shares(self, file: str) -> dict[blocks.Place, list[blocks.Share]]:
        return blocks.shares_of(self._sources[file]) if file in self._sources else {}

    @property
    def seconds(self) -> float:
        """The profiled time of the board, with its starts."""
        return sum(self._profiler.samples.values()) / SECOND

    @property
    def lines(self) -> list[LineTime]:
        return report.by_line(self._profiler.samples)

    @property
    def functions(self) -> list[FunctionTime]:
        return report.by_function(self._profiler.samples, self._profiler.calls)

    def table(self) -> str:
        """Return a table of the lines and functions that took most."""
        return report.text(self.seconds, self.lines, self.functions, self._sources)
