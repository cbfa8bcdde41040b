# SPDX-License-Identifier: MIT
"""An HTTP server on a wire: reads requests as they come, asks the host's function, answers."""

import traceback
from collections.abc import Callable, Iterator
from typing import Any

from ..clock import SECOND
from .answer import Answer
from .conditions import Conditions
from .request import BadRequest, Parsed, Request, parse
from .wire import Wire

HostFunction = Callable[[Request], Any]
# A server closes a connection on which nothing more is asked.
IDLE_NS = 60 * SECOND
# A program that asks for days must not fill the computer's memory.
KEPT = 10_000
LOGIN = "<html><title>Welcome</title>Please log in to use this network.</html>"


class HttpPeer:
    """One connection, which stays open until one of both says that it closes."""

    def __init__(self, network: Conditions, wire: Wire, function: HostFunction):
        self._network = network
        self._wire = wire
        self._function = function
        self._received = b""

    def receive(self, data: bytes) -> None:
        self._received += data
        for parsed in self._requests():
            self._serve(parsed)

    def closed(self) -> None:
        self._received = b""

    def _requests(self) -> Iterator[Parsed]:
        while self._received:
            try:
                parsed = parse(self._received)
            except BadRequest:
                self._received = b""
                self._send(Answer.of((400, {"Connection": "close"}, "Bad Request")), "")
                return
            if parsed is None:
                return
            self._received = parsed.rest
            yield parsed

    def _serve(self, parsed: Parsed) -> None:
        host, port = self._wire.far
        request = Request(host, port, parsed.method, parsed.path, parsed.headers, parsed.body,
                          self._wire.now() / SECOND)
        self._network.requests.append(request)
        del self._network.requests[:-KEPT]
        answer = self._network.faults.spoil(self._answer(request), host)
        closes = str(parsed.headers.get("connection", "")).lower() == "close"
        self._send(answer, parsed.method, closes)

    def _answer(self, request: Request) -> Answer:
        if self._network.faults.strikes("captive", request.host) is not None:
            return Answer.of((200, {"Content-Type": "text/html"}, LOGIN))
        try:
            answer = Answer.of(self._function(request))
        except Exception:
            self._network.remark(f"the host {request.host} failed to answer {request.method} "
                                 f"{request.path}:\n{traceback.format_exc()}")
            return Answer.of(500)
        self._network.recorder.exchange(request, answer)
        return answer

    def _send(self, answer: Answer, method: str, closes: bool = False) -> None:
        """All of it, or as much as a fault lets through."""
        network, wire = self._network, self._wire
        body = b"" if method == "HEAD" else answer.sent_body()
        cut = network.faults.strikes("cut", wire.far[0])
        if cut is not None:
            body = body[:cut]
        if network.faults.strikes("silent", wire.far[0]) is not None:
            return
        wire.deliver(answer.head() + body, network.latency_ns, network.speed_to(wire.far[0]))
        closes = closes or answer.closes or cut is not None
        wire.hang_up(0 if closes else IDLE_NS)
