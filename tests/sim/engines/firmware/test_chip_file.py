# SPDX-License-Identifier: MIT
"""chip.wasm: it is built from chip/, and refused when it is damaged or another version's."""

import pytest

from sim import PyPortal
from sim.engines.firmware import chip
from tests.support.chip.bench import Program
from tests.support.firmware import made
from tools import build_chip
from tools.stage import copy_folder


@pytest.fixture
def empty_cache(tmp_path, monkeypatch):
    monkeypatch.setattr(chip, "cache_folder", lambda: tmp_path / "cache")


@pytest.fixture
def portal(tmp_path):
    (tmp_path / "code.py").touch()
    (tmp_path / "f.uf2").write_bytes(made())
    return lambda: PyPortal(tmp_path, engine="firmware", firmware=tmp_path / "f.uf2")


def test_it_was_built_from_the_sources():
    assert build_chip.built_from(chip.PATH.read_bytes()) == build_chip.digest(), (
        "chip/ or tools/build_chip.py has changed since chip.wasm was built: run `make chip`")


def test_a_changed_source_is_noticed(tmp_path, monkeypatch):
    fresh = build_chip.digest()
    monkeypatch.setattr(build_chip, "SOURCES", copy_folder(build_chip.SOURCES, tmp_path / "chip"))
    assert build_chip.digest() == fresh
    with (tmp_path / "chip" / "cpu.h").open("a") as file:
        file.write("// more\n")
    assert build_chip.digest() != fresh


def test_a_file_without_a_digest_is_older_than_any_source():
    assert build_chip.built_from(b"\0asm" + bytes(100)) == ""


def test_a_damaged_chip_is_refused(empty_cache, tmp_path):
    (tmp_path / "chip.wasm").write_bytes(b"\0asm nonsense")
    with pytest.raises(ValueError, match=r"chip\.wasm is damaged: install pyportal-sim anew"):
        chip.Wasm(tmp_path / "chip.wasm")


def test_another_versions_chip_is_refused(empty_cache, tmp_path):
    import wasmtime

    code = wasmtime.wat2wasm('(module (import "board" "smell" (func (result i32))))')
    (tmp_path / "chip.wasm").write_bytes(code)
    with pytest.raises(ValueError, match="asks the board for 'smell', which this simulator does "):
        chip.Chip(chip.Wasm(tmp_path / "chip.wasm"), {})


def test_a_compiled_chip_is_kept_and_a_damaged_one_made_again(empty_cache, tmp_path):
    import wasmtime

    path = tmp_path / "chip.wasm"
    path.write_bytes(wasmtime.wat2wasm("(module)"))
    chip.Wasm(path)
    kept, = (tmp_path / "cache" / "chip").iterdir()
    kept.write_bytes(b"damaged")
    chip.Wasm(path)
    assert len(kept.read_bytes()) > 100


@pytest.mark.parametrize(("program", "expected"), [
    (Program().sleep(), "the firmware has not switched USB on, so nothing"),
    (Program().write(0x41000008, 0, 2).write(0x41000000, 2, 1).sleep(),  # USB: attach, enable
     "has sent nothing to the computer for 3 s")])
def test_a_firmware_that_hangs_is_told(portal, tmp_path, program, expected):
    (tmp_path / "f.uf2").write_bytes(made(program=program.image()))
    with portal() as board:
        remarks = []
        board.board.console.adviser = remarks.append
        board.run(4)
        assert board.now == 4
        before, told = remarks
        assert before.startswith("this firmware does not show") and expected in told
