# SPDX-License-Identifier: MIT
"""Requests that no browser sends, foreign names, silent connections and limits."""

import json
import socket
import sys
from contextlib import ExitStack, suppress
from urllib.request import urlopen

import pytest

from tests.support import hang, seeds
from tests.support.network import claims, serving
from tests.support.network.claims import TOKEN
from tests.support.paths import ROOT
from tools.scoreboard import settings

HERE = ROOT / "tools" / "scoreboard"
GET = "GET {} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n"
POST = (b"POST /results HTTP/1.1\r\nHost: %b\r\nConnection: close\r\n"
        b"Content-Length: %d\r\n\r\n%b")
ESCAPES = ["/../pyproject.toml", "/../../../../../../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd",
           "/..%5c..%5cetc%5cpasswd", "//etc/passwd", "/%2fetc/passwd", "/%00/etc/passwd",
           "/style.css/../settings.py", "/style.css%00.py", "/style.css%2f..%2fsettings.py",
           "/settings.py", "/scoreboard.toml", "/games.sqlite", "/games/1/../../settings.py",
           "/.git/config", "/;/settings.py", "http://evil.example/style.css",
           "https://localhost/../../etc/passwd", "file:///etc/passwd", "*", "/%ff%fe",
           "/%C0%AE%C0%AE/etc/passwd", "/%u002e%u002e/etc/passwd", "/a" * 2000]
FOREIGN = ["", " ", "evil.example", "evil.example:8080", "localhost.evil.example", "xlocalhost",
           "evil.example#localhost", "localhost/../../../../etc/passwd?", "localhost?x",
           "localhost\\@evil.example", "evil.example@localhost", "localhost:80:80", "localhost:-1",
           "localhost,evil.example", "localhost evil.example", "http://localhost", "[localhost]",
           "[::1", "[::2]", "127.0.0.2", "2130706433", "0x7f000001", "127.0.0.1.nip.io", "0.0.0.0",
           "[fe80::1%25eth0]", "*", ".", "fritz.box", "pi.fritz.box.evil.example", "löcalhost",
           "%6cocalhost", "localhost%00", "a." * 2000]
PATHS = "/", "/style.css", "/games/1", "/nothing"
OWN = ("127.0.0.1", "127.0.0.1:80", "127.0.0.1:", "localhost", "LocalHost:8080", "localhost.",
       "pi.fritz.box", "PI.fritz.box.:80", "[::ffff:127.0.0.1]:80")


@pytest.fixture
def port(serve):
    return serve(names=["pi.fritz.box"]).port


def asked(port, path, host):
    return serving.raw(port, GET.format(path, host).encode("latin-1"))


def test_the_files_are_the_scoreboards_own(port):
    for name in "style.css", "player.js":
        assert asked(port, f"/{name}", "localhost") == (200, (HERE / name).read_bytes())


def test_no_answer_names_the_software(port):
    with urlopen(f"http://127.0.0.1:{port}/", timeout=hang.HANG_S) as answer:
        assert answer.headers["Server"] is None


def test_no_path_reaches_another_file(port):
    for path in ESCAPES:
        status, body = asked(port, path, "localhost")
        assert status in (307, 400, 404) and b"root:" not in body and b"SPDX" not in body, path


def test_it_answers_to_its_own_names(port, monkeypatch):
    name = socket.gethostname()
    computers = name, name.upper(), name.split(".")[0], f"{name.split('.')[0]}.local"
    assert [host for host in (*OWN, *computers) if asked(port, "/", host)[0] != 200] == []
    monkeypatch.setattr(socket, "gethostname", lambda: "Pi.Fritz.Box")
    monkeypatch.setattr(settings, "own_address", lambda: "192.168.1.5")
    assert settings.own_names() == {"localhost", "192.168.1.5", "pi.fritz.box", "pi", "pi.local"}


@pytest.mark.parametrize("path", PATHS)
def test_it_answers_to_no_other_name(port, path):
    for host in FOREIGN:
        status, body = asked(port, path, host)
        assert status in (400, 421) and b"root:" not in body and b"<h2>" not in body, host


def test_a_foreign_name_is_said_with_what_to_configure(port):
    status, body = asked(port, "/", "<b>.evil.example")
    assert status == 421 and b"hosts in scoreboard.toml" in body and b"<b>" not in body
    for body in b"", json.dumps(claims.won(seeds.chance(1), token=claims.TOKEN)).encode():
        status, answer = serving.raw(port, POST % (b"pi.lan", len(body), body))
        assert (status, json.loads(answer)["error"]) == (421, (
            "The scoreboard is not known as 'pi.lan': if that is its name, add it to hosts in"
            " scoreboard.toml and restart the scoreboard."))
    assert b"No game was posted yet." in asked(port, "/", "localhost")[1]


