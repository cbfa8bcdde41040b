# SPDX-License-Identifier: MIT
"""Requests that no browser sends: none gets a file but the scoreboard's, or by a foreign name."""

import json
import socket
import tomllib

import pytest
from packaging.requirements import Requirement

from tests.support import seeds
from tests.support.network import claims, forgeries, serving
from tests.support.paths import ROOT
from tools.scoreboard import hosts

HERE = ROOT / "tools" / "scoreboard"
GET = "GET {} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n"
POST = (b"POST /results HTTP/1.1\r\nHost: %b\r\nConnection: close\r\n"
        b"Content-Length: %d\r\n\r\n%b")
# Paths that mean a file elsewhere to somebody.
ESCAPES = (
    "/../pyproject.toml", "/../../etc/passwd", "/../../../../../../../../etc/passwd",
    "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2f..%2fetc%2fpasswd", "/..%5c..%5cetc%5cpasswd",
    "/..\\..\\etc\\passwd", "//etc/passwd", "///etc/passwd", "/%2fetc/passwd", "/%00/etc/passwd",
    "/style.css/../settings.py", "/style.css%00.py", "/style.css/", "/./style.css", "/STYLE.CSS",
    "/style.css%2f..%2fsettings.py", "/settings.py", "/server.py", "/scoreboard.toml",
    "/games.sqlite", "/games/../scoreboard.toml", "/games/1/../../settings.py", "/player.js.map",
    "/__init__.py", "/.git/config", "/%2e/settings.py", "/;/settings.py", "/a" * 2000,
    "http://localhost/settings.py", "http://evil.example/", "http://evil.example/style.css",
    "https://localhost/../../etc/passwd", "file:///etc/passwd", "*", "localhost:80", "style.css",
    "/%ff%fe", "/%C0%AE%C0%AE/etc/passwd", "/%E2%80%A5/etc/passwd", "/%u002e%u002e/etc/passwd",
)
PATHS = "/", "/style.css", "/player.js", "/games/1", "/nothing", "/custom/5x5-3"
OWN = ("127.0.0.1", "127.0.0.1:80", "127.0.0.1:", "localhost", "LocalHost:8080", "localhost.",
       "pi.fritz.box", "PI.fritz.box.:80", "[::ffff:127.0.0.1]:80")
FOREIGN = (
    "", " ", "evil.example", "evil.example:8080", "localhost.evil.example", "localhostx",
    "xlocalhost",
    "evil.example#localhost", "evil.example/localhost", "localhost/../../../../etc/passwd?",
    "x/../../../../etc/passwd?", "x/../../../../etc/passwd#", "localhost/x", "localhost?x",
    "localhost#x", "localhost\\x", "localhost\\@evil.example", "evil.example@localhost",
    "localhost@evil.example", "user:word@localhost", "localhost:80:80", "localhost:x",
    "localhost:-1", "localhost:123456", "localhost,evil.example", "localhost, localhost",
    "localhost evil.example", "http://localhost", "//localhost", "localhost/", "[localhost]",
    "[::1", "::1", "[::2]", "127.0.0.2", "127.1", "2130706433", "0x7f000001", "0177.0.0.1",
    "127.0.0.1.nip.io", "8.8.8.8", "0.0.0.0", "[::]", "[fe80::1%25eth0]", "*", ".", "..", "-",
    "fritz.box", "x.pi.fritz.box", "pi.fritz.box.evil.example", "l\xf6calhost", "%6cocalhost",
    "localhost%00", "a" * 300, "a." * 2000,
)


@pytest.fixture
def port(serve):
    return serve(names=["pi.fritz.box"]).port


def asked(port, path, host):
    return serving.raw(port, GET.format(path, host).encode("latin-1"))


def test_the_files_are_the_scoreboards_own(port):
    for name in "style.css", "player.js":
        assert asked(port, f"/{name}", "localhost") == (200, (HERE / name).read_bytes())


@pytest.mark.parametrize("path", ESCAPES)
def test_no_path_reaches_another_file(port, path):
    status, body = asked(port, path, "localhost")
    assert status in (307, 400, 404) and b"root:" not in body and b"SPDX" not in body


