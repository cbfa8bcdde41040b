# SPDX-License-Identifier: MIT
"""Completes the drive folder CIRCUITPY/ with sheets, sounds and libraries, which are not committed.

Sheets and sounds come from the repository, Adafruit's libraries from the installed packages. Only
files that differ are written, so that staging before every run, test and deployment is cheap.
"""

import argparse
import glob
import os
import shutil
import stat
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
DRIVE = ROOT / "CIRCUITPY"

LIBRARIES = {  # module: the package that installs it on a computer
    "adafruit_touchscreen": "adafruit-circuitpython-touchscreen",
    "adafruit_imageload": "adafruit-circuitpython-imageload",
    "adafruit_miniqr": "adafruit-circuitpython-miniqr",
}
MIRRORED = ("sounds", "lib/adafruit_imageload")  # folders in which nothing else stays


class StageError(Exception):
    """The message tells the user what is missing and what to do."""


class Changes(NamedTuple):
    written: list[Path]
    removed: list[Path]
    same: int


def stage(drive: Path = DRIVE, masters: Path = ROOT) -> list[Path]:
    """Bring `drive` up to date and return the files that were written. Raises StageError."""
    return bring_up_to_date(drive, masters).written


def bring_up_to_date(drive: Path, masters: Path) -> Changes:
    require_folder(drive)
    sources = staged_files(masters)
    try:
        written = [
            drive / name
            for name, source in sources.items()
            if put(source.read_bytes(), drive / name)
        ]
        return Changes(written, prune(drive, sources), len(sources) - len(written))
    except OSError as error:
        raise StageError(
            f"{error.filename or drive}: {error.strerror}; staging needs to write into {drive}."
        ) from error


def require_folder(drive: Path) -> None:
    if not drive.is_dir():
        raise StageError(f"{drive} is not a folder: staging fills a folder that exists.")
    if (drive / "boot_out.txt").exists():
        raise StageError(
            f"{drive} is a device's drive: copy to it with python -m tools.deploy --drive {drive}"
        )


def staged_files(masters: Path = ROOT) -> dict[str, Path]:
    """Return the source of every file that staging puts on a drive, by its name there."""
    files = {sheet.name: sheet for sheet in sprite_sheets(masters)}
    files |= {f"sounds/{sound.name}": sound for sound in sounds(masters)}
    for module, package in LIBRARIES.items():
        files |= {f"lib/{name}": source for name, source in library(module, package).items()}
    return files


def sprite_sheets(masters: Path) -> list[Path]:
    """Return a sheet for each size of tile; every board needs the first one."""
    sheet = masters / "SpriteSheet.bmp"
    if not sheet.is_file():
        raise StageError(f"{sheet} is missing: draw it with python -m tools.make_sprites")
    return sorted(masters.glob("SpriteSheet*.bmp"))


def sounds(masters: Path) -> list[Path]:
    found = sorted((masters / "sounds").glob("[!.]*.wav"))
    if not found:
        raise StageError(
            f"{masters / 'sounds'} holds no WAV file: make them with python -m tools.make_sounds"
        )
    return found


def library(module: str, package: str) -> dict[str, Path]:
    """Return the .py files of an installed library, without importing it: only a device can."""
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise StageError(
            f"The library {module} is not installed: run {sys.executable} -m pip install {package}"
        )
    origin = Path(spec.origin)
    if not spec.submodule_search_locations:
        return {origin.name: origin}
    site = origin.parent.parent
    return {path.relative_to(site).as_posix(): path for path in sorted(origin.parent.rglob("*.py"))}


def put(data: bytes, target: Path) -> bool:
    """Write a file if its content differs, and return whether it did."""
    if target.is_file() and target.read_bytes() == data:
        return False
    target.parent.mkdir(parents=True, exist_ok=True)
    replace(target, data)
    return True


def replace(target: Path, data: bytes) -> None:
    """Replace a file at once, since several processes may stage and read the same folder."""
    temporary = target.with_name(f".{target.name}.{os.getpid()}")
    remove_leftovers(target)
    try:
        temporary.write_bytes(data)
        os.replace(temporary, target)
    finally:
        temporary.unlink(missing_ok=True)


def remove_leftovers(target: Path) -> None:
    """Remove temporary files of processes that were killed in `replace`."""
    for path in target.parent.glob(f".{glob.escape(target.name)}.*"):
        number = path.name.rpartition(".")[2]
        if number.isdecimal() and not is_running(int(number)):
            path.unlink(missing_ok=True)


def is_running(process: int) -> bool:
    if os.name == "nt":  # has no harmless way to ask, and no file that is open can be removed there
        return False
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        pass
    return True


def prune(drive: Path, sources: dict[str, Path]) -> list[Path]:
    """Remove files without a source, but no dotfiles: another process may be in `replace`."""
    staged = {drive / name for name in sources}
    there = (path for folder in MIRRORED for path in sorted((drive / folder).rglob("[!.]*")))
    stale = [path for path in there if path.is_file() and path not in staged]
    for path in stale:
        path.unlink(missing_ok=True)
    return stale


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.stage", description=__doc__)
    parser.add_argument("--into", type=Path, default=DRIVE, metavar="DIR", help="another folder")
    drive = parser.parse_args(arguments).into
    try:
        changes = bring_up_to_date(drive, ROOT)
    except StageError as error:
        print(error, file=sys.stderr)
        return 1
    print(sentence(drive, changes))
    return 0


def sentence(drive: Path, changes: Changes) -> str:
    written, removed, same = changes
    if not written and not removed:
        return f"{drive}: {same} staged files, all up to date."
    return f"{drive}: {len(written)} files staged, {same} up to date, {len(removed)} stale removed."


if __name__ == "__main__":
    sys.exit(main())


def copy_folder(source: Path, target: Path, *left_out: str) -> Path:
    """Copy all but caches and files that match `left_out`; return `target`."""
    ignored = shutil.ignore_patterns("__pycache__", *left_out)
    shutil.copytree(
        source, target, ignore=ignored, copy_function=shutil.copyfile, dirs_exist_ok=True
    )
    for folder in (target, *target.rglob("*/")):
        folder.chmod(folder.stat().st_mode | stat.S_IWUSR)
    return target
