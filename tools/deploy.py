# SPDX-License-Identifier: MIT
"""Copies the game to a connected PyPortal: only files that changed, the program last.

A plan is made first, and refused if it cannot be carried out. Then each file is written whole; the
drive is checked before and after, since a drive that vanished is an error. The user's files stay:
settings.toml, every file that was not deployed, and a copy of each file that is replaced.

A file is ours if the drive's list, or this version, has it with the same bytes; every other file is
the user's. A user's file is backed up before ours replaces it, renamed if it would be imported
instead of ours, and otherwise left alone.

CircuitPython writes boot_out.txt when it starts; the file distinguishes its drive from any other
folder and names the board and the version.
"""

import argparse
import contextlib
import errno
import glob
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath
from string import ascii_uppercase

from sim import output
from sim.board.settings import parsed_value
from sim.errors import UserError
from tools import firmware, manifest
from tools.firmware import COMPILED, PROGRAM
from tools.manifest import Digests
from tools.stage import DRIVE, StageError, stage

OLDEST, NEWEST = 9, 10  # CircuitPython's major versions that the game was tried with
STACK, STACK_BYTES = "CIRCUITPY_PYSTACK_SIZE", 2048
BOARDS = ("pyportal", "pyportal_pynt", "pyportal_titano")
MOUNTS = (  # two boards at once are mounted as CIRCUITPY and CIRCUITPY1
    "/media/CIRCUITPY*",
    "/media/*/CIRCUITPY*",
    "/run/media/*/CIRCUITPY*",
    "/mnt",
    "/mnt/CIRCUITPY*",
    "/Volumes/CIRCUITPY*",
)

NAME_IT = "name the mounted CIRCUITPY drive: make deploy DRIVE=PATH, or --drive PATH"


class DeviceError(Exception):
    """The message tells the user which drive is wrong, why, and what to do."""


def the_only(drives: list[Path]) -> Path:
    if not drives:
        raise DeviceError(
            "No CIRCUITPY drive is mounted: plug in the PyPortal with a USB cable that carries "
            f"data, or {NAME_IT}"
        )
    if len(drives) > 1:
        names = ", ".join(str(drive) for drive in drives)
        raise DeviceError(f"Several CIRCUITPY drives are mounted ({names}): {NAME_IT}")
    return drives[0]


def mounted(patterns: Iterable[str] | None = None) -> list[Path]:
    found = [path for pattern in patterns or mount_points() for path in glob.glob(pattern)]
    drives = [Path(path) for path in found if os.path.isfile(boot_out(Path(path)))]
    return sorted({drive.resolve() for drive in drives})


def mount_points() -> Iterable[str]:
    if os.name == "nt":
        return [f"{letter}:/" for letter in ascii_uppercase]
    return MOUNTS


def boot_out(drive: Path) -> Path:
    return drive / "boot_out.txt"


@dataclass(frozen=True)
class Identity:
    """Identifies a mounted drive among others and the folder it is mounted on."""

    device: int
    boot_out: bytes


def identity(drive: Path) -> Identity | None:
    """Return the identity of the drive, or None if it is not a board's."""
    try:
        return Identity(drive.stat().st_dev, boot_out(drive).read_bytes())
    except OSError:
        return None


def require_same(drive: Path, expected: Identity | None) -> None:
    if expected is None or identity(drive) != expected:
        raise DeviceError(
            f"{drive} is gone, or another drive is in its place: plug the board in and deploy "
            "again, which finishes what was begun"
        )


def check(drive: Path) -> list[str]:
    """Return warnings about a drive. Raises DeviceError if the game cannot run on it."""
    require_drive(drive)
    text = boot_out(drive).read_text(encoding="utf-8", errors="replace")
    require_version(drive, text)
    return warnings(drive, text)


def require_drive(drive: Path) -> None:
    if not drive.exists():
        raise DeviceError(f"{drive} does not exist: {NAME_IT}")
    if not drive.is_dir():
        raise DeviceError(f"{drive} is not a folder: {NAME_IT}")
    if not boot_out(drive).is_file():
        raise DeviceError(
            f"{drive} has no boot_out.txt, so no board with CircuitPython is behind it: {NAME_IT}"
        )


