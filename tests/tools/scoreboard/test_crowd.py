# SPDX-License-Identifier: MIT
"""Connections on which nothing comes, or too little: nobody else notices them."""

import asyncio
import json
import socket
from contextlib import ExitStack, suppress

import pytest

from tests.support import hang, seeds
from tests.support.network import claims, serving
from tests.support.network.forgeries import TOKEN

IDLE = 300
HEAD = "POST /results HTTP/1.1\r\nHost: localhost\r\n"
# What each of them sends before it falls silent.
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
    """Of a connection from an address; `aborted` tells whether it was ended."""

    def __init__(self, address):
        super().__init__({"peername": (address, 5000), "sockname": ("127.0.0.1", 80)})
        self.aborted = False
        self.sent = b""

    def abort(self):
        self.aborted = True

    def close(self):
        self.aborted = True

    def is_closing(self):
        return self.aborted

    def write(self, data):
        self.sent += data

    def pause_reading(self):
        pass

    def resume_reading(self):
        pass


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

    asyncio.run(asyncio.wait_for(play(), hang.HANG_S))


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
