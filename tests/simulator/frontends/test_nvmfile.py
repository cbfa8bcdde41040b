# SPDX-License-Identifier: MIT
"""The board's memory in a file: written when it changes, found again, and said where."""

from pathlib import Path

import pytest

from commands import COUNT_STARTS
from sim import __main__ as command
from sim.errors import UserError
from sim.frontends import options, places


def test_nvm_lives_in_its_file(folder, capsys):
    for _ in range(3):
        assert command.main(["starts.py", "--headless", "--nvm", "chip.nvm"]) == 0
    assert capsys.readouterr().out == "0\n1\n2\n"
    assert (folder / "chip.nvm").read_bytes() == b"\x02" + b"\xff" * 8191
    assert not list(folder.glob(".chip*"))


def test_nvm_is_saved_when_it_changes_not_at_the_end(folder, monkeypatch):
    (folder / "late.py").write_text(COUNT_STARTS + "\nimport time\ntime.sleep(1)\nprint('end')")
    saved = []

    def look(text):
        if text == "end":
            saved.append(Path("chip.nvm").exists())

    monkeypatch.setattr(command, "_print_serial", look)
    assert command.main(["late.py", "--headless", "--nvm", "chip.nvm"]) == 0
    assert saved == [True]


@pytest.mark.parametrize(("arguments", "kept"), [
    ([], "pyportal.nvm"),
    (["--board", "pyportal_titano"], "pyportal_titano.nvm"),
    (["--headless"], None),
    (["--script", "moves.txt"], None),
    (["ends.py"], None),
])
def test_who_plays_the_repositorys_drive_finds_its_memory_again(folder, capsys, monkeypatch,
                                                                arguments, kept):
    """And it is said where it is kept; tests and other drives start from a new board."""
    monkeypatch.setattr(places, "user_data_path", lambda *_, **__: folder / "data")
    nvm = command._nvm_file(options.parse(arguments))
    assert (nvm and nvm.path) == (kept and folder / "data" / kept)
    said = f"the board's memory is kept in {nvm.path} (--nvm names another file)\n" if nvm else ""
    assert capsys.readouterr().err == said
    if nvm:
        nvm.save(bytes(8192))
        assert command._nvm_file(options.parse(arguments)).content == bytes(8192)


def test_a_computer_without_a_place_for_the_memory_says_so(folder, monkeypatch):
    (folder / "file").write_text("")
    monkeypatch.setattr(places, "user_data_path", lambda *_, **__: folder / "file" / "data")
    with pytest.raises(UserError, match=r"cannot make the folder .*data: "):
        command._nvm_file(options.parse([]))