def version(drive: Path, text: str) -> tuple[str, int]:
    """Return the version of CircuitPython, and its major number."""
    found = re.search(r"CircuitPython ((\d+)\.\S+)", text)
    if not found:
        raise DeviceError(
            f"{boot_out(drive)} names no CircuitPython version: press the board's Reset button, "
            "which writes it anew, and deploy again"
        )
    return found[1], int(found[2])


def require_version(drive: Path, text: str) -> None:
    number, major = version(drive, text)
    if major < OLDEST:
        raise DeviceError(
            f"{drive} runs CircuitPython {number} and the game needs {OLDEST} or newer: "
            "install it from https://circuitpython.org/board/pyportal and deploy again"
        )


def warnings(drive: Path, text: str) -> list[str]:
    found = re.search(r"Board ID:\s*(\S+)", text)
    board = found[1] if found else "of unknown kind"
    number, major = version(drive, text)
    notes = {
        f"Note: the board on {drive} is {board}; the game is made for {', '.join(BOARDS)}.":
            board not in BOARDS,
        f"Note: {drive} runs CircuitPython {number}, newer than {NEWEST}, the newest that the game "
        "is made for: it may not start.": major > NEWEST,
        f"Note: {drive / 'code.txt'} runs instead of code.py until you rename or delete it.":
            (drive / "code.txt").exists(),
        f"Note: CircuitPython 9 needs the line `{STACK} = {STACK_BYTES}` in {drive / SETTINGS} "
        "for the game's menu: add it, above any [table].":
            major == OLDEST and _lacks_stack(drive / SETTINGS),
    }
    return [note for note, applies in notes.items() if applies]


def _lacks_stack(settings: Path) -> bool:
    """Whether there are settings, which stay as they are, without the line as a board reads it."""
    if not settings.is_file():
        return False
    try:
        size = parsed_value(settings.read_text("utf-8", errors="replace"), STACK)
    except ValueError:
        return True
    return type(size) is not int or size < STACK_BYTES


def write_whole(path: Path, data: bytes) -> None:
    """Write a file whole, or leave the old one if the drive is full or the cable is pulled.

    The bytes go to a temporary name in the same folder, are pushed to the medium and read back, and
    then the file is renamed. Raises OSError with `path` as its filename; EIO if the drive returns
    other bytes.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        push(temporary, data)
        require_content(temporary, data)
        os.replace(temporary, path)
        push_name(path)
        require_content(path, data)
    except OSError as error:
        error.filename, error.filename2 = str(path), None  # not the temporary name
        raise
    finally:
        discard(temporary)


def push(path: Path, data: bytes) -> None:
    """Write to the medium and drop the system's cached copy, so that reading asks the medium."""
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
        if hasattr(os, "posix_fadvise"):
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def push_name(path: Path) -> None:
    """Write the new name, too, to the medium, on systems that can."""
    with contextlib.suppress(OSError):
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def require_content(path: Path, data: bytes) -> None:
    if path.read_bytes() != data:
        raise OSError(errno.EIO, "what was read back is not what was written")


def discard(path: Path) -> None:
    with contextlib.suppress(OSError):  # an earlier error reports a drive that is gone
        path.unlink()


SOURCES_NOTE = (
    "Note: the board compiles the .py files itself, so the game starts later, and may refuse hints "
    "and odds on large boards for want of memory."
)
SETTINGS = "settings.toml"
PACKAGE = "minesweeper"
CLUSTER = 4096  # bytes; FAT drives as small as a PyPortal's have no larger ones
LEFTOVER = re.compile(r"\.(.+?)(\.bak\d*)?\.\d+\.part")  # a temporary name of write_whole


@dataclass(frozen=True)
class Plan:
    """The planned changes. Names are relative to the drive, with slashes."""

    drive: Path
    leftovers: list[str]  # temporary files of an interrupted deployment; removed first
    renamed: dict[str, str]  # new names of files that would be imported instead of ours
    listed: bytes | None  # a list of old and new files, written first; None if the drive has it
    backups: dict[str, str]  # the backups of the user's files that ours replace
    copies: dict[str, bytes]  # in the order of writing
    same: int
    removed: list[str]  # ours, and no longer part of the game
    settings_kept: bool

    @property
    def size(self) -> int:
        return sum(map(len, self.copies.values()))


