# SPDX-License-Identifier: MIT
"""A scoreboard that is served, and a client of it; skipped with a reason without its libraries."""

import pytest

import serving
from forgeries import TOKEN


@pytest.fixture(scope="session", autouse=True)
def libraries():
    if serving.MISSING:
        pytest.skip(serving.REASON)


@pytest.fixture
def serve(tmp_path):
    """Serves a new scoreboard whose rates are those that are given, and returns a client."""
    from contextlib import ExitStack

    from tools.scoreboard import limits, server

    with ExitStack() as stack:
        def start(burst=10**9):
            app = server.application(tmp_path, TOKEN, limits.Rates(burst))
            port = stack.enter_context(serving.served(app))
            client = serving.Client(port)
            stack.callback(client.close)
            return client

        yield start
