# SPDX-License-Identifier: MIT
"""GitHub's action: its inputs are values and nothing else, whatever they look like."""

import os
import re
import sys
import textwrap

import pytest

from tests.support import hang
from tests.support.paths import ROOT

pytestmark = pytest.mark.skipif(os.name == "nt", reason="GitHub runs it in bash")

TEXT = (ROOT / "action.yml").read_text(encoding="utf-8")
SCRIPT = textwrap.dedent(TEXT.rpartition("run: |\n")[2])
# The variables of the script, each with the input that it is given.
VARIABLES = dict(re.findall(r"^ +([A-Z_]+): \$\{\{ inputs\.([a-z-]+) \}\}$", TEXT, re.MULTILINE))
DEFAULTS = dict(re.findall(r'^  ([a-z-]+):\n    description: .*\n    default: "?(.*?)"?$', TEXT,
                           re.MULTILINE))
PROGRAM = "print('ran', [*range(3)])"  # refused when strict
REFUSED = 2
INPUTS = {
    "a drive like an option": ({"drive": "--help"}, "--help does not exist"),
    "a drive like a short one": ({"drive": "-h"}, "-h does not exist"),
    "a drive like one with a value": ({"drive": "--record=x.gif"}, "--record=x.gif does not exist"),
    "a drive like the options' end": ({"drive": "--"}, "-- does not exist"),
    "a drive like a variable": ({"drive": "$HOME"}, "$HOME does not exist"),
    "a drive like a command": ({"drive": "$(touch x.gif)"}, "$(touch x.gif) does not exist"),
    "a drive with quotes": ({"drive": "a\"b'c"}, "a\"b'c does not exist"),
    "no drive": ({"drive": ""}, "drive is empty: name a CIRCUITPY folder or a program"),
    "a board like an option": ({"board": "--help"}, "board '--help' is not simulated"),
    "a seed like an option": ({"seed": "--help"}, "invalid int value: '--help'"),
    "seconds like an option": ({"seconds": "--help"}, "--help"),
    "a script like an option": ({"script": "--help"}, "--help"),
    "a screenshot like an option": ({"screenshot": "--record=x.gif"}, "is not a .png file"),
    "a speed like an option": ({"speed-of": "--help"}, "invalid choice: '--help'"),
    "another speed": ({"speed-of": "light"}, "invalid choice: 'light'"),
    **{f"strict {word!r}": ({"strict": word}, f"strict is '{word}': make it true or false")
       for word in ("", "no", "off", "--loose", "false\ntrue", "*")},
}


@pytest.fixture
def act(tmp_path):
    """Runs the last step with these inputs, in a folder of its own."""
    (tmp_path / "here").mkdir()
    (tmp_path / "here/code.py").write_text(PROGRAM)
    command = tmp_path / "bin/pyportal-sim"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m sim "$@"\n')
    command.chmod(0o755)

    def run(**inputs):
        given = {"drive": "code.py", **DEFAULTS, **inputs}
        values = {variable: given[name] for variable, name in VARIABLES.items()}
        path = f"{command.parent}{os.pathsep}{os.environ['PATH']}"
        return hang.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", SCRIPT],
                        cwd=tmp_path / "here", env={**os.environ, **values, "PATH": path})

    run.folder = tmp_path / "here"
    return run


def test_every_input_reaches_the_script():
    assert {*VARIABLES.values()} == {"drive", *DEFAULTS} - {"python-version"}
    assert "${{" not in SCRIPT


@pytest.mark.parametrize(("inputs", "said"), INPUTS.values(), ids=INPUTS)
def test_an_odd_input_is_refused_in_a_sentence(inputs, said, act):
    done = act(**inputs)
    assert done.returncode == REFUSED, done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    assert [file.name for file in act.folder.iterdir()] == ["code.py"]


@pytest.mark.parametrize("word", ["true", "True", "TRUE"])
def test_a_strict_run_ends_as_on_the_board(word, act):
    done = act(strict=word)
    assert done.returncode == 1, done.stderr
    assert "SyntaxError" in done.stdout + done.stderr


@pytest.mark.parametrize("word", ["false", "False", "FALSE"])
def test_a_loose_run_goes_on(word, act):
    done = act(strict=word)
    assert (done.returncode, done.stdout) == (0, "ran [0, 1, 2]\n"), done.stderr


def test_all_inputs_of_a_run_take_effect(act):
    (act.folder / "-drive.py").write_text("import board, time\nprint(board.board_id)\n"
                                          "while True: time.sleep(1)")
    (act.folder / "-taps").write_text("0.5 tap 10 20\n")
    done = act(drive="-drive.py", board="pyportal_titano", seconds="2", script="-taps",
               screenshot="-shot.png", seed="3", **{"speed-of": "desk"})
    assert (done.returncode, done.stdout) == (0, "pyportal_titano\n"), done.stderr
    assert (act.folder / "-shot.png").exists()
