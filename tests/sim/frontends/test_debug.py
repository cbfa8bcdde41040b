# SPDX-License-Identifier: MIT
"""A debugger attached to a program, through a client of the Debug Adapter Protocol.

The protocol (microsoft.github.io/debug-adapter-protocol) is JSON behind a header with its length.
"""

import itertools
import json
import socket
import subprocess
import sys

import pytest

from sim import command
from tests.support import hang
from tests.support.hang import HANG_S
from tests.support.paths import ROOT
from tests.support.programs.programs import printed


class DebugClient:
    """Attaches to a port of this computer."""

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
            if message["type"] == "response" and message["request_seq"] == number:
                assert message["success"], message
                return message.get("body", {})

    def event(self, name):
        while not (found := [event for event in self._events if event["event"] == name]):
            self._receive()
        self._events.remove(found[0])
        return found[0].get("body", {})

    def _receive(self):
        """Return the next message; an event is also kept until it is asked for."""
        length = 0
        while line := self._file.readline().strip():
            name, _, value = line.partition(b":")
            length = int(value) if name == b"Content-Length" else length
        if not length:
            raise ConnectionError("the other end has gone")
        message = json.loads(self._file.read(length))
        if message["type"] == "event":
            self._events.append(message)
        return message


HELPER = """def double(number):
    result = number * 2
    return result
"""
PROGRAM = """\
import time
import helper
for number in range(3):
    twice = helper.double(number)
    print(number, twice, time.monotonic_ns())
raise ValueError(twice)
"""


@pytest.fixture
def drive(write_program):
    folder = write_program(PROGRAM)
    (folder / "helper.py").write_text(HELPER)
    return folder


@pytest.fixture
def started(drive):
    """The command, started outside the drive's folder, and the client that it waits for."""
    pytest.importorskip("debugpy", reason="pip install debugpy")
    process = subprocess.Popen(
        [sys.executable, "-m", "sim", str(drive), "--headless", "--debug", "0"],
        cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    words, _, port = process.stderr.readline().rpartition(":")
    assert words == "waiting for a debugger at 127.0.0.1"
    client = DebugClient(int(port))
    yield process, client
    client.close()
    process.kill()
    process.communicate()


def test_a_program_stops_at_breakpoints_and_time_stands_still(started, drive):
    process, client = started
    helper, code = drive / "helper.py", drive / "code.py"
    assert client.attach({helper: [3], code: [5]}) == {helper: [3], code: [5]}
    why, thread = client.stopped()
    stack = client.stack(thread)
    assert why == "breakpoint"
    assert [call[1:] for call in stack] == [(str(helper), 3, "double"), (str(code), 4, "<module>")]
    assert client.evaluate(stack[0][0], "number, result") == "(0, 0)"
    client.evaluate(stack[0][0], "__import__('time').sleep(5)")
    client.ask("setBreakpoints", source={"path": str(helper)}, breakpoints=[])
    client.ask("continue", threadId=thread)
    client.stopped()
    assert client.stack(thread)[0][1:3] == (str(code), 5)
    client.ask("setBreakpoints", source={"path": str(code)}, breakpoints=[])
    client.ask("stepIn", threadId=thread)  # what it calls is the simulator's
    assert client.stopped()[0] == "step"
    assert client.stack(thread)[0][1:3] == (str(code), 3)
    client.ask("next", threadId=thread)
    assert client.stopped()[0] == "step"
    frame, *where = client.stack(thread)[0]
    assert where == [str(code), 4, "<module>"]
    assert client.evaluate(frame, "number + 10") == "11"
    client.ask("continue", threadId=thread)
    client.event("terminated")
    client.close()
    assert hang.wait(process) == 1
    assert (process.stdout.read(), process.stderr.read()) == (printed(drive, instant=False), "")


def test_without_debugpy_the_command_says_what_to_install(drive, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "debugpy", None)
    assert command.main([str(drive), "--headless", "--debug"]) == 2
    assert capsys.readouterr().err == "debugpy is missing: pip install debugpy\n"
