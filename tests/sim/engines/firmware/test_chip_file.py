# SPDX-License-Identifier: MIT
"""chip.wasm: what is said when it is missing, damaged, or of another version."""

import pytest

from sim import PyPortal
from sim.engines.firmware import chip
from tests.support.chip.bench import Program
from tests.support.firmware import made


@pytest.fixture
def no_chip(tmp_path, monkeypatch):
    monkeypatch.delenv(chip.VARIABLE, raising=False)
    monkeypatch.setattr(chip, "INSTALLED", tmp_path / "none.wasm")
    monkeypatch.setattr(chip, "BUILT", tmp_path / "none.wasm")
    monkeypatch.setattr(chip, "cache_folder", lambda: tmp_path / "cache")


@pytest.fixture
def portal(tmp_path):
    (tmp_path / "code.py").touch()
    (tmp_path / "f.uf2").write_bytes(made())
    return lambda: PyPortal(tmp_path, engine="firmware", firmware=tmp_path / "f.uf2")


def test_without_a_chip_a_sentence_says_how_to_build_it(no_chip, portal):
    with pytest.raises(ValueError, match="the chip is not built: run `make chip`, which needs "):
        portal()


def test_a_damaged_chip_is_refused(no_chip, portal, monkeypatch, tmp_path):
    (tmp_path / "chip.wasm").write_bytes(b"\0asm nonsense")
    monkeypatch.setenv(chip.VARIABLE, str(tmp_path / "chip.wasm"))
    with pytest.raises(ValueError, match=r"chip\.wasm is damaged: run `make chip`"):
        portal()


def test_another_versions_chip_is_refused(no_chip, monkeypatch, tmp_path):
    import wasmtime

    code = wasmtime.wat2wasm('(module (import "board" "smell" (func (result i32))))')
    (tmp_path / "chip.wasm").write_bytes(code)
    with pytest.raises(ValueError, match="asks the board for 'smell', which this simulator does "):
        chip.Chip(chip.Wasm(tmp_path / "chip.wasm"), {})


def test_a_compiled_chip_is_kept_and_a_damaged_one_made_again(no_chip, tmp_path):
    import wasmtime

    path = tmp_path / "chip.wasm"
    path.write_bytes(wasmtime.wat2wasm("(module)"))
    chip.Wasm(path)
    kept, = (tmp_path / "cache" / "chip").iterdir()
    kept.write_bytes(b"damaged")
    chip.Wasm(path)
    assert len(kept.read_bytes()) > 100


@pytest.mark.parametrize(("program", "told"), [
    (Program(), "the firmware has not switched USB on, so nothing"),
    (Program().write(0x41000008, 0, 2).write(0x41000000, 2, 1),  # USB: attach, enable
     "has sent nothing to the computer for 3 s")])
def test_a_firmware_that_hangs_is_told(portal, tmp_path, program, told):
    (tmp_path / "f.uf2").write_bytes(made(program=program.image()))
    with portal() as board:
        remarks = []
        board.board.console.adviser = remarks.append
        board.run(4)
        assert board.now == 4
        assert [told in remark for remark in remarks] == [True]
