# SPDX-License-Identifier: MIT
"""The scoreboard's command: a new folder is given a token, and what is wrong is said in a line."""

import os
import subprocess
import sys

import pytest

from tests.support import hang
from tests.support.paths import ROOT
from tools.scoreboard import __main__ as command
from tools.scoreboard import settings

# Starts a scoreboard that serves nobody, where no file can grow beyond so many bytes.
START = """
import resource, sys
from tools.scoreboard import __main__ as command
import uvicorn
uvicorn.run = lambda *given, **others: None
most = int(sys.argv[2])
if most >= 0:
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))
sys.exit(command.main([sys.argv[1]]))
"""


def start(folder, most=-1):
    """(exit status, what was said on stderr) of a start."""
    ran = subprocess.run([sys.executable, "-c", START, str(folder), str(most)], check=False,
                         cwd=ROOT, capture_output=True, text=True, timeout=hang.HANG_S)
    return ran.returncode, ran.stderr


def modes(folder):
    return {file.name: file.stat().st_mode & 0o777 for file in folder.iterdir()}


def test_a_new_folder_is_given_a_token_of_its_own_that_stays(tmp_path):
    tokens = [settings.read(tmp_path / name).token for name in "aab"]
    assert tokens[0] == tokens[1] != tokens[2] and len(tokens[0]) >= 16


@pytest.mark.parametrize("mask", [0, 0o022, 0o777])
def test_nobody_else_may_read_the_token_at_any_moment(tmp_path, monkeypatch, mask):
    """Also before the file has its name, and where the system would allow it."""
    seen = []
    make = os.open

    def watched(file, flags, mode=0o777, **others):
        made = make(file, flags, mode, **others)
        seen.append(os.fstat(made).st_mode & 0o077)
        return made

    monkeypatch.setattr(os, "open", watched)
    before = os.umask(mask)
    try:
        settings.read(tmp_path)
    finally:
        os.umask(before)
    assert seen and not any(seen)
    assert modes(tmp_path) == {settings.NAME: 0o600}


@pytest.mark.parametrize("most", [0, 40, 4096, 20_000])
def test_a_first_start_on_a_full_disk_leaves_nothing_that_hinders_the_next(tmp_path, most):
    folder = tmp_path / "board"
    status, told = start(folder, most)
    assert status == 1 and told.count("\n") == 1, told
    assert told.startswith(f"the scoreboard cannot start: {folder}{os.sep}")
    assert settings.NAME not in os.listdir(folder) or (folder / settings.NAME).read_text()
    assert not [*folder.glob("*.new")]
    assert start(folder) == (0, "")


@pytest.mark.parametrize("left", ["", "\n", " \n\t\n"])
def test_an_empty_file_of_settings_is_written_anew(tmp_path, left):
    """An earlier version left one where the disk was full."""
    (tmp_path / settings.NAME).write_text(left)
    (tmp_path / f"{settings.NAME}.new").write_text("token")
    token = settings.read(tmp_path).token
    assert len(token) >= 16 and settings.read(tmp_path).token == token
    assert modes(tmp_path) == {settings.NAME: 0o600}


def test_names_are_read_in_any_spelling(tmp_path):
    (tmp_path / settings.NAME).write_text(
        'token = "secret"\nhosts = ["Pi.Fritz.Box.", "192.168.1.5", "[FE80:0::1]", "pi:8080"]\n')
    assert settings.read(tmp_path).hosts == {"pi.fritz.box", "192.168.1.5", "fe80::1", "pi"}


@pytest.mark.parametrize(("text", "said"), [
    ("token = secret", "cannot be read"), ('token = ""', "has no token"),
    ("# nothing", "has no token"), ("token = 5", "has no token"), ("\0", "cannot be read"),
    ('token = "a"\nhosts = "pi"', "hosts is not a list"),
    ('token = "a"\nhosts = [1]', "1 in hosts is not the name"),
    ('token = "a"\nhosts = ["http://pi/"]', "'http://pi/' in hosts is not the name"),
    ('token = "a"\nhosts = [""]', "'' in hosts is not the name"),
])
def test_settings_that_are_wrong_are_named(tmp_path, capsys, text, said):
    (tmp_path / settings.NAME).write_text(text)
    assert command.main([str(tmp_path)]) == 1
    told = capsys.readouterr().err
    assert said in told and str(tmp_path / settings.NAME) in told and told.count("\n") == 1


def test_a_file_of_results_that_is_none_is_named(tmp_path, capsys):
    file = tmp_path / "games.sqlite"
    file.write_text("no base at all " * 100)
    assert command.main([str(tmp_path)]) == 1
    told = capsys.readouterr().err
    assert told == f"the scoreboard cannot start: {file}: file is not a database\n"
