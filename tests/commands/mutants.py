# SPDX-License-Identifier: MIT
"""Changes modules at random and runs their tests, which must notice: `make mutants`.

Cosmic Ray changes one operator, number or name at a time, in a copy of the checkout, and runs the
tests that mutants.toml gives the module, if any. Changes that survive are printed, except those in
annotations and in equivalents.txt; a share above LIMIT fails. SAMPLE is the number of changes tried
for each module (0: all, for hours), MODULES selects modules by parts of their names, and SEED draws
other changes.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import TestOutcome, WorkerOutcome, WorkItem, WorkResult

from tests.commands import equivalents
from tests.support import seeds, tables
from tests.support.paths import ROOT

SAMPLE = int(os.environ.get("SAMPLE", "30"))
LIMIT = 0.05
# The tests keep their own seed.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "SEED"}
# These are equivalent for small numbers, of which equal ones are identical.
SAME = "Eq_Is", "NotEq_IsNot", "Is_Eq", "IsNot_NotEq"
# A change may make a loop endless. Tests may compute SLOWER times as long as without the change and
# MORE_S seconds, and wait for HANG_S seconds by the clock.
SLOWER, MORE_S, HANG_S = 3, 20, 600
CONFIGURATION = """
[cosmic-ray]
module-path = "{module}"
timeout = {timeout}
excluded-modules = []
test-command = "sh -c 'ulimit -t {seconds}; {python} -m pytest -x -q -p no:cacheprovider {tests}'"
[cosmic-ray.distributor]
name = "local"
"""


def main() -> int:
    wanted = os.environ.get("MODULES", "").split() or [""]
    tried = [survived for module, tests in _modules().items()
             if any(part in module for part in wanted) for survived in _try(module, tests)]
    print(f"{sum(tried)} of {len(tried)} survived")
    return sum(tried) > LIMIT * len(tried)


def _modules() -> dict[str, str]:
    """Return the tests of each module that has statements to change."""
    found: dict[str, str] = {}
    for pattern, tests in tables.texts(__file__).items():
        for path in sorted(ROOT.glob(pattern)):
            if path.stem != "__init__":
                found.setdefault(path.relative_to(ROOT).as_posix(), " ".join(tests.split()))
    return {module: tests for module, tests in found.items() if tests}


def _try(module: str, tests: str) -> Iterator[bool]:
    """Yield, for each change tried, whether it survived."""
    with TemporaryDirectory() as folder:
        copy, session = Path(folder, "copy"), Path(folder, "session.sqlite")
        _check_out(copy)
        configuration = Path(folder, "configuration.toml")

        def limit(seconds: int) -> None:
            configuration.write_text(CONFIGURATION.format(
                module=module, timeout=HANG_S, seconds=seconds, python=sys.executable, tests=tests),
                encoding="utf-8")

        def cosmic_ray(*words: str | Path) -> None:
            command = [sys.executable, "-m", "cosmic_ray.cli", *words]
            subprocess.run(command, cwd=copy, check=True, env=ENVIRONMENT)

        limit(HANG_S)
        before = _computed_s()
        cosmic_ray("baseline", configuration)  # fails where the tests do
        limit(round(SLOWER * (_computed_s() - before)) + MORE_S)
        cosmic_ray("init", configuration, session)
        _skip_others(session)
        cosmic_ray("exec", configuration, session)
        yield from _survivors(session, module)


def _computed_s() -> float:
    """Return the seconds of computing of all processes that this one has started and that ended."""
    times = os.times()
    return times.children_user + times.children_system


def _check_out(copy: Path) -> None:
    """Copy the files that git tracks, as they are now."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True)
    for name in listed.stdout.decode().split("\0")[:-1]:
        if (ROOT / name).exists():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, copy / name)


def _skip_others(session: Path) -> None:
    """Skip all but a sample, with one change for each kind and place."""
    with use_db(session, WorkDB.Mode.open) as database:
        kinds: dict[object, WorkItem] = {}
        items = list(database.work_items)
        seeds.chance(0).shuffle(items)
        for item in items:
            change = item.mutations[0]
            if change.operator_name.endswith(SAME):
                continue
            kinds[change.operator_name.split("_")[0], change.start_pos] = item
        kept = {item.job_id for item in list(kinds.values())[: SAMPLE or None]}
        left_out = [item.job_id for item in items if item.job_id not in kept]
        database.set_multiple_results(left_out, WorkResult(WorkerOutcome.SKIPPED))


def _survivors(session: Path, module: str) -> Iterator[bool]:
    with use_db(session, WorkDB.Mode.open) as database:
        for item, result in database.completed_work_items:
            if result.worker_outcome == WorkerOutcome.SKIPPED:
                continue
            change = item.mutations[0]
            survived = (result.test_outcome == TestOutcome.SURVIVED
                        and not equivalents.is_annotation(module, change.start_pos)
                        and not equivalents.is_one(module, result.diff))
            if survived:
                print(f"{module}: {change.operator_name}\n{result.diff}", flush=True)
            yield survived


if __name__ == "__main__":
    sys.exit(main())
