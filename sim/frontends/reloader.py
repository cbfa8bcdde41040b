# SPDX-License-Identifier: MIT
"""Restarts the program when a file of its drive is saved, as the board does.

The program ends at once. It starts again when nothing has been saved for a while. The window and
the terminal call `turn` every frame. Nothing happens while the REPL is open, or if the program has
set `supervisor.runtime.autoreload` to False.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from pathlib import Path
from time import perf_counter

from ..portal import PyPortal
from .player import Player


class Reloader:
    """Watches a portal's drive and restarts its program.

    `own`: files that the simulator itself writes while it runs. `whole`: the drive is a folder,
    not a single program. `clock` counts real seconds.
    """

    def __init__(self, portal: PyPortal, player: Player, own: set[Path], whole: bool,
                 clock: Callable[[], float] = perf_counter):
        self._portal = portal
        self._player = player
        self._own = own
        self._whole = whole
        self._watcher = Watcher(self._files, self._written, clock)

    def turn(self) -> None:
        saved = self._watcher.poll()
        if saved is Saved.NOTHING:
            return
        if not self._portal.engine.reloads_on_save:
            self._watcher.accept()
        elif self._portal.running and not self._portal.engine.has_own_drive:
            self._player.do("stop")
        elif saved is Saved.WHOLE:
            self._watcher.accept()
            self._reload()

    def _reload(self) -> None:
        """Restart the program; if the drive has none, wait for the next file."""
        try:
            self._player.do("reload")
        except ValueError as error:
            self._portal.board.console.remark(f"cannot restart: {error}")

    def _files(self) -> Iterator[Path]:
        """Return all files of a drive; for a single program, only those beside it that matter."""
        root = self._portal.board.drive.root
        if self._whole:
            return files_in(root)
        return (file for kind in ("*.py", "*.toml") for file in root.glob(kind))

    def _written(self) -> set[Path]:
        return self._own | self._portal.board.drive.main.written


POLL_S = 0.25
# Scanning a drive with very many files takes at most this fraction of the time.
PART = 0.05
# A save is complete when nothing has changed for this long.
SETTLE_S = 0.5
# Hidden files, editors' backups, and Python's own.
_IGNORED = re.compile(r"\..*|.*~|__pycache__")

Seen = dict[str, tuple[int, int]]


class Saved(Enum):
    """The result of `poll`: no change, a recent change, or a complete one."""

    NOTHING = 0
    JUST_NOW = 1
    WHOLE = 2


class Watcher:
    """Notices changed files, in real time. `files` lists those to watch; those in `ignore`, which
    the program or the simulator writes itself, do not count. `clock` counts seconds.
    """

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
        """Compare the files with the last scan; call it at any rate.

        There is one more scan before a change counts as complete.
        """
        if self._clock() >= self._next or self._settled():
            self._compare()
        if self._changed is None:
            return Saved.NOTHING
        return Saved.WHOLE if self._settled() else Saved.JUST_NOW

    def accept(self) -> None:
        """Forget the changes so far."""
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
        """Return each file's time of writing, in ns, and its size."""
        seen = {}
        for path in self._files():
            try:
                found = os.stat(path)
            except OSError:
                continue
            seen[str(path)] = found.st_mtime_ns, found.st_size
        return seen


def files_in(folder: Path) -> Iterator[Path]:
    """Yield the files of a folder and its subfolders, without those that do not count."""
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return
    for entry in entries:
        if _IGNORED.fullmatch(entry.name):
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from files_in(Path(entry.path))
        else:
            yield Path(entry.path)
