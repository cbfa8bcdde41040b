# SPDX-License-Identifier: MIT
"""The Makefile and GitHub's action: paths and inputs are values and nothing else."""

import os
import re
import shutil
import textwrap
from pathlib import Path

import pytest

from sim import command
from tests.support import hang
from tests.support.paths import ROOT

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the Makefile needs a Unix shell")
ODD = ["a b", 'a"b', "a'b", "a$(b)c", "a`b`", "a\\b", "a#b", "a;b", "Bürö ш", "-n"]
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


TEXT = (ROOT / "action.yml").read_text(encoding="utf-8")
SCRIPT = textwrap.dedent(TEXT.rpartition("run: |\n")[2])
# The variables of the script, each with the input that it is given.
VARIABLES = dict(re.findall(r"^ +([A-Z_]+): \$\{\{ inputs\.([a-z-]+) \}\}$", TEXT, re.MULTILINE))
DEFAULTS = dict(re.findall(r'^  ([a-z-]+):\n    description: .*\n    default: "?(.*?)"?$', TEXT,
                           re.MULTILINE))
PROGRAM = "print('ran', [*range(3)])"  # refused when strict
REFUSED = 2
INPUTS = {
    "a drive like an option": ({"drive": "--record=x.gif"}, "--record=x.gif does not exist"),
    "a drive like a command": ({"drive": "$(touch x.gif)"}, "$(touch x.gif) does not exist"),
    "a drive with quotes": ({"drive": "a\"b'c"}, "a\"b'c does not exist"),
    "no drive": ({"drive": ""}, "drive is empty: name a CIRCUITPY folder or a program"),
    "a board like an option": ({"board": "--help"}, "board '--help' is not simulated"),
    "a seed like an option": ({"seed": "--help"}, "invalid int value: '--help'"),
    "seconds like an option": ({"seconds": "--help"}, "--help"),
    "a script like an option": ({"script": "--help"}, "--help"),
    "a speed like an option": ({"speed-of": "--help"}, "invalid choice: '--help'"),
    **{f"strict {word!r}": ({"strict": word}, f"strict is '{word}': make it true or false")
       for word in ("", "false\ntrue")},
}


@pytest.fixture
def act(tmp_path, monkeypatch, capsys):
    """Runs the last step with these inputs, in a folder of its own.

    Returns the status, the output and the errors. What the shell gives to its `pyportal-sim` goes
    to the simulator's main function.
    """
    (tmp_path / "here").mkdir()
    (tmp_path / "here/code.py").write_text(PROGRAM)
    monkeypatch.chdir(tmp_path / "here")
    given, named = tmp_path / "given", tmp_path / "bin/pyportal-sim"
    named.parent.mkdir()
    named.write_text(f'#!/bin/sh\nprintf "%s\\0" "$@" >"{given}"\n')
    named.chmod(0o755)

    def run(**inputs):
        inputs = {"drive": "code.py", **DEFAULTS, **inputs}
        values = {variable: inputs[name] for variable, name in VARIABLES.items()}
        path = f"{named.parent}{os.pathsep}{os.environ['PATH']}"
        done = hang.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", SCRIPT],
                        env={**os.environ, **values, "PATH": path})
        if done.returncode:
            return done.returncode, done.stdout, done.stderr
        try:
            status = command.main(given.read_text().split("\0")[:-1])
        except SystemExit as end:
            status = end.code
        return status, *capsys.readouterr()

    return run


def test_every_input_reaches_the_script():
    assert {*VARIABLES.values()} == {"drive", *DEFAULTS} - {"python-version"}
    assert "${{" not in SCRIPT


@pytest.mark.parametrize(("inputs", "said"), INPUTS.values(), ids=INPUTS)
def test_an_odd_input_is_refused_in_a_sentence(inputs, said, act):
    status, printed, errors = act(**inputs)
    assert (status, printed) == (REFUSED, ""), errors
    assert said in errors
    assert "Traceback" not in errors
    assert [file.name for file in Path().iterdir()] == ["code.py"]


@pytest.mark.parametrize(("word", "status", "said"), [
    ("true", 1, "SyntaxError"), ("FALSE", 0, "ran [0, 1, 2]\n")])
def test_a_strict_run_ends_as_on_the_board_and_a_loose_one_goes_on(word, status, said, act):
    ended, printed, errors = act(strict=word)
    assert (ended, said in printed + errors) == (status, True), errors


def test_all_inputs_of_a_run_take_effect(act):
    Path("-drive.py").write_text("import board, time\ni2c = board.I2C()\n"
                                 "print(board.board_id, i2c.try_lock(), i2c.scan())\n"
                                 "while True: time.sleep(1)")
    Path("-taps").write_text("0.5 tap 10 20\n0.6 set sht4x.humidity 50\n")
    Path("-parts").write_text("[sht4x]")
    status, printed, errors = act(
        drive="-drive.py", board="pyportal_titano", seconds="2", script="-taps",
        screenshot="-shot.png", seed="3", parts="-parts", **{"speed-of": "desk"})
    assert (status, printed) == (0, "pyportal_titano True [68]\n"), errors
    assert Path("-shot.png").exists()
