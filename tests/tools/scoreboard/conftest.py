# SPDX-License-Identifier: MIT
"""A scoreboard that is served, and a client of it; skipped with a reason without its libraries."""

import pytest

from tests.support.network import serving
from tests.support.network.claims import TOKEN


@pytest.fixture(scope="session", autouse=True)
def libraries():
    if serving.MISSING:
        pytest.skip(serving.REASON)


@pytest.fixture(scope="session")
def present():
    """([the application of the present test], the port of a server: it takes a while to end)"""
    apps = [None]

    async def app(scope, receive, send):
        await apps[0](scope, receive, send)

    with serving.served(app) as port:
        yield apps, port


@pytest.fixture
def serve(present, tmp_path):
    """Serves a new scoreboard with the rates and names that are given, and returns a client."""
    from tools.scoreboard import server

    apps, port = present
    client = serving.Client(port)

    def start(burst=10**9, names=(), token=TOKEN):
        apps[0] = server.application(tmp_path, token, server.Rates(burst), names)
        return client

    yield start
    client.close()


@pytest.fixture
def client(serve):
    return serve()
