# SPDX-License-Identifier: MIT
"""Plans a deployment to a drive, and checks it before anything is written.

A file is ours if the drive's list, or this version, has it with the same bytes; every other file is
the user's. A user's file is backed up before ours replaces it, renamed if it would be imported
instead of ours, and otherwise left alone.
"""

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from tools.deploying import manifest
from tools.deploying.device import DeviceError
from tools.deploying.manifest import Digests
from tools.firmware import COMPILED

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
    listed: bytes | None  # the list of old and new files for the way; None if it is there
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