@dataclass(frozen=True)
class Found:
    """The files on a drive before the deployment."""

    ours: Digests
    moved: dict[str, str]  # the new name of the folder of a game without a list
    leftovers: list[str]
    there: dict[str, str]  # digests of the files that could be ours


def make(contents: dict[str, bytes], drive: Path, known: Digests) -> Plan:
    """Make a plan; `known` are files of ours besides those listed. Raises DeviceError."""
    listed = manifest.parse(content(drive / manifest.NAME) or b"")
    under_way = manifest.union([listed, manifest.of(contents)])
    found = look(contents, drive, manifest.union([under_way, known]), bool(listed))
    ours, there, text = found.ours, found.there, manifest.text(under_way)
    changed = [name for name in contents if there.get(name) != manifest.digest(contents[name])]
    users = {name for name in changed if name in there and there[name] not in ours.get(name, ())}
    copies = {name: contents[name] for name in changed if name != SETTINGS or name not in users}
    removed = sorted(n for n in there if n not in contents and there[n] in ours[n])
    replaced = sorted(users & copies.keys() - {manifest.NAME})
    return Plan(
        drive=drive,
        leftovers=found.leftovers,
        renamed=found.moved | shadows(contents, drive, removed, found.moved),
        listed=None if there.get(manifest.NAME) == manifest.digest(text) else text,
        backups={name: backup_name(drive, name, there[name]) for name in replaced},
        copies=copies,
        same=len(contents) - len(changed),
        removed=removed,
        settings_kept=SETTINGS in users,
    )


def look(contents: dict[str, bytes], drive: Path, ours: Digests, has_list: bool) -> Found:
    moved = {} if has_list else old_game(drive, ours)
    require_free_names([name for name in contents if not within(name, moved)], drive)
    left = leftovers(drive, {*ours, manifest.NAME}, moved)
    there = digests({*contents, *ours} - set(left), drive, moved)
    return Found(ours, moved, left, there)


