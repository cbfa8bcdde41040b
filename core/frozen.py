# SPDX-License-Identifier: MIT
"""Lays out what the board's firmware has frozen: frozen.py BOARD FOLDER.

It comes from the installed packages. The folder then has the libraries and `manifest.py`, which
upstream's build asks for.
"""

import shutil
import sys
from pathlib import Path

from sim.board.boards import find_board
from sim.engines.python.sources import libraries


def main(board: str, folder: Path) -> None:
    """Exits with a sentence if a library is not installed."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "lib").mkdir(parents=True)
    (folder / "manifest.py").write_text('freeze("lib")\n')
    (folder / "README.md").touch()
    for name in sorted(find_board(board).frozen):
        _copy(name, folder / "lib")


def _copy(name: str, target: Path) -> None:
    home = libraries.find(name)
    if home is None:
        sys.exit(f"{name} is frozen into the board's firmware and not installed: "
                 f"pip install {libraries.distribution(name)}")
    for file in home.rglob("*.py") if home.is_dir() else [home]:
        copy = target / file.relative_to(home.parent)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, copy)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
