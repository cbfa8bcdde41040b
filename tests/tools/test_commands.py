# SPDX-License-Identifier: MIT
"""Every tool is a command that tells what it does."""

import re
import runpy
import sys

import pytest

from tests.support.paths import ROOT

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
