# SPDX-License-Identifier: MIT
"""The published page carries the pinned CircuitPython with its licence, and nothing else."""

import hashlib
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

from sim.engines.firmware import releases
from tests.support.network import browser, standinfirmware
from tools import carried, site

UF2 = standinfirmware.uf2()
PIN = carried.Pin("10.2.1", len(UF2), hashlib.sha256(UF2).hexdigest())
LICENCE = "The MIT License\n\n{1} of somebody\n\n{0}, free of charge\n".format(*carried.GRANT)


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format, *args):
        pass


@pytest.fixture
def published(tmp_path, monkeypatch):
    """Plays the hosts of releases and of sources; returns the folder of their files."""
    monkeypatch.setattr(releases, "folder", lambda: tmp_path / "cache")
    monkeypatch.delenv(releases.VARIABLE, raising=False)
    folder = tmp_path / "hosts"
    file = folder / "bin/pyportal/en_US" / releases.name("pyportal", "10.2.1")
    licence = folder / carried.PROJECT / "10.2.1" / "LICENSE"
    for path, data in (file, UF2), (licence, LICENCE.encode()):
        path.parent.mkdir(parents=True)
        path.write_bytes(data)
    return file, licence


@pytest.fixture
def host(published, tmp_path):
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=tmp_path / "hosts"))
    with browser.running(server) as port:
        yield f"http://127.0.0.1:{port}"


@pytest.fixture
def pins(tmp_path, monkeypatch):
    """Puts a pin of the test's in the place of the repository's."""
    def put(pin):
        path = tmp_path / "carried.toml"
        path.write_text(carried.pinning(carried.PINS.read_text(), pin))
        monkeypatch.setattr(carried, "PINS", path)
        monkeypatch.setattr(carried, "pinned", lambda: pin)
        return path

    return put


def build(tmp_path, *arguments):
    return site.main(["--into", str(tmp_path / "play"), *arguments])


def test_the_pinned_release_is_in_the_site_with_its_licence_and_where_it_is_from(
        host, pins, tmp_path):
    pins(PIN)
    assert build(tmp_path, "--carried", "--downloads", host, host) == 0
    notice = (tmp_path / "play" / site.NOTICE).read_text()
    assert LICENCE in notice and PIN.sha256 in notice and f"{host}/bin/pyportal" in notice
    assert [*(tmp_path / "play").glob("*/firmware.zip")]


@pytest.mark.parametrize(("wrong", "words"), [
    ({"bytes": 1}, "pins 1 bytes"), ({"sha256": "0" * 64}, f"pins {len(UF2):,} bytes and 0000"),
    ({"version": "10.2.2"}, "has no CircuitPython 10.2.2")])
def test_another_file_than_the_pinned_one_is_not_published(
        host, pins, tmp_path, capsys, wrong, words):
    pins(PIN._replace(**wrong))
    assert build(tmp_path, "--carried", "--downloads", host, host) == 1
    assert words in capsys.readouterr().err
    assert not (tmp_path / "play").exists() and not [*tmp_path.glob("cache/*.uf2")]


@pytest.mark.parametrize("text", [None, "Not found"])
def test_without_its_licence_it_is_not_published(host, pins, published, tmp_path, capsys, text):
    pins(PIN)
    _, licence = published
    licence.unlink() if text is None else licence.write_text(text)
    assert build(tmp_path, "--carried", "--downloads", host, host) == 1
    assert "LICENSE" in capsys.readouterr().err and not (tmp_path / "play").exists()


def test_without_a_pinned_digest_the_site_has_no_firmware_and_the_workflow_is_warned(
        pins, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    pins(PIN._replace(sha256=""))
    assert build(tmp_path, "--carried") == 0
    assert capsys.readouterr().err.startswith("::warning::the page has no firmware, as carried")
    assert [*(tmp_path / "play").glob("*/film.gif")]


def test_a_release_is_pinned_by_its_size_and_digest(host, pins, capsys):
    path = pins(carried.Pin("9.2.8", 0, ""))
    assert carried.main(["10.2.1", "--site", host]) == 0
    text = path.read_text()
    assert f'version = "10.2.1"\nbytes = {PIN.bytes}\nsha256 = "{PIN.sha256}"' in text
    assert text.startswith("# SPDX") and PIN.sha256 in capsys.readouterr().out


def test_the_pins_of_the_repository_can_be_read():
    pin = carried.pinned()
    assert pin.version and (bool(pin.bytes) == bool(pin.sha256))


def test_the_users_newest_firmware_is_taken_or_one_is_offered(
        host, published, tmp_path, capsys, monkeypatch):
    assert build(tmp_path, "--own") == 0
    assert "you have none: `.venv/bin/python -m sim firmware download" in capsys.readouterr().err
    monkeypatch.setattr(site.sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda words: "n")
    assert site.of_user("10.2.1") is None
    monkeypatch.setattr("builtins.input", lambda words: "")
    monkeypatch.setattr(releases, "download", partial(releases.download, site=host))
    downloaded = site.of_user("10.2.1")
    assert downloaded.read_bytes() == UF2 and site.of_user("10.2.1") == downloaded
