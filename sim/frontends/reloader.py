# SPDX-License-Identifier: MIT
"""Restarts the program when somebody saves a file of its drive, as the board does.

The program ends at once, and the next one starts when nothing has been saved for a while. The
window and the terminal call `turn` every frame. It does nothing while the REPL is open, or when the
program has set `supervisor.runtime.autoreload` to False.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter

from ..portal import PyPortal
from .player import Player
from .watcher import Saved, Watcher, files_in


class Reloader:
    """`own` are files that the simulator writes while it runs. `whole`: the drive is a folder.
    `clock` counts real seconds.
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
        machine = self._portal.machine
        if machine.supervisor.in_repl or not machine.hardware("supervisor").runtime.autoreload:
            self._watcher.accept()
        elif self._portal.running:
            self._player.do("stop")
        elif saved is Saved.WHOLE:
            self._watcher.accept()
            self._reload()

    def _reload(self) -> None:
        """Without a program, wait for the next file."""
        try:
            self._player.do("reload")
        except ValueError as error:
            self._portal.machine.console.remark(f"cannot restart: {error}")

    def _files(self) -> Iterator[Path]:
        """All files of a drive; beside a program file, which may be anywhere, other programs."""
        root = self._portal.machine.drive.root
        if self._whole:
            return files_in(root)
        return (file for kind in ("*.py", "*.toml") for file in root.glob(kind))

    def _written(self) -> set[Path]:
        return self._own | self._portal.machine.drive.main.written
