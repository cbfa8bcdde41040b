# SPDX-License-Identifier: MIT
"""A network made from a recording: its hosts answer as they did."""

import base64
import json
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from . import secrets
from .answer import Answer
from .hosts import Connection
from .network import Network
from .recording import FORM
from .request import Headers, Request


def replay(file: Path, network: Network) -> None:
    """Define the hosts of a recording. Raises ValueError for what is none."""
    try:
        whole = json.loads(file.read_bytes())
        fits = whole["form"] == FORM
    except (OSError, ValueError, KeyError, TypeError):
        fits = False
    if not fits:
        raise ValueError(f"{file} is no recording of a network")
    for (host, port), kept in _by_place(whole["http"]).items():
        network[f"{host}:{port}"] = _http(kept)
    for (host, port), kept in _by_place(whole["tcp"]).items():
        network.tcp(host, port, _conversations([each["steps"] for each in kept]))
    for (host, port), kept in _by_place(whole["udp"]).items():
        network.udp(host, port, _in_turn([_read(each) for each in kept]))


def _http(kept: list[dict[str, Any]]) -> Callable[[Request], Answer]:
    """The answers to one method and path come in their order; the last one stays."""
    answers = defaultdict(list)
    for each in kept:
        kept_answer = Answer(each["status"], Headers(each["headers"]), _read(each))
        answers[each["method"], each["path"]].append(kept_answer)

    def answer(request: Request) -> Answer:
        known = answers.get((request.method, secrets.without(request.path)))
        if not known:
            return Answer.of(404)
        return known.pop(0) if len(known) > 1 else known[0]

    return answer


def _conversations(connections: list[list[Any]]) -> type:
    """A class that replays the connections in their order; the last one stays."""

    class Replayed:
        def __init__(self, connection: Connection):
            self._connection = connection
            self._steps = list(connections.pop(0) if len(connections) > 1 else connections[0])
            self._sent = 0
            self.receive(b"")

        def receive(self, data: bytes) -> None:
            self._sent += len(data)
            while self._steps and self._steps[0][0] <= self._sent:
                came = self._steps.pop(0)[1]
                if came is None:
                    self._connection.close()
                else:
                    self._connection.send(base64.b64decode(came))

    return Replayed


def _in_turn(answers: list[bytes]) -> Callable[[bytes], bytes]:
    return lambda asked: answers.pop(0) if len(answers) > 1 else answers[0]


def _by_place(kept: list[dict[str, Any]]) -> dict[tuple[str, int], list[dict[str, Any]]]:
    places = defaultdict(list)
    for each in kept:
        places[each["host"], each["port"]].append(each)
    return places


def _read(kept: dict[str, Any]) -> bytes:
    return kept["body"].encode() if "body" in kept else base64.b64decode(kept["base64"])
