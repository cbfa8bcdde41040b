# SPDX-License-Identifier: MIT
"""The repository contains its own work only: no firmware, no code of others, no recipe to build it.

Names would tell: of files, of the first bytes of compiled files, of build tools and of variables.
"""

import re
import subprocess
from pathlib import Path

import pytest

from tests.support.paths import ROOT

BUILT = {".a", ".bin", ".diff", ".elf", ".mk", ".mpy", ".o", ".patch", ".so", ".uf2", ".wasm"}
FIRST_BYTES = {b"UF2\n": "a UF2", b"\x7fELF": "an ELF file", b"\0asm": "WebAssembly"}
RECIPES = [re.compile(pattern) for pattern in (
    r"PYPORTAL_(VM|M4|CORE)\b", r"\bmake core\b", r"\bem(cc|sdk|make|configure)\b",
    r"\barm-none-eabi\b", r"\bmpconfig(board|port)\b", r"\bqstrdefs", r"\bmake BOARD=",
    r"\bfetch-(port|all)?-?submodules\b", r"git clone \S*circuitpython", r"circuitpython\S*\.tar")]
OTHERS = [re.compile(pattern) for pattern in (
    r"Copyright \(c\) (?!2026 The PyPortal Minesweeper authors)",
    r"SPDX-FileCopyrightText(?! = \"2026 The PyPortal Minesweeper authors\")",
    r"SPDX-License-Identifier\W+(?!MIT\b)\w")]


def found(name, content):
    """Yield what a file of this name and content has that is not the repository's own."""
    if Path(name).suffix in BUILT:
        yield Path(name).suffix
    yield from (kind for first, kind in FIRST_BYTES.items() if content.startswith(first))
    text = content.decode("utf-8", "replace")
    yield from (hit[0] for pattern in RECIPES + OTHERS for hit in pattern.finditer(text))


def test_no_file_holds_or_builds_the_work_of_others():
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            cwd=ROOT, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("this is no git checkout")
    names = {name for name in listed.stdout.decode().split("\0")
             if (ROOT / name).is_file() and ROOT / name != Path(__file__)}
    told = {name: list(found(name, (ROOT / name).read_bytes())) for name in names}
    assert {name: hits for name, hits in told.items() if hits} == {}


@pytest.mark.parametrize(("name", "content", "hits"), [
    ("board.uf2", b"", [".uf2"]), ("data", b"UF2\nWQ]\x9e", ["a UF2"]),
    ("fix.patch", b"", [".patch"]),
    ("README.md", b"run `make core` with PYPORTAL_VM=x", ["PYPORTAL_VM", "make core"]),
    ("gc.c", b"// Copyright (c) 2014 Somebody", ["Copyright (c) "]),
    ("gc.py", b"# SPDX-License-Identifier: Apache-2.0", ["SPDX-License-Identifier: A"]),
    ("build", b"git clone https://example.com/circuitpython", ["git clone https://example.com/"
                                                               "circuitpython"]),
    ("ours.py", b"# SPDX-License-Identifier: MIT\nemulate('firmware.uf2')", [])])
def test_what_would_tell_is_found(name, content, hits):
    assert list(found(name, content)) == hits
