# SPDX-License-Identifier: MIT
"""Fixtures for the network without a board: its clock, and the remarks to the user."""

import http.client
import io

import pytest

from sim.clock import MS, SECOND, Clock
from sim.network.network import Network


class Caller:
    """Connects to hosts as the ESP32 does, and lets virtual time pass.

    `remarks` lists what the network has told the user, `failures` what its hosts have raised.
    """

    def __init__(self):
        self.clock = Clock(0)
        self.remarks, self.failures = [], []
        self.network = Network(remark=self.remarks.append, pass_on=self.failures.append)
        self.network.follow(self.clock)

    def wait(self, milliseconds):
        self.clock.advance(round(milliseconds * MS))

    def connect(self, host, port=80, sent=b""):
        """Return the wire to a host after sending bytes; raises ConnectionRefusedError."""
        wire = self.network.open(host, port, False)
        if wire is None:
            raise ConnectionRefusedError(host)
        if sent:
            wire.send(sent)
        return wire

    def read(self, wire, seconds=5):
        """Return all that arrives within these seconds."""
        found = b""
        for _ in range(seconds * 100):
            self.wait(10)
            found += wire.read(wire.available)
        return found

    def request(self, host, path="/", method="GET", body=None, **headers):
        """Return (status, headers, body) as Python's own HTTP client reads the answer."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: {host}",
                 *(f"{name.replace('_', '-')}: {value}" for name, value in headers.items())]
        if body is not None:
            lines.append(f"Content-Length: {len(body)}")
        sent = "\r\n".join([*lines, "", ""]).encode() + (body or b"")
        self.wire = self.connect(host, sent=sent)
        return parsed(self.read(self.wire), method)

    def until_all(self, wire, size):
        """Return the seconds until `size` bytes have arrived, read as they come."""
        start, found = self.clock.now, b""
        while len(found) < size:
            self.wait(1)
            found += wire.read(wire.available)
        return (self.clock.now - start) / SECOND


def parsed(data, method="GET"):
    """Return (status, headers, body) of an HTTP answer; raises http.client's exceptions."""
    response = http.client.HTTPResponse(_Socket(data), method=method)
    response.begin()
    return response.status, response.headers, response.read()


class _Socket:
    def __init__(self, data):
        self._data = data

    def makefile(self, mode):
        return io.BytesIO(self._data)


@pytest.fixture
def caller():
    return Caller()
