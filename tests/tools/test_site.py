# SPDX-License-Identifier: MIT
"""The page's files: all of them, the same for the same sources, and served on the loopback only."""

import hashlib
import io
import re
import threading
import zipfile
from http.client import HTTPConnection
from types import SimpleNamespace
from unittest import mock

import pytest

from sim.engines.firmware import chip, releases
from sim.engines.firmware.wiring import WIRINGS
from tests.support.network import standinfirmware
from tests.support.paths import ROOT
from tools import firmware, serve, site

REFERENCE = re.compile(r'(?:href|src)="([^"#:]+)"')


def found(files):
    """The files by their names without the folder of their version."""
    return {re.sub("^[0-9a-f]{16}/", "", name): data for name, data in files.items()}


def unzipped(data):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_site_has_the_page_the_chip_and_the_drive(drive):
    built = site.build()
    assert {*REFERENCE.findall(built["index.html"].decode())} <= built.keys()
    files = found(built)
    assert files["chip.wasm"] == chip.PATH.read_bytes()
    assert "firmware.zip" not in files
    packed = unzipped(files["drive.zip"])["drive"]
    assert unzipped(packed) == firmware.files(drive) | site.companions()
    assert list(site.companions()) == ["lib/adafruit_ticks.mpy"]
    for path in (ROOT / "web").rglob("*.js"):
        assert files[path.relative_to(ROOT / "web").as_posix()] == path.read_bytes()
    assert "package.json" not in files


def test_the_site_is_the_same_again_and_keeps_every_file_and_notices_a_changed_one():
    files = site.build()
    assert files == site.build()
    listed = files.pop("offline-files.js")
    for name in files.keys() - {"offline.js", "_headers"}:
        assert f'"{name}"'.encode() in listed
    assert b"_headers" not in listed  # which hosts read, and give to nobody
    flat = site.gathered(chip.PATH.read_bytes())
    changed = site.published(flat | {"style.css": b"other"})
    assert changed["offline-files.js"] != listed == site.published(flat)["offline-files.js"]
    assert {name.partition("/")[0] for name in changed} & {name.partition("/")[0] for name in files
                                                           } == {*site.AT_ROOT}


def test_a_firmware_can_be_put_into_the_site(tmp_path):
    file = tmp_path / "board.uf2"
    for board in "pyportal", "pyportal_titano":
        for title in WIRINGS[board].titles:
            file.write_bytes(standinfirmware.uf2(title=title))
            site.fits(releases.read(file))
    file.write_bytes(standinfirmware.uf2())
    files = found(site.build(file))
    assert unzipped(files["firmware.zip"]) == {"board.uf2": file.read_bytes()}
    assert '"firmware": true' in files["board/facts.js"].decode()
    assert b"firmware.zip" in files["offline-files.js"]


def test_the_command_tells_where_the_site_lies_and_its_picture_is_found(tmp_path, capsys):
    folder = tmp_path / "site"
    words = "--project", "https://a.b/c", "--address", "https://e.f/?a&b/"
    assert site.main(["--into", str(folder), *words]) == 0
    files = site.build(None, words[1], words[3])
    assert capsys.readouterr().out == (
        f"{folder}: {len(files)} files, {sum(map(len, files.values())):,} bytes, for any web "
        "server; make web-play opens it here\n")
    assert all((folder / name).read_bytes() == data for name, data in files.items())
    page = files["index.html"].decode()
    facts = found(files)["board/facts.js"].decode()
    assert page.count('content="https://e.f/?a&amp;b/preview.png"') == 1
    assert '"project": "https://a.b/c"' in facts and '"firmware": false' in facts
    modules = {name for name in found(files) if name.startswith("page/")}
    links = re.findall(r'<link rel="modulepreload" href=".{16}/(.*)">\n',
                       page.partition("</head>")[0])
    assert sorted(links) == sorted({*modules, "board/facts.js", "board/worker.js"})
    assert f'"chip": "{hashlib.sha256(found(files)["chip.wasm"]).hexdigest()[:16]}"' in facts