def test_what_a_request_says_of_its_address_is_not_looked_at(port, monkeypatch):
    """Starlette 1.0.0 makes the address, path and all, of whatever the Host header says."""
    from starlette.requests import Request

    for url in "http://x/settings.py", "http://x/../../pyproject.toml", "http://x//etc/passwd":
        monkeypatch.setattr(Request, "url", property(lambda request, url=url: _url(url)))
        assert asked(port, "/style.css", "localhost") == (200, (HERE / "style.css").read_bytes())


def _url(text):
    from starlette.datastructures import URL

    return URL(text)


def test_starlettes_that_do_so_are_not_installed():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for extra in "scoreboard", "test":
        asked_for = map(Requirement, project["optional-dependencies"][extra])
        specifier = next(each.specifier for each in asked_for if each.name == "starlette")
        assert "1.0.0" not in specifier and "1.0.1" in specifier


@pytest.mark.parametrize("host", OWN)
def test_it_answers_to_its_own_names(port, host):
    assert asked(port, "/", host)[0] == 200


def test_it_knows_the_computers_names(port, monkeypatch):
    name = socket.gethostname()
    for host in name, name.upper(), name.split(".")[0], f"{name.split('.')[0]}.local":
        assert asked(port, "/", host)[0] == 200
    monkeypatch.setattr(socket, "gethostname", lambda: "Pi.Fritz.Box")
    monkeypatch.setattr(hosts, "own_address", lambda: "192.168.1.5")
    assert hosts.own() == {"localhost", "192.168.1.5", "pi.fritz.box", "pi", "pi.local"}


@pytest.mark.parametrize("path", PATHS)
def test_it_answers_to_no_other_name(port, path):
    for host in FOREIGN:
        status, body = asked(port, path, host)
        assert status in (400, 421) and b"root:" not in body and b"<h2>" not in body, host


def test_a_foreign_name_is_said_with_what_to_configure(port):
    status, body = asked(port, "/", "<b>.evil.example")
    assert status == 421 and b"hosts in scoreboard.toml" in body and b"<b>" not in body
    for body in b"", json.dumps(claims.won(seeds.chance(1), token=forgeries.TOKEN)).encode():
        status, told = serving.raw(port, POST % (b"pi.lan", len(body), body))
        assert (status, json.loads(told)["error"]) == (421, (
            "The scoreboard is not known as 'pi.lan': if that is its name, add it to hosts in"
            " scoreboard.toml and restart the scoreboard."))
    assert b"No game was posted yet." in asked(port, "/", "localhost")[1]


@pytest.mark.parametrize("lines", [
    "GET / HTTP/1.1", "GET / HTTP/1.0", "GET / HTTP/0.9", "GET /",
    "GET / HTTP/1.1|Host: localhost|Host: localhost",
    "GET / HTTP/1.1|Host: localhost|Host: evil.example",
    "GET / HTTP/1.1|Host: evil.example|Host: localhost",
    "GET / HTTP/1.0|Host: localhost|Host: evil.example",
    "GET / HTTP/1.1|X-Forwarded-Host: localhost|Host: evil.example|Connection: close",
    "GET / HTTP/1.1|Forwarded: host=localhost|Host: evil.example|Connection: close",
    "GET http://localhost/ HTTP/1.1|Host: evil.example|Connection: close",
    "GET / HTTP/1.1| Host: localhost", "GET / HTTP/1.1|Host : localhost",
    "GET  / HTTP/1.1|Host: localhost", "GET /|Host: localhost HTTP/1.1",
    "GET / / HTTP/1.1|Host: localhost", "GET\t/ HTTP/1.1|Host: localhost",
    "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", "\0\0\0", "||||", "CONNECT", "\xff\xfe",
    "POST /results HTTP/1.1|Host: localhost|Content-Length: -1",
    "POST /results HTTP/1.1|Host: localhost|Content-Length: 1, 2",
    "POST /results HTTP/1.1|Host: localhost|Transfer-Encoding: gzip",
    "POST /results HTTP/1.1|Host: localhost|Transfer-Encoding: chunked||xyz",
])
def test_what_is_no_request_gets_nothing(port, lines):
    status, body = serving.raw(port, lines.replace("|", "\r\n").encode("latin-1") + b"\r\n\r\n")
    assert status in (0, 400, 421) and b"<h2>" not in body
    assert asked(port, "/", "localhost")[0] == 200
