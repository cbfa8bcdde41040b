# SPDX-License-Identifier: MIT
"""A line to a simulated PyPortal with the staged drive, in virtual time.

A restart is another portal with the same nvm, and with a copy of the drive if its settings.toml
is to differ.
"""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from sim import PyPortal
from tools import tree
from tools.console.line import Line, NoAnswer
from tools.stage import DRIVE, stage

STEP_S = 0.01


class SimulatedLine(Line):
    """Raises ValueError for a board that does not exist."""

    quiet_s = 0.05

    def __init__(self, board: str = "pyportal", seed: int = 1):
        super().__init__()
        stage(DRIVE)
        self._board = board
        self._seed = seed
        self._folder = TemporaryDirectory(prefix="drill")
        self._before = 0.0
        self._said: list[str] = []
        self._portal = self._switch_on(DRIVE, None)

    def _switch_on(self, drive: Path, nvm: bytes | None) -> PyPortal:
        portal = PyPortal(drive, seed=self._seed, board=self._board, nvm=nvm,
                          instant=True)
        portal.board.console.listener = self._said.append
        return portal

    def send(self, text: str) -> None:
        self._portal.type(text)

    def receive(self, seconds: float) -> str:
        end = self._portal.now + seconds
        while not self._said and self._portal.now < end:
            if not self._portal.running:
                raise NoAnswer("the program has ended: " + self.heard.strip().rpartition("\n")[2])
            self._portal.run(STEP_S)
        said = "".join(self._said)
        self._said.clear()
        return said

    def now(self) -> float:
        return self._before + self._portal.now

    def restart(self, settings: Sequence[str] = ()) -> None:
        self._before, self._seed = self.now(), self._seed + 1
        nvm = bytes(self._portal.nvm)
        self._portal.close()
        self._portal = self._switch_on(self._drive(settings), nvm)

    def _drive(self, settings: Sequence[str]) -> Path:
        if not settings:
            return DRIVE
        copy = Path(self._folder.name) / "CIRCUITPY"
        tree.copy(DRIVE, copy)
        (copy / "settings.toml").write_text("\n".join(settings), encoding="utf-8")
        return copy

    def sounds(self) -> set[str]:
        return {Path(path).stem for _, path, _, _ in self._portal.sounds}

    def close(self) -> None:
        self._portal.close()
        self._folder.cleanup()
