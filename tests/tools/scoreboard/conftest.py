# SPDX-License-Identifier: MIT
"""A scoreboard that is served, and a client of it; skipped with a reason without its libraries."""

import pytest

from tests.support.network import serving
from tests.support.network.claims import TOKEN


@pytest.fixture(scope="session", autouse=True)
def libraries():
    if serving.MISSING:
        pytest.skip(serving.REASON)


@pytest.fixture
def serve(tmp_path):
    """Serves a new scoreboard with the rates and names that are given, and returns a client."""
    from contextlib import ExitStack

    from tools.scoreboard import server

    with ExitStack() as stack:
        def start(burst=10**9, names=(), token=TOKEN):
            app = server.application(tmp_path, token, server.Rates(burst), names)
            port = stack.enter_context(serving.served(app))
            client = serving.Client(port)
            stack.callback(client.close)
            return client

        yield start


@pytest.fixture
def client(serve):
    return serve()
