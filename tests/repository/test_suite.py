# SPDX-License-Identifier: MIT
"""The suite itself: no test depends on the clock, hangs are reported, equivalents are real."""

import ast
import subprocess
import sys

import pytest

from tests.commands import equivalents, speed
from tests.support import effort, hang
from tests.support.paths import ROOT

# Names with which a test reads or waits for the computer's time.
CLOCKS = {"perf_counter", "perf_counter_ns", "process_time", "monotonic", "monotonic_ns", "sleep"}
# Files that may use a clock, with the reason.
EXCEPTIONS = {
    "tests/support/hang.py": "a hang lasts a time",
    "tests/commands/speed.py": "it is what `make bench` measures with",
    "tests/commands/soak.py": "it prints how long the day took",
    "tests/sim/engines/python/test_hostile.py": "a program that is not stopped hangs",
    "tests/sim/frontends/test_terminal.py": "a moment in which nothing must happen",
}


def uses(path):
    """Yield the clocks and the timeouts in a file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "time":
            yield node.attr
        elif isinstance(node, ast.ImportFrom) and node.module == "time":
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.keyword) and node.arg == "timeout":
            yield "timeout" if isinstance(node.value, ast.Constant) else ""


def test_no_test_depends_on_the_computers_clock():
    files = [path for path in sorted((ROOT / "tests").rglob("*.py"))
             if not {"vm", "node_modules"} & set(path.parts)]
    found = {path.relative_to(ROOT).as_posix() for path in files
              if {*CLOCKS, "timeout"} & set(uses(path))}
    assert found == EXCEPTIONS.keys()


def test_a_hang_fails_with_its_name(monkeypatch):
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


def test_counted_lines_are_the_same_every_time():
    def work():
        for _ in range(100):
            pass

    assert effort.lines(work) == effort.lines(work) > 100


def test_a_ratio_over_its_limit_is_missed(monkeypatch, capsys):
    kept = [speed.Ratio("a hint", 3, 5), speed.Ratio("a picture", 20, 10, True)]
    monkeypatch.setattr(speed, "measure", lambda: kept)
    assert speed.main() == 0
    monkeypatch.setattr(speed, "measure", lambda: [*kept, speed.Ratio("a board", 6, 5)])
    assert speed.main() == 1
    *others, last = capsys.readouterr().out.splitlines()
    assert last.split() == ["a", "board", "6.00", "≤", "5", "MISSED"]
    assert not any("MISSED" in line for line in others)


def test_equivalent_changes_name_existing_code():
    paths = [*(ROOT / "CIRCUITPY").rglob("*.py"), *(ROOT / "sim").rglob("*.py")]
    for module, line, _ in equivalents.read():
        assert any(path.as_posix().endswith(module) and line in path.read_text(encoding="utf-8")
                   for path in paths), line


@pytest.mark.parametrize(("module", "after", "is_one"), [
    ("minesweeper/advice/verdict.py", "NOT_KNOWN = 4", True),
    ("minesweeper/advice/verdict.py", "NOT_KNOWN = 2", False),
    ("minesweeper/solver/rules.py", "NOT_KNOWN = 4", False)])
def test_an_equivalent_change_is_recognised_by_its_diff(module, after, is_one):
    diff = f"--- a/{module}\n+++ b/{module}\n@@ -14 +14 @@\n GUESS = 2\n-NOT_KNOWN = 3\n+{after}"
    assert equivalents.is_one(f"CIRCUITPY/{module}", diff) == is_one
