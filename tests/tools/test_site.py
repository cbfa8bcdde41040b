# SPDX-License-Identifier: MIT
"""The page's files: all of them, the same for the same sources, and served on the loopback only."""

import io
import re
import zipfile

import pytest

from sim.engines.firmware import chip
from tests.support.network import standinfirmware
from tests.support.paths import ROOT
from tools import firmware, serve, site

REFERENCE = re.compile(r'(?:href|src)="([^"#:]+)"')


@pytest.fixture
def built(tmp_path, monkeypatch):
    """Stands for a built chip."""
    path = tmp_path / "chip.wasm"
    path.write_bytes(b"chip")
    monkeypatch.setenv(chip.VARIABLE, str(path))


def unzipped(data):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_site_has_the_page_the_chip_and_the_drive(built, drive):
    files = site.build()
    assert files["chip.wasm"] == b"chip"
    assert "firmware.zip" not in files
    packed = unzipped(files["drive.zip"])["drive"]
    assert unzipped(packed) == firmware.files(drive) | site.companions()
    assert list(site.companions()) == ["lib/adafruit_ticks.mpy"]
    for path in (ROOT / "web").rglob("*.js"):
        assert files[path.relative_to(ROOT / "web").as_posix()] == path.read_bytes()
    assert {*REFERENCE.findall(files["index.html"].decode())} <= files.keys()
    assert "package.json" not in files


def test_the_site_is_the_same_again_and_keeps_every_file_and_notices_a_changed_one(built):
    files = site.build()
    assert files == site.build()
    listed = files.pop("offline-files.js")
    for name in files.keys() - {"offline.js", "_headers"}:
        assert f'"{name}"'.encode() in listed
    assert b"_headers" not in listed  # which hosts read, and give to nobody
    assert site.listing(files | {"style.css": b"other"}) != listed == site.listing(files)


def test_without_a_chip_it_says_what_to_do(tmp_path, monkeypatch, capsys):
    monkeypatch.delenv(chip.VARIABLE, raising=False)
    monkeypatch.setattr(chip, "INSTALLED", tmp_path / "none")
    monkeypatch.setattr(chip, "BUILT", tmp_path / "none")
    assert site.main(["--into", str(tmp_path / "site")]) == 1
    assert "run `make chip`" in capsys.readouterr().err
    assert not (tmp_path / "site").exists()


def test_a_firmware_can_be_put_into_the_site(built, tmp_path):
    file = tmp_path / "board.uf2"
    file.write_bytes(standinfirmware.uf2())
    files = site.build(file)
    assert unzipped(files["firmware.zip"]) == {"board.uf2": file.read_bytes()}
    assert '"firmware": true' in files["board/facts.js"].decode()
    assert b"firmware.zip" in files["offline-files.js"]


@pytest.mark.parametrize(("content", "words"), [
    (b"no firmware", "is not a UF2 file"),
    (standinfirmware.uf2(title="Adafruit PyGamer"), "is for the Adafruit PyGamer"),
])
def test_a_firmware_that_no_pyportal_runs_is_refused(built, tmp_path, capsys, content, words):
    file = tmp_path / "other.uf2"
    file.write_bytes(content)
    assert site.main(["--into", str(tmp_path / "site"), "--firmware", str(file)]) == 1
    assert words in capsys.readouterr().err


def test_it_is_served_on_the_loopback_unless_there_is_no_page_or_the_port_is_taken(
        tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(serve, "SITE", tmp_path)
    assert serve.main(["--no-browser"]) == 1
    assert capsys.readouterr().err.endswith("holds no page: run make web\n")
    (tmp_path / "index.html").write_text("a page")
    with serve.server(tmp_path) as server:
        assert server.server_address[0] == "127.0.0.1"
        assert serve.main(["--no-browser", "--port", str(server.server_port)]) == 1
    assert "choose another with --port" in capsys.readouterr().err
