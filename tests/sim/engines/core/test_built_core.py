# SPDX-License-Identifier: MIT
"""Which built core is taken: never one that was built before the port's sources changed."""

import pytest

from sim.engines.core import wasm
from sim.engines.core.link import CoreError
from tools import tree


@pytest.fixture
def built(tmp_path, monkeypatch):
    """The repository's core, built of what core/ has; none is named or installed."""
    monkeypatch.delenv("PYPORTAL_CORE", raising=False)
    monkeypatch.setattr(wasm, "INSTALLED", tmp_path / "installed.wasm")
    monkeypatch.setattr(wasm, "BUILT", tmp_path / wasm.NAME)
    wasm.BUILT.write_bytes(b"core")
    (tmp_path / wasm.MADE_FROM).write_text(wasm.digest())
    return wasm.BUILT


def test_the_repositorys_is_taken_while_its_sources_are_the_same(built):
    assert wasm.find() == built


@pytest.mark.parametrize("made_from", ["0" * 64, None])
def test_one_of_other_sources_is_refused_with_what_to_do(built, made_from):
    mark = built.with_name(wasm.MADE_FROM)
    mark.write_text(made_from) if made_from else mark.unlink()
    with pytest.raises(CoreError, match="was not built from what core/ has now: run `make core`"):
        wasm.find()


def test_an_installed_one_comes_first_and_one_that_is_named_before_all(built, monkeypatch):
    built.unlink()
    wasm.INSTALLED.write_bytes(b"core")
    assert wasm.find() == wasm.INSTALLED
    monkeypatch.setenv("PYPORTAL_CORE", __file__)
    assert str(wasm.find()) == __file__


def test_a_change_to_any_source_of_the_port_makes_another_digest(tmp_path, monkeypatch):
    monkeypatch.setattr(wasm, "SOURCES", tree.copy(wasm.SOURCES, tmp_path / "core"))
    assert wasm.digest.__wrapped__() == wasm.digest()
    digests = {wasm.digest()}
    for name in "upstream.patch", "meter.py", "port/desk.c", "port/common-hal/nvm/ByteArray.c":
        path = wasm.SOURCES / name
        path.write_bytes(path.read_bytes() + b"\n")
        digests.add(wasm.digest.__wrapped__())
    (wasm.SOURCES / "README.md").write_text("other words")
    assert len(digests | {wasm.digest.__wrapped__()}) == 5
