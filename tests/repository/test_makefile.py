# SPDX-License-Identifier: MIT
"""The environment that the Makefile sets up works in any folder."""

import os
import re
import shlex
import shutil
import subprocess
import venv
from pathlib import Path

import pytest
import setuptools

from tests.support import hang
from tests.support.paths import ROOT
from tools import tree

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the Makefile needs a Unix shell")
ODD = ["a b", 'a"b', "a'b", "a$b", "a$$b", "a$(b)c", "a`b`", "a\\b", "a#b", "a%b", "a;b", "a*",
       "Bürö ш", "--help", "-n"]
# The environment without what a make that runs the tests tells its own makes.
OUTSIDE = {name: value for name, value in os.environ.items()
           if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", "MAKEOVERRIDES")}
PRINTS = "#!/bin/sh\nprintf '<%s>' \"$@\"\n"


@pytest.fixture
def make(tmp_path):
    """Runs make where its Python prints what it is given, each between brackets."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "pyproject.toml").touch()
    python = tmp_path / ".venv/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text(PRINTS)
    python.chmod(0o755)
    (tmp_path / ".venv/.stamp-device").touch()

    def run(*arguments, **variables):
        done = hang.run(["make", "--no-print-directory", *arguments], cwd=tmp_path,
                        env={**OUTSIDE, **variables})
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@pytest.mark.parametrize("path", ODD)
def test_a_path_reaches_its_command_as_it_was_given(path, make):
    assert make("deploy", f"DRIVE={path}") == f"<-m><tools.deploy><--drive={path}>"
    assert make("deploy", DRIVE=path) == f"<-m><tools.deploy><--drive={path}>"


def test_without_a_path_the_command_finds_one_itself(make):
    assert make("deploy", "SOURCES=1") == "<-m><tools.deploy><--sources>"


@pytest.mark.parametrize("name", ["a$b", "a{b}c", "a'b \"c\"", "a\\b#c%(d)s"])
def test_the_simulator_is_installed_into_an_environment_of_any_name(name, tmp_path):
    """What pip asks setuptools for, by a Python whose own folder is called so."""
    checkout = tmp_path / name
    tree.copy(ROOT / "sim", checkout / "sim")
    for file in "pyproject.toml", "README.md", "LICENSE":
        shutil.copy(ROOT / file, checkout)
    venv.create(checkout / ".venv", with_pip=False)
    done = hang.run([checkout / ".venv/bin/python", "-c", EDITABLE], cwd=checkout, env={
        "PATH": os.environ["PATH"], "PYTHONPATH": str(Path(setuptools.__file__).parents[1])})
    assert done.stdout.endswith("editable-py3-none-any.whl\n"), done.stderr


EDITABLE = "from setuptools import build_meta; print(build_meta.build_editable('.'))"


def test_an_environment_finds_a_checkout_with_a_non_ascii_path(tmp_path):
    """The locale is ASCII."""
    checkout = tmp_path / "Bürö 1 ш"
    venv.create(checkout / ".venv", with_pip=False)
    (checkout / "sim.py").write_text("print('found')")
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C"}
    shell = ["sh", "-c", command()]
    subprocess.run(shell, cwd=checkout, env=environment, check=True)
    python = checkout / ".venv/bin/python"
    found = subprocess.run([python, "-c", "import sim"], cwd=tmp_path, env=environment,
                           check=True, capture_output=True, text=True)
    assert found.stdout == "found\n"


def command() -> str:
    """Return the command of CHECKOUT as make passes it to a shell."""
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    body = re.search(r"define CHECKOUT\n(.*?)\nendef", text, re.DOTALL)
    line = body[1].replace("\\\n", " ").replace("$(RUN)", ".venv/bin/python")
    assert shlex.split(line)[:2] == [".venv/bin/python", "-c"]
    return line
