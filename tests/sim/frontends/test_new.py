# SPDX-License-Identifier: MIT
"""`pyportal-sim new`: what it writes passes at once, and is not written over anything."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace

import pytest

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
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:anyio",
         "-p", "no:hypothesispytest", "-p", "no:xdist", "-p", "sim.pytest_plugin",
         "-p", "no:pyportal_sim", str(folder)],
        cwd=ROOT, capture_output=True, text=True, check=False)
    assert "1 passed" in done.stdout, done.stdout + done.stderr
    for name in "settings", "tasks", "launch":
        json.loads((folder / ".vscode" / f"{name}.json").read_text())
    tasks = json.loads((folder / ".vscode" / "tasks.json").read_text())["tasks"]
    assert {task["command"] for task in tasks} == {"pyportal-sim", "pytest"}
    workflow = (folder / ".github" / "workflows" / "test.yml").read_text()
    assert "SIMULATOR: pyportal-sim" not in workflow, "PyPI has no such package"
    assert "TOUCH_XL: " in (folder / "typings" / "board" / "__init__.pyi").read_text()
    written = (folder / "parts.toml").read_text()
    for text in written, re.sub("(?m)^#(?! )", "", written):  # and with all its parts
        parts = tomllib.loads(text)
        with PyPortal(folder, parts=parts) as portal:
            assert list(portal.parts) == ["board", "sht4x", "button"][:len(parts)]
    for name, expected in (folder, f"{folder} exists: name a new folder"), (
            folder / "code.py" / "x", f"cannot write {folder}/code.py/x: Not a directory"):
        assert main(["new", str(name)]) == 2
        assert capsys.readouterr().err == f"{expected}\n"


@pytest.mark.skipif(not shutil.which("git"), reason="git is not installed")
@pytest.mark.parametrize(("origin", "address"), [
    ("https://example.org/a/sim.git", "git+https://example.org/a/sim.git"),
    ("/home/me/sim", ""),
    (None, ""),
])
def test_the_workflow_installs_what_the_checkout_was_cloned_from(
        origin, address, tmp_path, monkeypatch):
    clone = tmp_path / "a clone"
    subprocess.run(["git", "init", "-q", str(clone)], check=True)
    if origin:
        subprocess.run(["git", "-C", str(clone), "remote", "add", "origin", origin], check=True)
    record = json.dumps({"url": clone.as_uri(), "dir_info": {"editable": True}})
    installed = SimpleNamespace(read_text={"direct_url.json": record}.get)
    monkeypatch.setattr(metadata, "distribution", {"pyportal-sim": installed}.get)
    assert main(["new", str(tmp_path / "taps")]) == 0
    workflow = (tmp_path / "taps/.github/workflows/test.yml").read_text()
    assert f'SIMULATOR: "{address}"  #' in workflow


def test_a_folder_with_code_py_does_not_shadow_pythons_own_code(tmp_path):
    """The debugger imports `code`."""
    (tmp_path / "code.py").write_text("raise SystemExit('the program was imported')")
    done = subprocess.run(
        [sys.executable, "-c", "import sim.standard, sys; sim.standard.import_code(); "
                               "print(hasattr(sys.modules['code'], 'InteractiveConsole'))"],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True,
        check=False)
    assert done.stdout == "True\n", done.stderr


def test_a_full_disk_leaves_no_half_project(tmp_path, monkeypatch, capsys):
    def write(path, *_, **__):
        path.touch()
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", write)
    assert main(["new", str(tmp_path / "taps")]) == 2
    assert capsys.readouterr().err == f"cannot write {tmp_path}/taps: No space left on device\n"
    assert not (tmp_path / "taps").exists()


def test_help_names_every_command(capsys):
    assert main(["--help"]) == 0
    output = " ".join(capsys.readouterr().out.split())
    assert f"`{COMMAND} new NAME`" in output and f"`{COMMAND} firmware`" in output
