# SPDX-License-Identifier: MIT
"""`pyportal-sim new`: what it writes passes at once, and is not written over anything."""

import json
import re
import subprocess
import sys
import tomllib

from sim import PyPortal
from sim.__main__ import main
from sim.frontends.options import COMMAND
from tests.support.paths import ROOT


def test_a_new_project_passes_its_test(tmp_path, capsys):
    folder = tmp_path / "projects" / "taps"
    assert main(["new", str(folder)]) == 0
    assert capsys.readouterr().out == (
        f"{folder} has a program, code.py, and its test: `{COMMAND} {folder}/code.py` runs it, "
        f"`pytest {folder}` tests it\n")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "sim.pytest_plugin",
         "-p", "no:pyportal_sim", str(folder)], cwd=ROOT, capture_output=True, text=True,
        check=False)
    assert "1 passed" in done.stdout, done.stdout + done.stderr
    for name in "settings", "tasks", "launch":
        json.loads((folder / ".vscode" / f"{name}.json").read_text())
    written = (folder / "parts.toml").read_text()
    for text in written, re.sub("(?m)^#(?! )", "", written):  # and with all its parts
        parts = tomllib.loads(text)
        with PyPortal(folder, parts=parts) as portal:
            assert list(portal.parts) == ["board", "sht4x", "button"][:len(parts)]
    for name, told in (folder, f"{folder} exists: name a new folder"), (
            folder / "code.py" / "x", f"cannot write {folder}/code.py/x: Not a directory"):
        assert main(["new", str(name)]) == 2
        assert capsys.readouterr().err == f"{told}\n"
