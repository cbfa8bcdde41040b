# SPDX-License-Identifier: MIT
"""A client of the Debug Adapter Protocol (microsoft.github.io/
debug-adapter-protocol): JSON behind a header with its length; requests, responses, events.
"""

import itertools
import json
import socket

from tests.support.hang import HANG_S


class DebugClient:
    """Attaches to a port of this computer. Refused requests raise RuntimeError."""

    def __init__(self, port):
        self._socket = socket.create_connection(("127.0.0.1", port), HANG_S)
        self._file = self._socket.makefile("rb")
        self._numbers = itertools.count(1)
        self._events = []

    def close(self):
        self._file.close()
        self._socket.close()

    def attach(self, breakpoints):
        """Set breakpoints, {file: lines}, and attach; return the accepted ones in the same form."""
        self.ask("initialize", adapterID="test", pathFormat="path")
        attached = self._send("attach", justMyCode=True)
        self.event("initialized")
        accepted = {file: self._break(file, lines) for file, lines in breakpoints.items()}
        self.ask("configurationDone")
        self._answer(attached)
        return accepted

    def _break(self, file, lines):
        answer = self.ask("setBreakpoints", source={"path": str(file)},
                          breakpoints=[{"line": line} for line in lines])
        return [point["line"] for point in answer["breakpoints"] if point["verified"]]

    def stopped(self):
        """Wait for the next stop; return (reason, thread)."""
        event = self.event("stopped")
        return event["reason"], event["threadId"]

    def stack(self, thread):
        """Return (frame, file, line, function) of each call, the innermost first."""
        frames = self.ask("stackTrace", threadId=thread)["stackFrames"]
        return [(frame["id"], frame.get("source", {}).get("path"), frame["line"], frame["name"])
                for frame in frames]

    def local(self, frame):
        """Return {name: text of its value}."""
        scopes = self.ask("scopes", frameId=frame)["scopes"]
        (locals_,) = (scope for scope in scopes if scope["name"] == "Locals")
        found = self.ask("variables", variablesReference=locals_["variablesReference"])
        return {variable["name"]: variable["value"] for variable in found["variables"]}

    def evaluate(self, frame, expression):
        return self.ask("evaluate", expression=expression, frameId=frame, context="repl")["result"]

    def ask(self, command, **arguments):
        return self._answer(self._send(command, **arguments))

    def _send(self, command, **arguments):
        number = next(self._numbers)
        content = json.dumps({"seq": number, "type": "request", "command": command,
                              "arguments": arguments}).encode()
        self._socket.sendall(b"Content-Length: %d\r\n\r\n%s" % (len(content), content))
        return number

    def _answer(self, number):
        while True:
            message = self._receive()
            if message["type"] == "event":
                self._events.append(message)
            elif message["type"] == "response" and message["request_seq"] == number:
                if not message["success"]:
                    raise RuntimeError(message.get("message"))
                return message.get("body", {})

    def event(self, name):
        while True:
            for message in self._events:
                if message["event"] == name:
                    self._events.remove(message)
                    return message.get("body", {})
            message = self._receive()
            if message["type"] == "event":
                self._events.append(message)

    def _receive(self):
        length = 0
        while line := self._file.readline().strip():
            name, _, value = line.partition(b":")
            length = int(value) if name == b"Content-Length" else length
        if not length:
            raise ConnectionError("the other end has gone")
        return json.loads(self._file.read(length))