def content(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def within(name: str, folders: dict[str, str]) -> bool:
    return name.partition("/")[0] in folders


def old_game(drive: Path, ours: Digests) -> dict[str, str]:
    """Return the new name for the game's folder, on a drive without a list, if it has other files.

    Without a list, nobody can tell which of them are the user's.
    """
    folder = drive / PACKAGE
    known = set().union(*ours.values())
    files = (path for path in folder.rglob("*") if path.is_file()) if folder.is_dir() else ()
    if all(manifest.digest(path.read_bytes()) in known for path in files):
        return {}
    return {PACKAGE: free_name(drive, PACKAGE)}


def require_free_names(names: list[str], drive: Path) -> None:
    for name in names:
        if (drive / name).is_dir():
            raise DeviceError(f"{drive / name} is a folder where the game has a file: rename it "
                              "and deploy again; nothing was written")
        for parent in PurePosixPath(name).parents:
            if (drive / parent).exists() and not (drive / parent).is_dir():
                raise DeviceError(f"{drive / parent} is a file where the game has a folder: rename "
                                  "it and deploy again; nothing was written")


def digests(names: set[str], drive: Path, moved: dict[str, str]) -> dict[str, str]:
    """Return the digests of the files that are on the drive and are not moved."""
    data = {name: content(drive / name) for name in sorted(names) if not within(name, moved)}
    return {name: manifest.digest(found) for name, found in data.items() if found is not None}


def leftovers(drive: Path, names: set[str], moved: dict[str, str]) -> list[str]:
    """Return temporary files, and files that may share their clusters with one.

    A drive that is pulled during a renaming has the file under both names; removing one of them
    would free the clusters of the other.
    """
    found = []
    for folder in {PurePosixPath(name).parent for name in names if not within(name, moved)}:
        for path in sorted((drive / folder).glob(".*.part")):
            match = LEFTOVER.fullmatch(path.name)
            if match and (folder / match[1]).as_posix() in names:
                original = (folder / match[1]).as_posix()
                found += unfinished(drive, (folder / path.name).as_posix(), original, match[2])
    return sorted(found)


def unfinished(drive: Path, temporary: str, original: str, backup: str | None) -> list[str]:
    """Return what to remove with a temporary file: nothing if the original of a backup changed."""
    target = original + (backup or "")
    data = content(drive / temporary)
    if content(drive / target) != data:
        return [temporary]
    if backup and content(drive / original) != data:
        return []
    return [temporary, target]


def shadows(contents: dict[str, bytes], drive: Path, removed: list[str],
            moved: dict[str, str]) -> dict[str, str]:
    """Return new names for the user's files that would be imported instead of ours."""
    first = (other for name in contents if not within(name, moved) for other in before(name))
    names = [name for name in first if (drive / name).exists() and not goes(drive, name, removed)]
    return {name: free_name(drive, name) for name in names}


def before(name: str) -> Iterator[str]:
    """Yield what a board would import instead of a module: a folder of its name, a source."""
    path = PurePosixPath(name)
    if path.parts[0] in COMPILED and path.suffix in (".py", ".mpy"):
        if path.stem != "__init__":
            yield path.with_suffix("").as_posix()
        if path.suffix == ".mpy":
            yield path.with_suffix(".py").as_posix()


def goes(drive: Path, name: str, removed: list[str]) -> bool:
    """Return whether a file, or every file of a folder, is to be removed."""
    if not (drive / name).is_dir():
        return name in removed
    files = [path for path in (drive / name).rglob("*") if path.is_file()]
    return bool(files) and all(path.relative_to(drive).as_posix() in removed for path in files)


def free_name(drive: Path, name: str) -> str:
    candidate, number = f"{name}.bak", 2
    while (drive / candidate).exists():
        candidate, number = f"{name}.bak{number}", number + 1
    return candidate


def backup_name(drive: Path, name: str, digest: str) -> str:
    """Return the first free name, or one with the same content from an interrupted deployment."""
    candidate, number = f"{name}.bak", 2
    while (drive / candidate).exists() and digests({candidate}, drive, {}) != {candidate: digest}:
        candidate, number = f"{name}.bak{number}", number + 1
    return candidate


def require_space(plan: Plan) -> None:
    free, needed = shutil.disk_usage(plan.drive).free, space_needed(plan)
    if needed > free:
        raise DeviceError(
            f"{plan.drive} is too full: {needed:,} bytes are needed and {free:,} are free; nothing "
            "was written; delete what you no longer need from it and deploy again"
        )


def space_needed(plan: Plan) -> int:
    """Return the most bytes needed at any time; an old file goes when the new one is complete."""
    folders = {p for name in plan.copies for p in PurePosixPath(name).parents}
    new_folders = [
        folder for folder in folders
        if not (plan.drive / folder).is_dir() or within(str(folder), plan.renamed)
    ]
    kept = sum(clusters(size(plan, name)) for name in plan.backups)
    taken = most = kept + clusters(len(plan.listed or b"")) + CLUSTER * len(new_folders)
    for name, data in plan.copies.items():
        most = max(most, taken + clusters(len(data)))
        taken += clusters(len(data)) - clusters(size(plan, name))
    return most


def size(plan: Plan, name: str) -> int:
    """Return the size of the file that is replaced, or 0."""
    path = plan.drive / name
    return path.stat().st_size if path.is_file() and not within(name, plan.renamed) else 0


def clusters(size: int) -> int:
    return -(-size // CLUSTER) * CLUSTER


READ_ONLY = (errno.EROFS, errno.EACCES, errno.EPERM)
LAST = (PROGRAM, manifest.NAME)  # written after all other files
Step = tuple[str, Callable[[], object]]  # a name on the drive, and the action on it


def deploy(contents: dict[str, bytes], drive: Path, known: manifest.Digests | None = None,
           dry_run: bool = False) -> Plan:
    """Make the drive hold these files and return what was done. Raises DeviceError."""
    found = identity(drive)
    plan = make_plan(contents, drive, known or {})
    if not dry_run:
        carry_out(plan, found)
    return plan


def make_plan(contents: dict[str, bytes], drive: Path, known: manifest.Digests) -> Plan:
    try:
        plan = make(contents, drive, known)
        require_space(plan)
        return plan
    except OSError as error:
        raise DeviceError(explain(error, drive)) from error


def carry_out(plan: Plan, identity: Identity | None) -> None:
    actions = list(steps(plan))
    try:
        for number, (name, act) in enumerate(actions, 1):
            require_same(plan.drive, identity)
            show_progress(f"[{number}/{len(actions)}] {name}")
            act()
    except OSError as error:
        require_same(plan.drive, identity)
        raise DeviceError(explain(error, plan.drive)) from error
    finally:
        show_progress("")
    require_same(plan.drive, identity)


def steps(plan: Plan) -> Iterator[Step]:
    """Yield the steps; after an interruption at any of them the next deployment can go on."""
    drive = plan.drive
    for name in plan.leftovers:
        yield name, (drive / name).unlink
    for name, kept in plan.renamed.items():
        yield name, partial((drive / name).rename, drive / kept)
    if plan.listed is not None:
        yield manifest.NAME, partial(write_whole, drive / manifest.NAME, plan.listed)
    for name in [name for name in plan.copies if name not in LAST]:
        yield from replacement(plan, name)
    for name in plan.removed:
        yield name, partial(remove, drive, name)
    for name in LAST:
        if name in plan.copies:
            yield from replacement(plan, name)


def remove(drive: Path, name: str) -> None:
    """Remove a file, and folders left empty: the board would import them as packages."""
    (drive / name).unlink()
    for folder in list((drive / name).relative_to(drive).parents)[:-1]:
        if any((drive / folder).iterdir()):
            break
        (drive / folder).rmdir()


def replacement(plan: Plan, name: str) -> Iterator[Step]:
    if name in plan.backups:
        yield name, partial(copy, plan.drive / name, plan.drive / plan.backups[name])
    yield name, partial(write, plan.drive / name, plan.copies[name])


def copy(source: Path, target: Path) -> None:
    write_whole(target, source.read_bytes())


def write(target: Path, data: bytes) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    write_whole(target, data)


def show_progress(text: str) -> None:
    """Show a text in one line of a terminal, which the next text replaces."""
    if sys.stderr.isatty():
        print(f"\r{text}\033[K", end="", file=sys.stderr, flush=True)


def explain(error: OSError, drive: Path) -> str:
    where = error.filename or drive
    if error.errno in READ_ONLY:
        return (
            f"{where}: {error.strerror}; see that you may write to {drive} and that no boot.py on "
            "it makes it read-only with storage.remount, then press Reset and deploy again"
        )
    if error.errno == errno.ENOSPC:
        return (
            f"{drive} is full and {where} was left as it was: delete what you no longer need "
            "from it and deploy again"
        )
    return f"{where}: {error.strerror}; check the cable, press Reset and deploy again"


def main(arguments: list[str] | None = None) -> int:
    options = parse(arguments)
    try:
        stage(DRIVE)
        contents = firmware.files(DRIVE, compiled=not options.sources)
        known = manifest.of(firmware.files(DRIVE, compiled=False))
        drive = options.drive or the_only(mounted())
        for warning in check(drive) + [SOURCES_NOTE] * options.sources:
            output.complain(warning)
        plan = deploy(contents, drive, known, options.dry_run)
    except (StageError, UserError, DeviceError, ValueError) as error:
        output.complain(error)
        return 1
    except KeyboardInterrupt:
        print("Stopped: no file is half written; deploy again to finish.", file=sys.stderr)
        return 1
    print(*report(plan, options.dry_run), sep="\n")
    return 0


def parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.deploy", description=__doc__)
    parser.add_argument("--drive", type=Path, metavar="PATH", help="where CIRCUITPY is mounted")
    parser.add_argument("--dry-run", action="store_true", help="only print what would be done")
    parser.add_argument("--sources", action="store_true", help="copy the modules uncompiled")
    return parser.parse_args(arguments)


def report(plan: Plan, dry_run: bool) -> list[str]:
    will = "would be " if dry_run else ""
    kept = {**plan.renamed, **plan.backups}
    lines = [f"{name}: would be copied" for name in plan.copies if dry_run]
    lines += [f"{name}: would be removed, no longer part of the game" for name in plan.removed
              if dry_run]
    lines += [f"{old}: yours, {will}kept as {new}" for old, new in kept.items()]
    if plan.settings_kept:
        lines.append(f"{SETTINGS}: yours, left as it is; see {DRIVE / SETTINGS} for options")
    count = f"{len(plan.copies)} file{'s' * (len(plan.copies) != 1)}"
    total = (f"{count} ({plan.size:,} bytes) {will}copied, {len(plan.removed)} removed, "
             f"{plan.same} were the same already.")
    return [*lines, f"{plan.drive}: {total}"]


if __name__ == "__main__":
    sys.exit(output.run(main))
