# SPDX-License-Identifier: MIT
"""Copies the game to a connected PyPortal: only files that changed, the program last.

A plan is made first, and refused if it cannot be carried out. Then each file is written whole; the
drive is checked before and after, since a drive that vanished is an error. The user's files stay:
settings.toml, every file that was not deployed, and a copy of each file that is replaced.
"""

import argparse
import errno
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from sim.errors import UserError
from tools import firmware
from tools.deploying import copy_plan, device, manifest
from tools.deploying.copy_plan import SETTINGS, Plan
from tools.deploying.device import DeviceError
from tools.firmware import PROGRAM
from tools.stage import DRIVE, StageError, stage

READ_ONLY = (errno.EROFS, errno.EACCES, errno.EPERM)
LAST = (PROGRAM, manifest.NAME)  # written after all other files
Step = tuple[str, Callable[[], object]]  # a name on the drive, and the action on it


def deploy(contents: dict[str, bytes], drive: Path, known: manifest.Digests | None = None,
           dry_run: bool = False) -> Plan:
    """Make the drive hold these files and return what was done. Raises DeviceError."""
    identity = device.identity(drive)
    plan = make_plan(contents, drive, known or {})
    if not dry_run:
        carry_out(plan, identity)
    return plan


def make_plan(contents: dict[str, bytes], drive: Path, known: manifest.Digests) -> Plan:
    try:
        plan = copy_plan.make(contents, drive, known)
        copy_plan.require_space(plan)
        return plan
    except OSError as error:
        raise DeviceError(explain(error, drive)) from error


def carry_out(plan: Plan, identity: device.Identity | None) -> None:
    actions = list(steps(plan))
    try:
        for number, (name, act) in enumerate(actions, 1):
            device.require_same(plan.drive, identity)
            show_progress(f"[{number}/{len(actions)}] {name}")
            act()
    except OSError as error:
        device.require_same(plan.drive, identity)
        raise DeviceError(explain(error, plan.drive)) from error
    finally:
        show_progress("")
    device.require_same(plan.drive, identity)


def steps(plan: Plan) -> Iterator[Step]:
    """Yield the steps; after an interruption at any of them the next deployment can go on."""
    drive = plan.drive
    for name in plan.leftovers:
        yield name, (drive / name).unlink
    for name, kept in plan.renamed.items():
        yield name, partial((drive / name).rename, drive / kept)
    if plan.listed is not None:
        yield manifest.NAME, partial(device.write_whole, drive / manifest.NAME, plan.listed)
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
    device.write_whole(target, source.read_bytes())


def write(target: Path, data: bytes) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    device.write_whole(target, data)


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
        drive = options.drive or device.the_only(device.mounted())
        for warning in device.check(drive):
            print(warning, file=sys.stderr)
        plan = deploy(contents, drive, known, options.dry_run)
    except (StageError, UserError, DeviceError, ValueError) as error:
        print(error, file=sys.stderr)
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
    sys.exit(main())
