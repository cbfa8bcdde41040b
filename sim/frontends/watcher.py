# SPDX-License-Identifier: MIT
"""Looks at the files of a drive from time to time, to notice when somebody has saved one.

In real time, not the board's. Files that editors keep beside others (hidden ones, those that end in
`~`) and Python's `__pycache__` do not count; nor does what the program or the simulator writes
itself, which `ignore` names.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from pathlib import Path
from time import perf_counter

POLL_S = 0.25
# A drive with very many files is scanned less often: at most this fraction of the time.
PART = 0.05
# This long after the last change, all is saved.
SETTLE_S = 0.5
# Hidden files, backups, and Python's own.
_NO_FILE = re.compile(r"\..*|.*~|__pycache__")

Seen = dict[str, tuple[int, int]]


class Saved(Enum):
    """What `poll` finds: nothing new, a change not long ago, or one that is complete."""

    NOTHING = 0
    JUST_NOW = 1
    WHOLE = 2


class Watcher:
    """`files` lists what to look at now. `clock` counts seconds."""

    def __init__(self, files: Callable[[], Iterable[Path]],
                 ignore: Callable[[], Iterable[Path]] = lambda: (),
                 clock: Callable[[], float] = perf_counter):
        self._files = files
        self._ignore = ignore
        self._clock = clock
        self._changed: float | None = None
        self._next = clock() + POLL_S
        self._seen = self._look()

    def poll(self) -> Saved:
        """May be called at any rate. Scans once more before it calls a change complete."""
        if self._clock() >= self._next or self._settled():
            self._compare()
        if self._changed is None:
            return Saved.NOTHING
        return Saved.WHOLE if self._settled() else Saved.JUST_NOW

    def accept(self) -> None:
        """Take what has changed so far as known."""
        self._changed = None

    def _settled(self) -> bool:
        return self._changed is not None and self._clock() >= self._changed + SETTLE_S

    def _compare(self) -> None:
        start = self._clock()
        seen, before = self._look(), self._seen
        self._seen, now = seen, self._clock()
        self._next = now + max(POLL_S, (now - start) / PART)
        own = {str(path) for path in self._ignore()}
        changed = {name for name in seen.keys() | before.keys()
                   if seen.get(name) != before.get(name)}
        if changed - own:
            self._changed = now

    def _look(self) -> Seen:
        """When each file was written, in ns, and its size."""
        seen = {}
        for path in self._files():
            try:
                found = os.stat(path)
            except OSError:
                continue
            seen[str(path)] = found.st_mtime_ns, found.st_size
        return seen


def files_in(folder: Path) -> Iterator[Path]:
    """Files in subfolders too, without those that do not count."""
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return
    for entry in entries:
        if _NO_FILE.fullmatch(entry.name):
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from files_in(Path(entry.path))
        else:
            yield Path(entry.path)
