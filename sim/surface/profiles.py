# SPDX-License-Identifier: MIT
"""A profile of a portal: where its program's time goes from now on, in a file for flame graphs."""

import os

from ..clock import SECOND
from ..cost import shares
from ..machine import Machine
from ..profile import files, sums, table
from ..profile.profiler import Profiler
from ..profile.sums import FunctionTime, LineTime
from .place import writable


class Profile:
    """Of the machine that the portal has; it is written at the end of a `with`, by `close`, or when
    the portal is closed. Its figures are those up to then. Raises ValueError for a place where no
    file can be, and a board whose code takes no time.
    """

    def __init__(self, machine: Machine, path: str | os.PathLike[str]):
        if not machine.meter.timed:
            raise ValueError("a profile is of the board's time, which code takes with "
                             'engine="python" and without instant=True only')
        self.path = writable(path)
        if self.path.suffix.lower() not in files.WRITERS:
            raise ValueError(f"a profile cannot be written to {path}: end it in .json for "
                             "speedscope or in .txt for collapsed stacks")
        self.is_open = True
        self._profiler = Profiler()
        self._sources: dict[str, str] = {}
        self.follow(machine)

    def __enter__(self) -> "Profile":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def follow(self, machine: Machine) -> None:
        """A reset puts a new machine in the place of the one that was looked at."""
        self._machine = machine
        self._profiler.follow(machine.clock, self._shares)

    def leave(self) -> None:
        """What the machine has done until now is added up."""
        self._sources |= {file: source.decode("utf-8-sig")
                          for file, source in self._machine.program.sources.items()}
        self._profiler.leave()

    def close(self) -> None:
        if self.is_open:
            self.is_open = False
            self.leave()
            write = files.WRITERS[self.path.suffix.lower()]
            content = write(self._profiler.samples, self._machine.board.title)
            self.path.write_text(content, encoding="utf-8")

    def _shares(self, file: str) -> dict[shares.Place, list[shares.Share]]:
        return shares.of(self._sources[file]) if file in self._sources else {}

    @property
    def seconds(self) -> float:
        """Of the board's time, starts among them."""
        return sum(self._profiler.samples.values()) / SECOND

    @property
    def lines(self) -> list[LineTime]:
        return sums.by_line(self._profiler.samples)

    @property
    def functions(self) -> list[FunctionTime]:
        return sums.by_function(self._profiler.samples, self._profiler.calls)

    def table(self) -> str:
        """The lines and functions that took most."""
        return table.text(self.seconds, self.lines, self.functions, self._sources)
