# SPDX-License-Identifier: MIT
"""A scoreboard at the loopback: in a thread of this process, or in a process that can be killed."""

import json
import socket
import subprocess
import sys
import threading
from contextlib import contextmanager
from http.client import HTTPConnection
from importlib.util import find_spec

from tests.support import hang
from tests.support.network.claims import TOKEN
from tests.support.paths import ROOT

MISSING = [name for name in ("starlette", "uvicorn") if not find_spec(name)]
REASON = f"the scoreboard needs {' and '.join(MISSING)}: pip install -e '.[scoreboard]'"
# A server of its own, which kills itself before the statement that begins so comes `at` last.
PROGRAM = """
import os, signal, socket, sqlite3, sys
from pathlib import Path
import uvicorn
from tools.scoreboard import connections, server
folder, token, descriptor, start, at = sys.argv[1:]
left = int(at)
class Deadly(sqlite3.Connection):
    def execute(self, statement, *values):
        global left
        if statement.startswith(start):
            left -= 1
            if not left:
                os.kill(os.getpid(), signal.SIGKILL)
        return super().execute(statement, *values)
app = server.application(Path(folder), token, server.Rates(10**9))
connect = sqlite3.connect
sqlite3.connect = lambda *given, **others: connect(*given, factory=Deadly, **others)
config = uvicorn.Config(app, log_level="error", **connections.OPTIONS)
uvicorn.Server(config).run([socket.socket(fileno=int(descriptor))])
"""


class Client:
    """Asks over one connection, which is made again when the server has closed it."""

    def __init__(self, port):
        self.port = port
        self._connection = HTTPConnection("127.0.0.1", port, timeout=hang.HANG_S)

    def ask(self, method, path, body=None, headers=()):
        """(status, text)"""
        try:
            self._connection.request(method, path, body, dict(headers))
            answer = self._connection.getresponse()
            return answer.status, answer.read().decode()
        except OSError:
            self._connection.close()
            raise

    def post(self, claim, token=TOKEN):
        return self.send(json.dumps({"token": token, **claim}).encode())

    def send(self, body, **headers):
        status, text = self.ask("POST", "/results", body, headers.items())
        return status, json.loads(text)

    def get(self, path):
        return self.ask("GET", path)

    def close(self):
        self._connection.close()


def raw(port, request):
    """(status, what follows the head) of bytes that are sent as they are; 0 without an answer."""
    with socket.create_connection(("127.0.0.1", port), timeout=hang.HANG_S) as connection:
        connection.sendall(request)
        answer = bytearray()
        try:
            while part := connection.recv(1 << 16):
                answer += part
        except ConnectionResetError:
            pass
    head, _, body = bytes(answer).partition(b"\r\n\r\n")
    return int(head.split()[1]) if head else 0, body


def _listening():
    """Listen at any free port. Short data is sent at once, and answered before more is sent."""
    listening = socket.create_server(("127.0.0.1", 0))
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, True)
    return listening


@contextmanager
def served(app):
    """The port of an application that this process serves."""
    import uvicorn

    from tools.scoreboard import connections

    listening = _listening()
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical", **connections.OPTIONS))
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    try:
        yield listening.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()
        listening.close()


@contextmanager
def killable(folder, start, at):
    """(process, client) of a server that dies before the `at`th statement that begins so."""
    listening = _listening()
    port = listening.getsockname()[1]
    with listening:
        given = str(folder), TOKEN, str(listening.fileno()), start, str(at)
        process = subprocess.Popen([sys.executable, "-c", PROGRAM, *given], cwd=ROOT,
                                   pass_fds=[listening.fileno()])
    client = Client(port)
    try:
        yield process, client
    finally:
        client.close()
        process.kill()
        hang.wait(process)
