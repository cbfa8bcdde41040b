# SPDX-License-Identifier: MIT
"""Every tool is a command that tells what it does and ends with a sentence."""

import re
import runpy
import sys

import pytest

from sim import output
from tests.support import hang
from tests.support.paths import ROOT
from tools import analyse, replay, serve
from tools.scoreboard import __main__ as scoreboard

GUARD = 'if __name__ == "__main__":\n'
COMMANDS = [path for path in sorted((ROOT / "tools").rglob("*.py")) if GUARD in path.read_text()]


@pytest.mark.parametrize("path", COMMANDS, ids=lambda path: path.stem)
def test_a_tool_is_a_command_with_help(path, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", [str(path), "--help"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(path), run_name="__main__")
    output = " ".join(capsys.readouterr().out.split())
    about = re.match("[^:.]*", path.read_text().split('"""')[1].split("\n")[0])[0]
    assert not ended.value.code and about in output


def test_a_command_without_its_packages_says_how_to_install_them():
    for path in [ROOT / "sim" / "__main__.py", *COMMANDS]:
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        done = hang.run([sys.executable, "-S", "-m", name.removesuffix(".__main__"), "--help"],
                        cwd=ROOT)
        if done.returncode:
            assert re.fullmatch(r"\w+ is missing: `make play` installs all .*\n", done.stderr), name


@pytest.mark.parametrize(("error", "status", "sentence"), [
    (KeyboardInterrupt(), 130, "stopped by Ctrl-C\n"),
    (OSError(30, "Read-only file system", "a.bmp"), 1, "a.bmp: Read-only file system\n")])
def test_what_is_not_the_commands_fault_ends_it_with_a_sentence(error, status, sentence, capsys):
    def fail():
        raise error

    assert output.run(fail) == status
    assert capsys.readouterr().err == sentence


@pytest.mark.parametrize("command", [replay.main, analyse.main])
def test_a_name_cannot_control_the_terminal(command, capsys):
    """Nor can it make two lines of a sentence."""
    assert command(["/none/\x1b[31m\u202ea\nb"])
    assert "/none/\\x1b[31m\\u202ea\\nb" in capsys.readouterr().err


@pytest.mark.parametrize("command", [serve.main, scoreboard.main])
@pytest.mark.parametrize("number", ["65536", "-1", "http"])
def test_a_number_that_is_no_port_is_refused(command, number, capsys):
    with pytest.raises(SystemExit) as ended:
        command(["--port", number])
    assert ended.value.code == 2
    assert f"{number!r} is not a port from 0 to 65535" in capsys.readouterr().err
