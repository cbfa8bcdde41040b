# SPDX-License-Identifier: MIT
"""The suite itself: it counts work instead of timing it, names a hang, and repeats its seeds."""

import ast
import subprocess
import sys

import pytest

import effort
import equivalents
import hang
import speed
from paths import ROOT

# Ways to ask the host for the time, or to hope that so much of it is enough.
CLOCKS = {"perf_counter", "perf_counter_ns", "process_time", "monotonic", "monotonic_ns", "sleep"}
# Those that live by a clock, with the reason.
MAY = {
    "tests/helpers/hang.py": "a hang lasts a time",
    "tests/helpers/house/speed.py": "it is what `make bench` measures with",
    "tests/helpers/house/soak.py": "it prints how long the day took",
    "tests/simulator/machine/test_hostile.py": "a program that is not stopped hangs",
    "tests/simulator/frontends/test_piped_input.py": "a moment in which nothing must happen",
}


def uses(path):
    """Names of clocks and numbers of seconds to wait in a file of the suite."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "time":
            yield node.attr
        elif isinstance(node, ast.ImportFrom) and node.module == "time":
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.keyword) and node.arg == "timeout":
            yield "timeout" if isinstance(node.value, ast.Constant) else ""


def test_no_test_lives_by_the_hosts_clock():
    files = [path for path in sorted((ROOT / "tests").rglob("*.py"))
             if not {"vm", "node_modules"} & set(path.parts)]
    guilty = {path.relative_to(ROOT).as_posix() for path in files
              if {*CLOCKS, "timeout"} & set(uses(path))}
    assert guilty == MAY.keys()


def test_a_hang_is_called_one(monkeypatch):
    monkeypatch.setattr(hang, "HANG_S", 0.2)
    endless = [sys.executable, "-c", "while True: pass"]
    with pytest.raises(pytest.fail.Exception, match=r"^a hang: .* did not end in 0.2 s"):
        hang.run(endless)
    with subprocess.Popen(endless) as process:
        with pytest.raises(pytest.fail.Exception, match=r"^a hang: "):
            hang.wait(process)
        process.kill()
    with pytest.raises(pytest.fail.Exception, match=r"^a hang: rain did not happen in 0.2 s"):
        hang.until(lambda: False, "rain")


def test_work_is_counted_the_same_every_time():
    def work():
        for _ in range(100):
            pass

    assert effort.lines(work) == effort.lines(work) > 100


def test_a_ratio_over_its_bar_is_missed(monkeypatch, capsys):
    kept = [speed.Ratio("a hint", 3, 5), speed.Ratio("a picture", 20, 10, True)]
    monkeypatch.setattr(speed, "measure", lambda: kept)
    assert speed.main() == 0
    monkeypatch.setattr(speed, "measure", lambda: [*kept, speed.Ratio("a board", 6, 5)])
    assert speed.main() == 1
    *others, last = capsys.readouterr().out.splitlines()
    assert last.split() == ["a", "board", "6.00", "≤", "5", "MISSED"]
    assert not any("MISSED" in line for line in others)


def test_the_changes_that_nobody_can_notice_are_of_code_that_there_is():
    paths = [*(ROOT / "CIRCUITPY").rglob("*.py"), *(ROOT / "sim").rglob("*.py")]
    for module, line, _ in equivalents.read():
        assert any(path.as_posix().endswith(module) and line in path.read_text(encoding="utf-8")
                   for path in paths), line


@pytest.mark.parametrize(("module", "after", "is_one"), [
    ("minesweeper/solver/judge.py", "NOT_KNOWN = 4", True),
    ("minesweeper/solver/judge.py", "NOT_KNOWN = 2", False),
    ("minesweeper/solver/rules.py", "NOT_KNOWN = 4", False)])
def test_such_a_change_is_known_by_its_diff(module, after, is_one):
    diff = f"--- a/{module}\n+++ b/{module}\n@@ -14 +14 @@\n GUESS = 2\n-NOT_KNOWN = 3\n+{after}"
    assert equivalents.is_one(f"CIRCUITPY/{module}", diff) == is_one
