# SPDX-License-Identifier: MIT
"""The scoreboard's command: a new folder is given a token, and what is wrong is said in a line."""

import pytest

from tools.scoreboard import __main__ as command
from tools.scoreboard import settings


def test_a_new_folder_is_given_a_token_of_its_own_that_stays(tmp_path):
    tokens = [settings.token(tmp_path / name) for name in "aab"]
    assert tokens[0] == tokens[1] != tokens[2] and len(tokens[0]) >= 16
    assert (tmp_path / "a" / settings.NAME).stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(("text", "said"), [
    ("token = secret", "cannot be read"), ('token = ""', "has no token"), ("", "has no token"),
])
def test_settings_that_are_wrong_are_named(tmp_path, capsys, text, said):
    (tmp_path / settings.NAME).write_text(text)
    assert command.main([str(tmp_path)]) == 1
    told = capsys.readouterr().err
    assert said in told and str(tmp_path / settings.NAME) in told and told.count("\n") == 1


def test_a_file_of_results_that_is_none_is_named(tmp_path, capsys):
    (tmp_path / "games.sqlite").write_text("no base at all " * 100)
    assert command.main([str(tmp_path)]) == 1
    assert capsys.readouterr().err == "the scoreboard cannot start: file is not a database\n"