@pytest.mark.parametrize(("remote", "address"), [
    ("https://me:x@a-b.c/d.git", "https://a-b.c/d"), ("git@a.b:c/d.git", "https://a.b/c/d"),
    ("ssh://git@a.b/c", "https://a.b/c"), ("/home/c", ""), (None, "")])
def test_the_projects_page_is_where_the_checkout_comes_from(remote, address, monkeypatch):
    def run(command, **options):
        assert command == ["git", "remote", "get-url", "origin"]
        if remote is None:
            raise FileNotFoundError
        return SimpleNamespace(stdout=f"{remote}\n")

    monkeypatch.setattr(site.subprocess, "run", run)
    assert site.origin() == address


@pytest.mark.parametrize("option", ["--address", "--project"])
@pytest.mark.parametrize("text", ["x", "example.org", "https://", "ftp://a.b/", "https://a b/"])
def test_a_text_that_is_no_address_is_refused(option, text, capsys):
    with pytest.raises(SystemExit):
        site.main([option, text])
    assert f"{option}: {text!r} is not a whole address" in capsys.readouterr().err


def test_a_folder_with_somebodys_files_is_refused(tmp_path, capsys):
    (tmp_path / "letter.txt").write_text("mine")
    assert site.main(["--into", str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"{tmp_path} holds files: name a new or an empty folder\n"
    assert (tmp_path / "letter.txt").exists()


def test_a_full_disk_is_told_with_the_file(tmp_path, monkeypatch):
    def put(data, path):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(firmware, "put", put)
    with pytest.raises(OSError, match="No space left") as raised:
        firmware.write({"index.html": b""}, tmp_path / "site")
    assert raised.value.filename == str(tmp_path / "site/index.html")


@pytest.mark.parametrize(("content", "words"), [
    (b"no firmware", "is not a UF2 file"),
    (standinfirmware.uf2(title="Adafruit PyGamer"), "is for the Adafruit PyGamer"),
])
def test_a_firmware_that_no_pyportal_runs_is_refused(tmp_path, capsys, content, words):
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
    with serve.server(tmp_path, 0) as server:
        assert server.server_address[0] == "127.0.0.1"
        assert serve.main(["--no-browser", "--port", str(server.server_port)]) == 1
        taken = f"port {server.server_port}: Address already in use; choose another with --port\n"
        assert capsys.readouterr().err == taken


def test_the_command_opens_the_page_in_a_browser_and_serves_it_with_its_headers(
        tmp_path, monkeypatch, capsys):
    (tmp_path / "index.html").write_text("a page")
    (tmp_path / "_headers").write_bytes((site.SOURCES / "_headers").read_bytes())
    opened, stub = [], mock.Mock()
    stub.return_value = SimpleNamespace(server_port=8000, serve_forever=mock.Mock(
        side_effect=KeyboardInterrupt))
    with serve.server(tmp_path, 0) as server:
        threading.Thread(target=server.handle_request).start()
        client = HTTPConnection("127.0.0.1", server.server_port)
        client.request("GET", "/")
        answer = client.getresponse()
        assert answer.read() == b"a page"
        client.close()
    wanted = {"Content-Security-Policy": "frame-ancestors 'none'", "X-Frame-Options": "DENY",
              "Cache-Control": "no-cache", "Content-type": "text/html"}
    assert wanted.items() <= dict(answer.headers).items()
    monkeypatch.setattr(serve, "SITE", tmp_path)
    monkeypatch.setattr(serve, "server", stub)
    monkeypatch.setattr(serve.webbrowser, "open", opened.append)
    for arguments in [], ["--no-browser", "--port", "0"]:
        assert serve.main(arguments) == 0
    assert stub.call_args_list == [mock.call(tmp_path, 8000), mock.call(tmp_path, 0)]
    assert opened == ["http://localhost:8000/"]
    assert capsys.readouterr().out.splitlines()[0] == (
        "http://localhost:8000/ has the PyPortal; Ctrl-C ends it")
