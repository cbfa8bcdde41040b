# SPDX-License-Identifier: MIT
"""Compiled programs kept between runs: the same as when they are compiled anew."""

import os
import threading

import pytest

from sim.engines.python.compiler import cache, compiler
from sim.engines.python.compiler.cache import CodeCache
from tests.support.programs.programs import printed

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
    """Where compiled programs are kept during the test."""
    folder = tmp_path / "kept" / "code"
    monkeypatch.setattr(compiler, "_cache", lambda: CodeCache(folder, []))
    return folder


@pytest.fixture
def run(write_program):
    """What a program prints in a process that has compiled nothing yet."""
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
    monkeypatch.setattr(compiler, "_compile_text", None)
    assert run(strict=strict) == first


def test_strict_and_loose_are_kept_apart(run, folder):
    assert run(strict=True) != run(strict=False)
    assert len(list(folder.iterdir())) == 2


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


def test_where_nothing_can_be_kept_it_runs_all_the_same(run, folder):
    folder.parent.write_text("no folder")
    assert "NameError: name 'one' is not defined" in run()


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


def test_a_compiler_without_sources_keeps_nothing(tmp_path):
    kept = CodeCache(tmp_path / "code", [tmp_path / "zipped.py"])
    kept.put(CODE, SOURCE)
    assert kept.get(SOURCE) is None and not (tmp_path / "code").exists()


def test_many_writers_at_once_leave_one_whole_file(tmp_path):
    kept, missed = CodeCache(tmp_path, []), []

    def work():
        for _ in range(50):
            kept.put(CODE, SOURCE)
            missed.append(kept.get(SOURCE) != CODE)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(missed) == 200 and not any(missed)
    assert len(list(tmp_path.iterdir())) == 1


def test_what_was_not_used_for_longest_goes_when_there_is_too_much(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "MOST", 10)
    kept = CodeCache(tmp_path, [])
    for number in range(10):
        kept.put(CODE, bytes([number]))
    for file in tmp_path.iterdir():
        os.utime(file, (1, 1))
    assert kept.get(bytes([7])) == CODE
    kept.put(CODE, SOURCE)
    assert len(list(tmp_path.iterdir())) == 6
    assert kept.get(bytes([7])) == kept.get(SOURCE) == CODE
