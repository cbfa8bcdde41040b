# SPDX-License-Identifier: MIT
"""The user's firmware files: which one is chosen, and the command that lists and gets some."""

import threading
from functools import partial
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from sim import PyPortal
from sim.__main__ import main
from sim.engines.firmware import releases
from tests.support.firmware import made

FILE = "/bin/pyportal/en_US/adafruit-circuitpython-pyportal-en_US-10.0.3.uf2"


@pytest.fixture(autouse=True)
def own_files(tmp_path, monkeypatch):
    """The user has no firmware."""
    monkeypatch.setattr(releases, "folder", lambda: tmp_path / "own")
    monkeypatch.delenv(releases.VARIABLE, raising=False)
    return tmp_path / "own"


@pytest.fixture
def site(monkeypatch):
    """A download site: what is put in it, by path, can be fetched; a number is an error."""
    files = {}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            found = files.get(self.path, 404)
            if isinstance(found, int):
                return self.send_error(found)
            data, promised = found if isinstance(found, tuple) else (found, len(found))
            self.send_response(200)
            self.send_header("Content-Length", str(promised))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    monkeypatch.setattr(releases, "SITE", address)
    yield files
    server.shutdown()
    server.server_close()


def put(folder, name, **facts):
    folder.mkdir(exist_ok=True)
    (folder / name).write_bytes(made(**facts))
    return folder / name


def test_without_any_file_a_sentence_says_where_to_get_one():
    with pytest.raises(ValueError) as caught:
        releases.find("pyportal")
    assert str(caught.value).startswith("there is no firmware for the board pyportal: get the .uf2")
    assert "https://circuitpython.org/board/pyportal/" in str(caught.value)


def test_of_a_folder_the_newest_for_the_board_is_taken(tmp_path):
    for version in "9.2.8", "10.0.3", "10.0.1":
        put(tmp_path / "f", f"{version}.uf2", version=version)
    put(tmp_path / "f", "titano.uf2", version="10.1.0", board="Adafruit PyPortal Titano")
    (tmp_path / "f" / "other.uf2").write_bytes(b"not one")
    assert releases.find("pyportal", tmp_path / "f").version == "10.0.3"


def test_a_named_file_comes_before_the_variable_and_that_before_the_users_own(
        tmp_path, monkeypatch, own_files):
    put(own_files, "a.uf2", version="9.0.0")
    assert releases.find("pyportal").version == "9.0.0"
    monkeypatch.setenv(releases.VARIABLE, str(put(tmp_path / "b", "b.uf2", version="9.1.0")))
    assert releases.find("pyportal").version == "9.1.0"
    assert releases.find("pyportal", put(tmp_path / "c", "c.uf2")).version == "10.0.3"


def test_the_command_lists_what_was_added(tmp_path, capsys, own_files):
    assert main(["firmware"]) == 0
    assert "own holds no firmware: `python -m sim firmware download" in capsys.readouterr().out
    assert main(["firmware", "add", str(put(tmp_path / "x", "any name.uf2"))]) == 0
    assert main(["firmware", "list"]) == 0
    last = capsys.readouterr().out.splitlines()[-1].split()
    assert last[:3] == ["10.0.3", "Adafruit", "PyPortal"]
    assert last[-1] == str(own_files / "adafruit-circuitpython-pyportal-en_US-10.0.3.uf2")


@pytest.mark.parametrize(("arguments", "words"), [
    (["add", "nowhere.uf2"], "cannot read the firmware nowhere.uf2"),
    (["download", "8.2.0"], "'8.2.0' is no version of CircuitPython that is supported"),
    (["download", "../x"], "'../x' is no version"),
    (["download", "10.0.3", "--board", "metro"], "board 'metro' is not simulated"),
    (["drop"], "invalid choice: 'drop'"),
])
def test_what_the_command_cannot_do_it_says_in_a_sentence(capsys, arguments, words):
    assert main(["firmware", *arguments]) == 2
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1


def test_a_release_is_downloaded_with_a_bar_on_a_terminal_and_found(site, capsys, monkeypatch):
    site[FILE] = made()
    monkeypatch.setattr(releases, "download", partial(releases.download, site=releases.SITE))
    monkeypatch.setattr(releases, "CHUNK", len(made()) // 4)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert main(["firmware", "download", "10.0.3"]) == 0
    out, bar = capsys.readouterr()
    assert bar.split("\r")[1::3] == [f"[{'#' * 10}{' ' * 30}]  25 % of 16 KB",
                                     f"[{'#' * 40}] 100 % of 16 KB\n"]
    assert releases.find("pyportal").version == "10.0.3"
    assert out == f"added {releases.find('pyportal').path}\n"
    monkeypatch.setattr("sys.stderr.isatty", lambda: False)
    assert main(["firmware", "download", "10.0.3"]) == 0
    assert capsys.readouterr() == (out, "")


@pytest.mark.parametrize(("answer", "words"), [
    (404, "has no CircuitPython 10.0.3 for the pyportal (error 404)"),
    ((made()[:5000], len(made())), "broke off after"),
    (b"<html>log in first</html>", "is not a UF2 file")], ids=["missing", "cut", "else"])
def test_a_download_that_fails_says_so_and_leaves_nothing(site, own_files, answer, words):
    site[FILE] = answer
    with pytest.raises(ValueError) as caught:
        releases.download("10.0.3", site=releases.SITE)
    assert words in str(caught.value) and "\n" not in str(caught.value)
    assert not own_files.exists()


def test_offline_a_sentence_says_how_to_get_the_file(own_files):
    with pytest.raises(ValueError) as caught:
        releases.download("10.0.3", site="http://127.0.0.1:9")
    assert str(caught.value).startswith("cannot reach http://127.0.0.1:9 (")
    assert "pyportal-sim firmware add FILE" in str(caught.value)
    assert not own_files.exists()


def test_a_portal_says_what_is_wrong_with_its_firmware(tmp_path):
    (tmp_path / "code.py").touch()
    (tmp_path / "bad.uf2").write_bytes(b"no")
    with pytest.raises(ValueError, match=r"bad\.uf2 is not a UF2 file"):
        PyPortal(tmp_path, engine="firmware", firmware=tmp_path / "bad.uf2")
    with pytest.raises(ValueError, match="firmware= is for engine='firmware'"):
        PyPortal(tmp_path, firmware=tmp_path / "bad.uf2")


@pytest.mark.parametrize(("arguments", "words"), [
    (["--firmware=x.uf2"], "--firmware is for --engine firmware"),
    (["--engine=firmware", "--debug"], "--debug needs to see the program's lines"),
    (["--engine=firmware", "--profile=p.txt", "--headless"], "--profile needs to see"),
    (["--engine=firmware", "--loose"], "--loose is for the Python engine"),
    (["--engine=firmware", "--speed-of=desk"], "--speed-of desk is for the Python engine"),
])
def test_options_that_a_firmware_cannot_have_are_refused(tmp_path, capsys, arguments, words):
    (tmp_path / "code.py").touch()
    assert main([str(tmp_path), *arguments]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there are no devices")
@pytest.mark.parametrize("name", ["/dev/zero", "/dev/null"])
def test_a_device_is_no_firmware(name):
    with pytest.raises(ValueError, match=f"the firmware {name}: it is no file"):
        releases.find("pyportal", name)


def test_a_huge_file_is_not_read(tmp_path):
    with open(tmp_path / "huge.uf2", "wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(ValueError, match="is too large for a firmware"):
        releases.find("pyportal", tmp_path / "huge.uf2")
