# SPDX-License-Identifier: MIT
"""What the Makefile sets up works wherever the checkout lies."""

import os
import re
import shlex
import subprocess
import venv

import pytest

from paths import ROOT


@pytest.mark.skipif(os.name == "nt", reason="the Makefile is for a shell of Unix's")
def test_an_environment_finds_the_checkout_in_a_folder_of_any_alphabet(tmp_path):
    """In a locale that has none but ASCII."""
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
    """That of CHECKOUT, as make hands it to a shell."""
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    body = re.search(r"define CHECKOUT\n(.*?)\nendef", text, re.DOTALL)
    line = body[1].replace("\\\n", " ").replace("$(RUN)", ".venv/bin/python")
    assert shlex.split(line)[:2] == [".venv/bin/python", "-c"]
    return line
