# SPDX-License-Identifier: MIT
"""Requests that no browser sends, foreign names, silent connections and limits."""

import asyncio
import json
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress

import pytest

from tests.support import hang, seeds
from tests.support.network import claims, serving
from tests.support.network.claims import TOKEN
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


def test_no_path_reaches_another_file(port):
    for path in ESCAPES:
        status, body = asked(port, path, "localhost")
        assert status in (307, 400, 404) and b"root:" not in body and b"SPDX" not in body, path


def test_what_a_request_says_of_its_address_is_not_looked_at(port, monkeypatch):
    """Starlette 1.0.0 makes the address, path and all, of whatever the Host header says."""
    from starlette.datastructures import URL
    from starlette.requests import Request

    for url in "http://x/settings.py", "http://x/../../pyproject.toml", "http://x//etc/passwd":
        monkeypatch.setattr(Request, "url", property(lambda request, url=url: URL(url)))
        assert asked(port, "/style.css", "localhost") == (200, (HERE / "style.css").read_bytes())


def test_it_answers_to_its_own_names(port, monkeypatch):
    name = socket.gethostname()
    computers = name, name.upper(), name.split(".")[0], f"{name.split('.')[0]}.local"
    assert [host for host in (*OWN, *computers) if asked(port, "/", host)[0] != 200] == []
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
    for body in b"", json.dumps(claims.won(seeds.chance(1), token=claims.TOKEN)).encode():
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


IDLE = 300
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
def crowd():
    """Opens so many connections to a port that send the same."""
    with ExitStack() as stack:
        def gather(port, count, begun):
            for _ in range(count):
                made = stack.enter_context(socket.create_connection(("127.0.0.1", port)))
                with suppress(OSError):  # it may have had to go
                    made.sendall(begun.encode())
        yield gather


@pytest.mark.parametrize("begun", BEGUN.values(), ids=BEGUN)
def test_a_crowd_that_says_nothing_keeps_nobody_out(serve, crowd, begun):
    client = serve()
    crowd(client.port, IDLE, begun)
    for number in range(5):
        asking = serving.Client(client.port)
        assert asking.get("/")[0] == 200
        assert asking.post(claims.won(seeds.chance(number)))[0] == 201
        asking.close()
        crowd(client.port, IDLE // 10, begun)


class Transport(asyncio.Transport):
    """A transport from an address; `aborted` tells whether it was ended."""

    def __init__(self, address):
        super().__init__({"peername": (address, 5000), "sockname": ("127.0.0.1", 80)})
        self.aborted = False
        self.sent = b""

    def abort(self):
        self.aborted = True

    close = abort

    def is_closing(self):
        return self.aborted

    def write(self, data):
        self.sent += data

    def pause_reading(self):
        """It may always be read."""

    resume_reading = pause_reading


def run(scene):
    """A scene of connections to an application that waits for a request's body, and answers."""
    async def application(scope, receive, send):
        while (await receive()).get("more_body"):
            pass
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def play():
        import uvicorn
        from uvicorn.server import ServerState

        from tools.scoreboard import connections

        config = uvicorn.Config(application, log_level="critical", **connections.OPTIONS)
        config.load()
        state = ServerState()

        def connect(address):
            transport = Transport(address)
            made = connections.Connection(config, state, {})
            made.connection_made(transport)
            return made

        await scene(connect, connections)

    # In a thread of its own: a browser's tests leave an event loop running in this one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, asyncio.wait_for(play(), hang.HANG_S)).result()


def test_who_waits_longest_goes_of_the_address_that_has_most():
    async def scene(connect, connections):
        early = connect("10.0.0.1")
        many = [connect("10.0.0.2") for _ in range(connections.MOST_WAITING)]
        assert [each.transport.aborted for each in many[:2]] == [True, False]
        late = connect("10.0.0.3")
        assert [each.transport.aborted for each in many[:3]] == [True, True, False]
        assert not (early.transport.aborted or late.transport.aborted)

    run(scene)


def test_what_is_being_answered_is_not_in_the_way():
    async def scene(connect, connections):
        asked = connect("10.0.0.1")
        asked.data_received(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert asked.waits is None
        for _ in range(2 * connections.MOST_WAITING):
            connect("10.0.0.1")
        assert not asked.transport.aborted
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert asked.transport.sent.startswith(b"HTTP/1.1 200") and asked.waits

    run(scene)


@pytest.mark.parametrize("begun", BEGUN.values(), ids=BEGUN)
def test_nobody_waits_for_ever(begun, monkeypatch):
    async def scene(connect, connections):
        monkeypatch.setattr(connections, "PATIENCE_S", 0.01)
        made = connect("10.0.0.1")
        if begun:
            made.data_received(begun.encode())
        while not made.transport.aborted:
            await asyncio.sleep(0.01)
        made.connection_lost(None)
        assert made.waits is None

    run(scene)


def test_a_request_in_two_parts_is_answered_as_one(serve):
    body = json.dumps({"token": TOKEN, **claims.won(seeds.chance(1))}).encode()
    head = f"{HEAD}Connection: close\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    whole = head + body
    for at in 1, len(head) - 1, len(head), len(head) + 10, len(whole) - 1:
        with socket.create_connection(("127.0.0.1", serve().port)) as made:
            made.sendall(whole[:at])
            made.sendall(whole[at:])
            assert made.makefile("rb").readline() == b"HTTP/1.1 201 Created\r\n"


def test_a_burst_then_one_in_so_many_seconds_for_each_of_so_many_addresses():
    from tools.scoreboard.server import ADDRESSES, SECONDS_EACH, Rates

    rates = Rates(burst=3)
    assert [rates.wait("a", 100) for _ in range(5)] == [0, 0, 0, SECONDS_EACH, SECONDS_EACH]
    assert rates.wait("b", 100) == 0
    assert [rates.wait("a", 100 + SECONDS_EACH) for _ in range(2)] == [0, SECONDS_EACH]
    assert [rates.wait("a", 1000) for _ in range(4)] == [0, 0, 0, SECONDS_EACH]
    for number in range(3 * ADDRESSES):
        rates.wait(str(number), 2000)
    assert len(rates._rested) == ADDRESSES
    assert [rates.wait(str(3 * ADDRESSES - 1), 2000) for _ in range(3)][-1] > 0
