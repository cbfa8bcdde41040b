# SPDX-License-Identifier: MIT
"""Limits the idle connections of the web application, so that they cannot block other clients.

Uvicorn counts all connections and waits for a first request without end. Here a connection is
closed when its whole request has not arrived in time. When too many are waiting, the address with
the most of them loses the one that has waited longest.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_WAITING = 200
MOST_ANSWERED = 200
# Longer than the application waits for a body, so that it can answer with a message.
PATIENCE_S = 30


class Connection(H11Protocol):
    """A connection. `waits` is the timer that closes it, set until its request is complete."""

    waits: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()
        self._make_room()

    def handle_events(self) -> None:
        super().handle_events()
        if self.cycle and not self.cycle.more_body and not self.cycle.response_complete:
            self._wait_no_longer()

    def on_response_complete(self) -> None:
        """Limit the time for reading the answer and for the next request."""
        self._wait()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_longer()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._wait_no_longer()
        self.waits = self.loop.call_later(PATIENCE_S, self._give_up)

    def _wait_no_longer(self) -> None:
        if self.waits:
            self.waits.cancel()
            self.waits = None

    def _give_up(self) -> None:
        self._wait_no_longer()
        self.transport.abort()

    def _make_room(self) -> None:
        waiting = [*self._waiting()]
        if len(waiting) > MOST_WAITING:
            crowded, _ = Counter(each.address for each in waiting).most_common(1)[0]
            oldest = min((each for each in waiting if each.address == crowded), key=_gives_up)
            oldest._give_up()

    def _waiting(self) -> Iterator["Connection"]:
        for each in self.connections:
            if isinstance(each, Connection) and each.waits:
                yield each

    @property
    def address(self) -> str:
        return self.client[0] if self.client else ""


def _gives_up(connection: Connection) -> float:
    return connection.waits.when() if connection.waits else 0


# Uvicorn's settings; its own limit counts all connections.
OPTIONS: dict[str, Any] = {
    "http": Connection, "ws": "none", "lifespan": "off", "server_header": False,
    "limit_concurrency": MOST_WAITING + MOST_ANSWERED}
