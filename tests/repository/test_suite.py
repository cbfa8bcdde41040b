# SPDX-License-Identifier: MIT
"""The repository's rules: who writes to a session, no test by the clock, own work."""

import ast
import re
import subprocess
from pathlib import Path

import pytest

from sim.engines.firmware import chip
from tests.support.paths import ROOT
from tests.support.sources import GAME_FILES, GAME_FOLDER, SIM, refused, tree


def test_only_start_loop_deals_and_ending_write_to_the_session():
    """Pages, advice, the console and the network read it and return requests."""
    def writes(file):
        return {node.lineno for node in ast.walk(tree(file))
                if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
                and ast.unparse(node.value).endswith("session")}

    writers = {GAME_FOLDER / f"{name}.py" for name in ("start", "loop", "deals", "ending")}
    assert all(map(writes, writers))
    assert not refused(set(GAME_FILES[1:]) - writers, writes)


def test_importing_the_game_does_nothing():
    """Only code.py has statements other than definitions and constants."""
    def forbidden(file):
        return {node.lineno for node in tree(file).body
                if isinstance(node, (ast.For, ast.While, ast.If, ast.With))
                or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call))}

    assert not refused(GAME_FILES[1:], forbidden)


def test_the_simulator_does_not_know_the_game():
    files = [file for file in SIM.rglob("*.py") if file.name != "__main__.py"]
    assert not refused(files, lambda file: "minesweeper" in file.read_text("utf-8").lower())


# Names with which a test reads or waits for the computer's time.
CLOCKS = {"perf_counter", "perf_counter_ns", "process_time", "monotonic", "monotonic_ns", "sleep"}
# Files that may use a clock, with the reason.
EXCEPTIONS = {
    "tests/support/hang.py": "a hang lasts a time",
    "tests/commands/soak.py": "it prints how long the day took",
    "tests/sim/engines/python/test_hostile.py": "a program that is not stopped hangs",
}


def uses(text):
    """Yield the clocks and the timeouts in a file."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "time":
            yield node.attr
        elif isinstance(node, ast.ImportFrom) and node.module == "time":
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.keyword) and node.arg == "timeout":
            yield "timeout" if isinstance(node.value, ast.Constant) else ""


def test_no_test_depends_on_the_computers_clock():
    texts = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
             for path in (ROOT / "tests").rglob("*.py")}
    found = {name for name, text in texts.items()
             if "time" in text and {*CLOCKS, "timeout"} & set(uses(text))}
    assert found == EXCEPTIONS.keys()


BUILT = {".a", ".bin", ".diff", ".elf", ".mk", ".mpy", ".o", ".patch", ".so", ".uf2", ".wasm"}
FIRST_BYTES = {b"UF2\n": "a UF2", b"\x7fELF": "an ELF file", b"\0asm": "WebAssembly"}
RECIPES = (
    r"PYPORTAL_(VM|M4|CORE)\b", r"\bmake core\b", r"\bem(cc|sdk|make|configure)\b",
    r"\barm-none-eabi\b", r"\bmpconfig(board|port)\b", r"\bqstrdefs", r"\bmake BOARD=",
    r"\bfetch-(port|all)?-?submodules\b", r"git clone \S*circuitpython", r"circuitpython\S*\.tar")
OTHERS = (
    r"Copyright \(c\) (?!2026 The PyPortal Minesweeper authors)",
    r"SPDX-FileCopyrightText(?! = \"2026 The PyPortal Minesweeper authors\")",
    r"SPDX-License-Identifier\W+(?!MIT\b)\w")
FOREIGN = re.compile("|".join(RECIPES + OTHERS).encode())


def found(name, content):
    """Yield what a file of this name and content has that is not the repository's own."""
    if Path(name).suffix in BUILT:
        yield Path(name).suffix
    yield from (kind for first, kind in FIRST_BYTES.items() if content.startswith(first))
    yield from (hit[0].decode() for hit in FOREIGN.finditer(content))


def test_no_file_holds_or_builds_the_work_of_others():
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            cwd=ROOT, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("this is no git checkout")
    names = {name for name in listed.stdout.decode().split("\0")
             if (ROOT / name).is_file() and ROOT / name not in (Path(__file__), chip.PATH)}
    hits_of = {name: list(found(name, (ROOT / name).read_bytes())) for name in names}
    assert {name: hits for name, hits in hits_of.items() if hits} == {}