@pytest.mark.parametrize("lines", [
    "GET / HTTP/1.1",
    "GET / HTTP/0.9",
    "GET /",
    "GET / HTTP/1.1|Host: localhost|Host: localhost",
    "GET / HTTP/1.1|Host: localhost|Host: evil.example",
    "GET / HTTP/1.1|Host: evil.example|Host: localhost",
    "GET / HTTP/1.1|X-Forwarded-Host: localhost|Host: evil.example|Connection: close",
    "GET / HTTP/1.1|Forwarded: host=localhost|Host: evil.example|Connection: close",
    "GET http://localhost/ HTTP/1.1|Host: evil.example|Connection: close",
    "GET / HTTP/1.1| Host: localhost",
    "GET / HTTP/1.1|Host : localhost",
    "GET /|Host: localhost HTTP/1.1",
    "GET / / HTTP/1.1|Host: localhost",
    "\x16\x03\x01\x02\x00\x01\x00\x01ü\x03\x03",
    "\x00\x00\x00",
    "||||",
    "POST /results HTTP/1.1|Host: localhost|Content-Length: -1",
    "POST /results HTTP/1.1|Host: localhost|Content-Length: 1, 2",
    "POST /results HTTP/1.1|Host: localhost|Transfer-Encoding: gzip",
    "POST /results HTTP/1.1|Host: localhost|Transfer-Encoding: chunked||xyz"])
def test_what_is_no_request_gets_nothing(port, lines):
    status, body = serving.raw(port, lines.replace("|", "\r\n").encode("latin-1") + b"\r\n\r\n")
    assert status in (0, 400, 421) and b"<h2>" not in body
    assert asked(port, "/", "localhost")[0] == 200


MOST, IDLE = 40, 60
HEAD = "POST /results HTTP/1.1\r\nHost: localhost\r\n"
# The bytes that each client sends before it falls silent.
BEGUN = {
    "nothing": "", "a letter": "G", "a request line": "GET / HTTP/1.1\r\n", "half a head": HEAD,
    "no body": HEAD + "Content-Length: 500\r\n\r\n",
    "half a body": HEAD + "Content-Length: 500\r\n\r\n{",
    "a chunk": HEAD + "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n",
    "a whole request": "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
}


@pytest.fixture
def narrow(monkeypatch):
    """Lets a server that is started afterwards bear fewer connections than else."""
    from tools.scoreboard import connections

    monkeypatch.setattr(connections, "MOST_WAITING", MOST)
    monkeypatch.setitem(connections.OPTIONS, "limit_concurrency", 2 * MOST)


@pytest.fixture
def crowd():
    """Opens so many connections to a port that send the same."""
    with ExitStack() as stack:
        def gather(port, count, begun):
            made = [stack.enter_context(socket.create_connection(("127.0.0.1", port)))
                    for _ in range(count)]
            for each in made:
                with suppress(OSError):  # it may have had to go
                    each.sendall(begun.encode())
            return made
        yield gather


@pytest.mark.parametrize("begun", ["nothing", "half a body", "a whole request"])
def test_a_crowd_that_says_nothing_keeps_nobody_out(narrow, client, crowd, begun):
    crowd(client.port, IDLE, BEGUN[begun])
    for number in range(5):
        asking = serving.Client(client.port)
        assert asking.get("/")[0] == 200
        assert asking.post(claims.won(seeds.chance(number)))[0] == 201
        asking.close()
        crowd(client.port, IDLE // 10, BEGUN[begun])


@pytest.mark.parametrize("begun", BEGUN.values(), ids=BEGUN)
def test_nobody_waits_for_ever(serve, begun, monkeypatch):
    from tools.scoreboard import connections

    monkeypatch.setattr(connections, "PATIENCE_S", 0.01)
    with socket.create_connection(("127.0.0.1", serve().port), hang.HANG_S) as made:
        made.sendall(begun.encode())
        with suppress(ConnectionResetError):
            while made.recv(10_000):
                pass


@pytest.mark.skipif(sys.platform != "linux", reason="another address of this computer is needed")
def test_a_crowd_takes_places_of_its_own_address_only(narrow, serve, crowd):
    port = serve().port
    with socket.create_connection(("127.0.0.1", port), source_address=("127.0.0.2", 0)) as early:
        early.sendall(b"GET / HTTP/1.1\r\n")
        with suppress(ConnectionResetError):
            assert crowd(port, IDLE, "G")[0].recv(1) == b""
        early.sendall(b"Host: localhost\r\n\r\n")
        assert early.makefile("rb").readline() == b"HTTP/1.1 200 OK\r\n"


def test_a_request_in_two_parts_is_answered_as_one(serve):
    body = json.dumps({"token": TOKEN, **claims.won(seeds.chance(1))}).encode()
    head = f"{HEAD}Connection: close\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    whole = head + body
    for at in 1, len(head) - 1, len(head), len(head) + 10, len(whole) - 1:
        with socket.create_connection(("127.0.0.1", serve().port)) as made:
            made.sendall(whole[:at])
            made.sendall(whole[at:])
            assert made.makefile("rb").readline() == b"HTTP/1.1 201 Created\r\n"
