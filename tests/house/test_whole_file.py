# SPDX-License-Identifier: MIT
"""A file is written whole or stays what it was, whatever happens on the way."""

import errno
import os
from pathlib import Path

import pytest

from tools.deploying import whole_file


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "code.py"
    file.write_bytes(b"old")
    return file


def only(file: Path) -> bytes:
    """The content of a file that is alone in its folder: nothing temporary is beside it."""
    assert list(file.parent.iterdir()) == [file]
    return file.read_bytes()


def test_writes_a_file_that_was_not_there(tmp_path):
    whole_file.write(tmp_path / "new.py", b"new")
    assert only(tmp_path / "new.py") == b"new"


def test_replaces_a_file(file):
    whole_file.write(file, b"new")
    assert only(file) == b"new"


@pytest.mark.parametrize("call", ["fsync", "replace"])
@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "full"), KeyboardInterrupt()])
def test_the_old_file_survives_an_interruption(file, monkeypatch, call, error):
    def interrupted(*_):
        raise error

    monkeypatch.setattr(os, call, interrupted)
    with pytest.raises(type(error)):
        whole_file.write(file, b"new")
    assert only(file) == b"old"


def test_an_error_names_the_file_and_not_the_temporary_one(file, monkeypatch):
    def refuse(source, target):
        raise OSError(errno.EROFS, "read-only", source, None, target)

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(OSError, match="read-only") as refusal:
        whole_file.write(file, b"new")
    assert refusal.value.filename == str(file)
    assert ".part" not in str(refusal.value)


def test_the_old_file_survives_a_drive_that_gives_back_other_bytes(file, monkeypatch):
    def corrupt(number):
        os.pwrite(number, b"?", 0)

    monkeypatch.setattr(os, "fsync", corrupt)
    with pytest.raises(OSError, match="what was read back is not what was written"):
        whole_file.write(file, b"new")
    assert only(file) == b"old"
