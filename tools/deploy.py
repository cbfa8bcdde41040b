# SPDX-License-Identifier: MIT
"""Copies the staged CIRCUITPY/ to a PyPortal that is plugged in: only what changed, code.py last.

A plan is made first and refused if it cannot be carried out; then each file is written whole.
What is the user's stays: settings.toml, every file that is not ours, and, on a drive which does not
hold the game yet, a copy of each file that ours replaces.
"""

import argparse
import errno
import re
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from tools import device, whole_file
from tools.device import DeviceError
from tools.stage import DRIVE, StageError, stage

PROGRAM = "code.py"
SETTINGS = "settings.toml"
PACKAGE = "minesweeper"
FOR_THE_DESK = ("requirements.txt",)  # read by circup on the computer, by nothing on the board
IMPORT_OF_OURS = re.compile(rb"^\s*(from|import) +minesweeper\b", re.MULTILINE)
CLUSTER = 4096  # bytes; FAT drives as small as a PyPortal's have no larger ones
READ_ONLY = (errno.EROFS, errno.EACCES, errno.EPERM)


@dataclass(frozen=True)
class Plan:
    """What is to be done. Names are relative to source and drive, in the order of writing."""

    source: Path
    drive: Path
    copies: list[str]
    same: int
    stale: list[str]  # modules in our package that we no longer ship, and Python would still import
    backups: dict[str, str]  # a file of the user's, and the name that keeps its content
    settings_kept: bool
    warnings: list[str]

    @property
    def size(self) -> int:
        return sum(size(self.source / name) for name in self.copies)


def deploy(source: Path, drive: Path, dry_run: bool = False) -> Plan:
    """Make the drive hold the game and return what was done. Raises DeviceError."""
    try:
        plan = make_plan(source, drive)
        require_space(plan)
        if not dry_run:
            carry_out(plan)
        return plan
    except OSError as error:
        raise DeviceError(explain(error, drive)) from error


def make_plan(source: Path, drive: Path) -> Plan:
    warnings = device.check(drive)
    names = shipped(source)
    changed = [name for name in names if differs(source / name, drive / name)]
    settings_kept = SETTINGS in changed and (drive / SETTINGS).exists()
    copies = [name for name in changed if not (settings_kept and name == SETTINGS)]
    stale = stale_modules(drive, names)
    users = [] if is_ours(source, drive) else [n for n in copies + stale if (drive / n).exists()]
    return Plan(
        source=source,
        drive=drive,
        copies=copies,
        same=len(names) - len(changed),
        stale=stale,
        backups={name: backup_name(drive, name) for name in users},
        settings_kept=settings_kept,
        warnings=warnings,
    )


def shipped(source: Path) -> list[str]:
    """The board restarts its program after every write, so a new code.py must find all the rest."""
    if not (source / PROGRAM).is_file():
        raise DeviceError(f"{source / PROGRAM} is missing: fetch the repository anew")
    files = [path.relative_to(source) for path in sorted(source.rglob("*")) if path.is_file()]
    names = [file.as_posix() for file in files if belongs_on_device(file)]
    return sorted(names, key=lambda name: name == PROGRAM)


def belongs_on_device(file: Path) -> bool:
    hidden = any(part.startswith(".") or part == "__pycache__" for part in file.parts)
    return not hidden and file.as_posix() not in FOR_THE_DESK


def differs(source: Path, target: Path) -> bool:
    if not target.is_file() or size(target) != size(source):
        return True
    return target.read_bytes() != source.read_bytes()


def size(path: Path) -> int:
    return path.stat().st_size


def is_ours(source: Path, drive: Path) -> bool:
    """Whether the drive's program is the game, of this version or of another one."""
    program = drive / PROGRAM
    if not program.is_file():
        return False
    imports_game = IMPORT_OF_OURS.search(program.read_bytes()) is not None
    return imports_game or not differs(source / PROGRAM, program)


def stale_modules(drive: Path, names: list[str]) -> list[str]:
    modules = sorted((drive / PACKAGE).rglob("[!.]*.py"))
    return [n for n in (path.relative_to(drive).as_posix() for path in modules) if n not in names]


def backup_name(drive: Path, name: str) -> str:
    """The first one that is free, or holds the same since a deployment that was interrupted."""
    candidate, number = f"{name}.bak", 2
    while (drive / candidate).exists() and differs(drive / name, drive / candidate):
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
    """The most that is taken on the way: an old file goes when its successor is beside it."""
    taken = most = sum(on_drive(plan.drive / name) for name in plan.backups)
    for name in plan.copies:
        new = on_drive(plan.source / name)
        most = max(most, taken + new)
        taken += new - on_drive(plan.drive / name)
    return most


def on_drive(path: Path) -> int:
    return -(-size(path) // CLUSTER) * CLUSTER if path.exists() else 0


def carry_out(plan: Plan) -> None:
    for old, kept in plan.backups.items():
        copy(plan.drive / old, plan.drive / kept)
    for name in plan.copies:
        copy(plan.source / name, plan.drive / name)
    for name in plan.stale:
        (plan.drive / name).unlink()


def copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    whole_file.write(target, source.read_bytes())


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
        drive = options.drive or device.the_only(device.mounted())
        plan = deploy(DRIVE, drive, options.dry_run)
    except (StageError, DeviceError) as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Stopped: no file is half written; deploy again to finish.", file=sys.stderr)
        return 1
    for warning in plan.warnings:
        print(warning, file=sys.stderr)
    print(*report(plan, options.dry_run), sep="\n")
    return 0


def parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.deploy", description=__doc__)
    parser.add_argument("--drive", type=Path, metavar="PATH", help="where CIRCUITPY is mounted")
    parser.add_argument("--dry-run", action="store_true", help="only say what would be done")
    return parser.parse_args(arguments)


def report(plan: Plan, dry_run: bool) -> list[str]:
    will = "would be " if dry_run else ""
    lines = [f"{name}: would be copied" for name in plan.copies if dry_run]
    lines += [f"{old}: yours, {will}kept as {kept}" for old, kept in plan.backups.items()]
    lines += [f"{name}: {will}removed, no longer part of the game" for name in plan.stale]
    if plan.settings_kept:
        lines.append(f"{SETTINGS}: yours, left as it is; see {plan.source / SETTINGS} for options")
    count = f"{len(plan.copies)} file{'s' * (len(plan.copies) != 1)}"
    total = f"{count} ({plan.size:,} bytes) {will}copied, {plan.same} were the same already."
    return [*lines, f"{plan.drive}: {total}"]


if __name__ == "__main__":
    sys.exit(main())
