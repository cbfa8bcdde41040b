# SPDX-License-Identifier: MIT
"""tools.bench: its parts and its limits."""

import pytest

from tools.bench import __main__ as bench
from tools.bench.ratio import Ratio


@pytest.mark.parametrize(("value", "code", "end"), [(1.5, 0, "≤ 2"), (2.5, 1, "MISSED")])
def test_a_missed_limit_is_marked_and_fails_the_command(monkeypatch, capsys, value, code, end):
    monkeypatch.setattr(bench, "stage", lambda: None)
    monkeypatch.setattr(bench, "PARTS", {"one": lambda options: ["a table", Ratio("it", value, 2)]})
    assert bench.main([]) == code
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "a table" and said[1].split()[0] == "it" and said[1].rstrip().endswith(end)


@pytest.mark.parametrize(("arguments", "complaint"), [
    (["speed"], "'speed' is not one of engines, scenes"),
    (["scenes", "--scenes", "0"], "'0' is not a whole number from 1 on")])
def test_wrong_arguments_are_refused(capsys, arguments, complaint):
    with pytest.raises(SystemExit):
        bench.main(arguments)
    assert complaint in capsys.readouterr().err


def test_a_firmware_that_is_not_there_is_named(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(bench, "stage", lambda: None)
    assert bench.main(["scenes", "--firmware", str(tmp_path / "none.uf2")]) == 2
    assert "none.uf2" in capsys.readouterr().err
