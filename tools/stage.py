# SPDX-License-Identifier: MIT
"""Completes the drive folder CIRCUITPY/ with sheets, sounds and libraries, which are not committed.

Sheets and sounds come from the repository, Adafruit's libraries from the installed packages. Only
files that differ are written, so that staging before every run, test and deployment is cheap.

A list beside the drive, `.CIRCUITPY.staged`, has the name and digest of every file that staging
wrote there. Only these files are ever removed; a file that is not as it was staged is the user's,
and is renamed where its name is needed.
"""

import argparse
import glob
import os
import shutil
import stat
import sys
from contextlib import suppress
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import NamedTuple

from sim import output, schema
from tools import manifest

ROOT = Path(__file__).resolve().parent.parent
DRIVE = ROOT / "CIRCUITPY"

LIBRARIES = {  # module: the package that installs it on a computer
    "adafruit_touchscreen": "adafruit-circuitpython-touchscreen",
    "adafruit_miniqr": "adafruit-circuitpython-miniqr",
}


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
    require_no_masters(drive, masters)
    sources = {name: source.read_bytes() for name, source in staged_files(masters).items()}
    digests = manifest.of(sources)
    try:
        changed = [name for name in sources if not holds(drive / name, digests[name])]
        before = staged_before(drive)
        ours = {name: digest for name, digest in digests.items()
                if name in changed or digest <= before.get(name, set())}
        # Listed first, and read last: a staging that is killed leaves nothing unlisted, and
        # another one at the same time takes none of these files for the user's.
        known = manifest.union([before, ours])
        put(manifest.text(known), list_of(drive))
        for name in changed:
            put_away(drive / name, known[name])
            put(sources[name], drive / name)
        removed = remove(drive, {name: before[name] for name in before.keys() - sources.keys()})
        put(manifest.text(ours), list_of(drive))
        return Changes([drive / name for name in changed], removed, len(sources) - len(changed))
    except OSError as error:
        raise StageError(
            f"{error.filename or drive}: {error.strerror}; staging needs to write into {drive}."
        ) from error


def list_of(drive: Path) -> Path:
    """Return the file with the digests of what staging wrote on a drive."""
    whole = drive.resolve()
    return whole.with_name(f".{whole.name}.staged")


def staged_before(drive: Path) -> manifest.Digests:
    file = list_of(drive)
    require_no_folder(file)
    return manifest.parse(file.read_bytes()) if file.is_file() else {}


def remove_staged(drive: Path = DRIVE, masters: Path = ROOT) -> list[Path]:
    """Remove all that staging wrote on a drive, and the folders that are empty then.

    Raises StageError.
    """
    require_no_masters(drive, masters)
    before = staged_before(drive)
    removed = remove(drive, before)
    list_of(drive).unlink(missing_ok=True)
    for folder in sorted({path.parent for path in removed}, reverse=True):
        remove_empty(folder, drive)
    return removed


def remove(drive: Path, staged: manifest.Digests) -> list[Path]:
    """Remove staged files, but none that the user has changed since."""
    stale = [drive / name for name in sorted(staged) if holds(drive / name, staged[name])]
    for path in stale:
        path.unlink(missing_ok=True)
    return stale


def holds(path: Path, digests: set[str]) -> bool:
    return path.is_file() and manifest.digest(path.read_bytes()) in digests


def remove_empty(folder: Path, drive: Path) -> None:
    """Remove a folder of a drive, and those around it, as far as they are empty."""
    with suppress(OSError):
        while folder != drive:
            folder.rmdir()
            folder = folder.parent


def require_folder(drive: Path) -> None:
    if not drive.is_dir():
        raise StageError(f"{drive} is not a folder: staging fills a folder that exists.")
    if (drive / "boot_out.txt").exists():
        raise StageError(
            f"{drive} is a device's drive: copy to it with python -m tools.deploy --drive {drive}"
        )


def require_no_masters(drive: Path, masters: Path) -> None:
    if (masters / "sounds").resolve().is_relative_to(drive.resolve()):
        raise StageError(
            f"{drive} has the masters themselves, SpriteSheet.bmp or sounds/: name another folder."
        )


def require_no_folder(file: Path) -> None:
    if file.is_dir():
        raise StageError(f"{file} is a folder where staging needs a file: remove it.")


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


def put_away(target: Path, ours: set[str]) -> None:
    """Give a file of the user's, one without a digest of `ours`, a name ending in `.mine`."""
    if target.is_file() and not holds(target, ours):
        mine = free_name(target)
        os.replace(target, mine)
        output.complain(f"{target} was not as staging wrote it: your file is now {mine}.")


def put(data: bytes, target: Path) -> None:
    """Write a file if its content differs. Raises StageError if a folder has its name."""
    require_no_folder(target)
    if target.is_file() and target.read_bytes() == data:
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    replace(target, data)


def free_name(target: Path) -> Path:
    names = (target.with_name(f"{target.name}{number or ''}.mine") for number in count())
    return next(name for name in names if not name.exists())


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


def copy_folder(source: Path, target: Path, *left_out: str) -> Path:
    """Copy all but caches and files that match `left_out`; return `target`."""
    ignored = shutil.ignore_patterns("__pycache__", *left_out)
    shutil.copytree(
        source, target, ignore=ignored, copy_function=shutil.copyfile, dirs_exist_ok=True
    )
    for folder in (target, *target.rglob("*/")):
        folder.chmod(folder.stat().st_mode | stat.S_IWUSR)
    return target


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.stage", description=__doc__)
    parser.add_argument("--into", type=schema.path, default=DRIVE, metavar="DIR",
                        help="another folder")
    parser.add_argument("--remove", action="store_true", help="remove what staging wrote there")
    given = parser.parse_args(arguments)
    drive = given.into
    try:
        if given.remove:
            print(f"{drive}: {len(remove_staged(drive, ROOT))} staged files removed.")
        else:
            print(sentence(drive, bring_up_to_date(drive, ROOT)))
    except StageError as error:
        output.complain(error)
        return 1
    return 0


def sentence(drive: Path, changes: Changes) -> str:
    written, removed, same = changes
    if not written and not removed:
        return f"{drive}: {same} staged files, all up to date."
    return f"{drive}: {len(written)} files staged, {same} up to date, {len(removed)} stale removed."


if __name__ == "__main__":
    sys.exit(output.run(main))
