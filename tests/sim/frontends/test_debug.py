# SPDX-License-Identifier: MIT
"""A debugger attached to a program, through a client of the debug adapter protocol."""

import json
import math
import re
import subprocess
import sys
from types import ModuleType

import pytest

from sim import PyPortal
from sim import __main__ as command
from sim.clock import Clock
from sim.engines.python import clocks, debugging
from sim.portal import DEBUG_PORT
from tests.support import hang
from tests.support.paths import ROOT
from tests.support.programs.debug_client import DebugClient
from tests.support.programs.programs import printed

HELPER = """def double(number):
    result = number * 2
    return result
"""
PROGRAM = """import time
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
    local = client.local(stack[0][0])
    assert (local["number"], local["result"]) == ("0", "0")
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
    assert (process.stdout.read(), process.stderr.read()) == (printed(drive), "")


def test_without_debugpy_the_command_says_what_to_install(drive, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "debugpy", None)
    assert command.main([str(drive), "--headless", "--debug"]) == 2
    assert capsys.readouterr().err == "debugpy is missing: pip install debugpy\n"


def test_the_documented_launch_file_names_the_port():
    page = (ROOT / "docs" / "simulator" / "debugging.md").read_text(encoding="utf-8")
    launch = json.loads(re.search(r"```json\n(.*?)```", page, re.DOTALL)[1])
    (one,) = launch["configurations"]
    where = {"host": debugging.HOST, "port": DEBUG_PORT}
    assert (one["request"], one["connect"]) == ("attach", where)


@pytest.fixture
def heard(monkeypatch):
    monkeypatch.setattr(debugging, "_listen", lambda port: port)


def test_code_names_the_computers_files_after_a_reset(drive, heard):
    with PyPortal(drive) as portal:
        assert portal.debug(1234).port == 1234
        for _ in range(2):
            assert portal.patience == math.inf
            portal.run(1)
            code = portal.engine.program.modules["helper"].double.__code__
            assert code.co_filename == str((drive / "helper.py").resolve())
            assert '  File "code.py", line 6, in <module>\n' in portal.serial
            portal.reset()


def test_a_portal_refuses_a_debugger_with_a_profile_or_after_the_start(drive, heard, tmp_path):
    with PyPortal(drive) as portal:
        with (portal.profile(tmp_path / "run.json"),
              pytest.raises(ValueError, match="in a debugger has no profile")):
            portal.debug()
        portal.debug()
        with pytest.raises(ValueError, match="in a debugger has no profile"):
            portal.profile(tmp_path / "run.json")
    with PyPortal(drive) as portal:
        portal.run(1)
        with pytest.raises(ValueError, match="for a program that has not begun"):
            portal.debug()


def test_the_clock_stands_still_for_calls_from_a_debugger_only():
    clock, events = Clock(0), []
    clock.at(50, lambda: events.append(clock.now))
    clocks.hold(clock)
    asking = ModuleType("_pydevd_bundle.pydevd_vars")
    exec("def ask(move): move(100)", asking.__dict__)
    for move in clock.advance, clock.wait, clock.beat:
        asking.ask(move)
        assert (clock.now, events) == (0, [])
    clock.advance(100)
    assert (clock.now, events) == (100, [50])
