# SPDX-License-Identifier: MIT
"""Changes modules at random and runs their tests, which must notice: `make mutants`.

Cosmic Ray changes one operator, number or name at a time, in a copy of the checkout, and runs the
tests that TESTS gives the module. Changes that survive are printed, except those listed in
equivalents.txt; a share above LIMIT fails. SAMPLE is the number of changes tried for each module
(0: all, for hours), MODULES selects modules by parts of their names, and SEED draws other changes.
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
from tests.support import seeds
from tests.support.paths import ROOT

SAMPLE = int(os.environ.get("SAMPLE", "30"))
LIMIT = 0.05
# The tests keep their own seed.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "SEED"}
# These are equivalent for small numbers, of which equal ones are identical.
SAME = "Eq_Is", "NotEq_IsNot", "Is_Eq", "IsNot_NotEq"
# A change may make a loop endless; no test takes so long, even on a slow machine.
HANG_S = 600
GAME = "CIRCUITPY/minesweeper"
# Fast tests come first, since most changes fail there.
SOLVER = ("tests/minesweeper/solver/test_hints.py tests/minesweeper/solver/test_deductions.py "
          "tests/minesweeper/solver")
HINTS = "tests/minesweeper/solver/test_hints.py"
DRIVE = ("tests/sim/board/test_drive.py tests/sim/board/test_sdcard.py "
         "tests/sim/test_tables.py")
# Tests of modules; the first pattern that fits a module gives its tests.
TESTS = {
    f"{GAME}/advice/moves.py": f"{HINTS} tests/minesweeper/advice/test_advice.py",
    f"{GAME}/advice/verdict.py": f"{HINTS} tests/minesweeper/advice",
    f"{GAME}/board/field.py": "tests/minesweeper/board tests/minesweeper/memory/test_records.py",
    f"{GAME}/board/game.py": "tests/minesweeper/board tests/minesweeper/play/test_game.py",
    f"{GAME}/board/*.py": "tests/minesweeper/board",
    f"{GAME}/gesture.py": "tests/minesweeper/board/test_gesture.py",
    f"{GAME}/memory/*.py": "tests/minesweeper/memory",
    f"{GAME}/network/outbox.py": "tests/minesweeper/network/test_outbox.py",
    f"{GAME}/screen/motion.py": "tests/minesweeper/play/test_motion.py",
    f"{GAME}/solver/arrangement.py": "tests/minesweeper/solver/test_fair_guesses.py",
    f"{GAME}/solver/deduction.py": f"{SOLVER} tests/minesweeper/advice "
                                   "tests/tools/test_guessing.py",
    f"{GAME}/solver/noguess.py": "tests/minesweeper/solver/test_generator.py",
    f"{GAME}/solver/solver.py": f"{HINTS} tests/minesweeper/solver tests/minesweeper/advice",
    f"{GAME}/solver/*trial.py": f"tests/minesweeper/solver/test_generator.py {SOLVER}",
    f"{GAME}/solver/*.py": SOLVER,
    "sim/clock.py": "tests/sim/engines/python/test_machine.py tests/sim/test_tables.py",
    "sim/board/touchpanel.py": "tests/sim/board/test_touchpanel.py "
                               "tests/sim/engines/python/test_restarts.py",
    "sim/board/panel.py": "tests/sim/board/test_panel.py",
    "sim/board/drive.py": DRIVE,
    "tools/scoreboard/*.py": "tests/tools/scoreboard",
    "tools/deploy.py": "tests/tools/test_deploy.py",
    "tools/manifest.py": "tests/tools/test_deploy.py",
    "tools/guessing/*.py": "tests/minesweeper/solver/test_guess.py tests/tools/test_guessing.py "
                           "tests/minesweeper/solver/test_fair_guesses.py",
    "tools/stage.py": "tests/tools/test_stage.py",
}
CONFIGURATION = """
[cosmic-ray]
module-path = "{module}"
timeout = {timeout}
excluded-modules = []
test-command = "{python} -m pytest -x -q -p no:cacheprovider {tests}"
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
    for pattern, tests in TESTS.items():
        for path in sorted(ROOT.glob(pattern)):
            if path.stem != "__init__":
                found.setdefault(path.relative_to(ROOT).as_posix(), tests)
    return found


def _try(module: str, tests: str) -> Iterator[bool]:
    """Yield, for each change tried, whether it survived."""
    with TemporaryDirectory() as folder:
        copy, session = Path(folder, "copy"), Path(folder, "session.sqlite")
        _check_out(copy)
        configuration = Path(folder, "configuration.toml")
        configuration.write_text(CONFIGURATION.format(
            module=module, timeout=HANG_S, python=sys.executable, tests=tests),
            encoding="utf-8")

        def cosmic_ray(*words: str | Path) -> None:
            command = [sys.executable, "-m", "cosmic_ray.cli", *words]
            subprocess.run(command, cwd=copy, check=True, env=ENVIRONMENT)

        cosmic_ray("baseline", configuration)  # fails where the tests do
        cosmic_ray("init", configuration, session)
        _skip_others(session)
        cosmic_ray("exec", configuration, session)
        yield from _survivors(session, module)


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
            survived = (result.test_outcome == TestOutcome.SURVIVED
                        and not equivalents.is_one(module, result.diff))
            if survived:
                print(f"{module}: {item.mutations[0].operator_name}\n{result.diff}", flush=True)
            yield survived


if __name__ == "__main__":
    sys.exit(main())
