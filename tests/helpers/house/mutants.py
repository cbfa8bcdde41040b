# SPDX-License-Identifier: MIT
"""Do the tests beside a module notice when it is changed? `make mutants` changes it and asks them.

Cosmic Ray changes one operator, number or name at a time, in a copy of the checkout, and runs the
tests of that module's row in TESTS. What survives is printed, but for what equivalents.txt says
nobody can notice; a share above LIMIT fails. SAMPLE is how many changes of each module are tried
(0: all, for hours), MODULES a part of the modules' names, and another SEED draws others.
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

import equivalents
import seeds
from paths import ROOT

SAMPLE = int(os.environ.get("SAMPLE", "30"))
LIMIT = 0.05
# The tests draw the same as ever.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "SEED"}
# Small numbers that are equal are the same.
SAME = "Eq_Is", "NotEq_IsNot", "Is_Eq", "IsNot_NotEq"
# Longer than any of these tests takes on a slow machine: a change may make a loop endless.
HANG_S = 600
GAME = "CIRCUITPY/minesweeper"
# Those that cost little come first: most changes end there.
SOLVER = ("tests/solver/test_hints.py tests/solver/test_verdict.py "
          "tests/solver/test_contradictions.py tests/solver/test_deductions.py tests/solver")
DRIVE = ("tests/simulator/drive tests/simulator/program/test_streams.py "
         "tests/simulator/program/test_libraries.py")
TESTS = {
    f"{GAME}/board/controls.py": "tests/board",
    f"{GAME}/board/dice.py": "tests/board",
    f"{GAME}/board/field.py": "tests/board",
    f"{GAME}/board/flood.py": "tests/board",
    f"{GAME}/board/game.py": "tests/board tests/play/test_game.py",
    f"{GAME}/board/neighbours.py": "tests/board",
    f"{GAME}/board/number.py": "tests/board",
    f"{GAME}/board/presets.py": "tests/board",
    f"{GAME}/board/recording.py": "tests/board",
    f"{GAME}/board/three_bv.py": "tests/memory/test_records.py",
    f"{GAME}/gesture.py": "tests/board/test_gesture.py",
    f"{GAME}/memory/choices.py": "tests/memory",
    f"{GAME}/memory/dates.py": "tests/memory/test_days.py",
    f"{GAME}/memory/days.py": "tests/memory",
    f"{GAME}/memory/memory.py": "tests/memory",
    f"{GAME}/memory/options.py": "tests/memory",
    f"{GAME}/memory/records.py": "tests/memory",
    f"{GAME}/memory/savegame.py": "tests/memory",
    f"{GAME}/memory/settings.py": "tests/memory",
    f"{GAME}/memory/statistics.py": "tests/memory",
    f"{GAME}/memory/upgrade.py": "tests/memory",
    f"{GAME}/network/outbox.py": "tests/network/test_outbox.py",
    f"{GAME}/screen/motion.py": "tests/play/test_motion.py",
    f"{GAME}/solver/analysis.py": SOLVER,
    f"{GAME}/solver/arrangement.py": "tests/solver/test_fair_guesses.py",
    f"{GAME}/solver/deduction.py": SOLVER,
    f"{GAME}/solver/diagram.py": SOLVER,
    f"{GAME}/solver/frontier.py": SOLVER,
    f"{GAME}/solver/judge.py": "tests/solver/test_verdict.py tests/advice",
    f"{GAME}/solver/knowledge.py": SOLVER,
    f"{GAME}/solver/noguess.py": "tests/solver/test_generator.py",
    f"{GAME}/solver/odds.py": SOLVER,
    f"{GAME}/solver/reasoning.py": SOLVER,
    f"{GAME}/solver/required.py": "tests/solver/test_required.py",
    f"{GAME}/solver/rules.py": SOLVER,
    f"{GAME}/solver/solver.py": "tests/solver/test_larger_boards.py tests/solver tests/advice",
    f"{GAME}/solver/tally.py": SOLVER,
    f"{GAME}/solver/topology.py": SOLVER,
    f"{GAME}/solver/trial.py": f"tests/solver/test_generator.py {SOLVER}",
    f"{GAME}/solver/visible.py": SOLVER,
    "sim/clock.py": "tests/simulator/machine/test_clock.py "
                    "tests/simulator/machine/test_virtual_time.py tests/simulator/modules",
    "sim/board/touchpanel.py": "tests/simulator/board/test_touchpanel.py "
                               "tests/simulator/machine/test_faults.py",
    "sim/display/panel.py": "tests/simulator/display/test_panel.py",
    "sim/drive/drive.py": DRIVE,
    "sim/drive/settings.py": DRIVE,
    "sim/drive/volume.py": DRIVE,
    "sim/drive/writing.py": DRIVE,
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
    tried = [survived for module in TESTS if any(part in module for part in wanted)
             for survived in _try(module)]
    print(f"{sum(tried)} of {len(tried)} survived")
    return sum(tried) > LIMIT * len(tried)


def _try(module: str) -> Iterator[bool]:
    """Whether each change survived that somebody can notice."""
    with TemporaryDirectory() as folder:
        copy, session = Path(folder, "copy"), Path(folder, "session.sqlite")
        _check_out(copy)
        configuration = Path(folder, "configuration.toml")
        configuration.write_text(CONFIGURATION.format(
            module=module, timeout=HANG_S, python=sys.executable, tests=TESTS[module]),
            encoding="utf-8")

        def cosmic_ray(*words: str | Path) -> None:
            command = [sys.executable, "-m", "cosmic_ray.cli", *words]
            subprocess.run(command, cwd=copy, check=True, env=ENVIRONMENT)

        cosmic_ray("baseline", configuration)  # fails where the tests do
        cosmic_ray("init", configuration, session)
        _leave_out(session)
        cosmic_ray("exec", configuration, session)
        yield from _told(session, module)


def _check_out(copy: Path) -> None:
    """The files that git knows, as they are now, and the staged ones are made anew."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True)
    for name in listed.stdout.decode().split("\0")[:-1]:
        if (ROOT / name).exists():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, copy / name)


def _leave_out(session: Path) -> None:
    """All but a sample, drawn of one change for each kind and place."""
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


def _told(session: Path, module: str) -> Iterator[bool]:
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
