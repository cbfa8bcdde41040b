# SPDX-License-Identifier: MIT
"""The board's serial port: its bytes on both engines, pty and RFC 2217, and common tools."""

import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import serial

from sim import PyPortal
from sim.__main__ import main
from sim.engines.python.firmware import VERSION
from sim.frontends.serial import Telnet
from tests.support import firmware, hang
from tests.support.paths import ROOT
from tests.support.tables import rows

ENGINES = ["python", pytest.param("firmware", marks=pytest.mark.skipif(
    bool(firmware.missing()), reason=firmware.missing() or "-"))]
BOOT = 'import storage\nstorage.remount("/", readonly=False)\n'
CODE = "import time\nprint('hello')\nwhile True:\n    time.sleep(0.1)\n"
# Bytes to type, and a part of the bytes that the board then sends.
TALK = [[*map(eval, row)] for row in rows("talk.txt", __file__)]


def talk(engine, folder):
    """Return what the board sends after each line of TALK, with its version and date left out."""
    folder.mkdir()
    (folder / "code.py").write_text(CODE)
    sent, answers = bytearray(), []
    with PyPortal(folder, engine=engine) as portal:
        console = portal.board.console
        console.wire, console.attended, console.echo = sent.extend, True, True
        portal.run(1)
        for keys, _ in TALK:
            sent.clear()
            portal.type(keys)
            portal.run(0.5)
            if b"soft reboot" in sent:
                portal.run(3)
            answers.append(re.sub(rb"\d+\.\d+\.\d+( on [\d-]+)?", lambda found: (
                b"V on DATE" if found[1] else b"V"), bytes(sent)))
    return answers


def test_both_engines_send_the_same_bytes(tmp_path):
    answers = talk("python", tmp_path / "python")
    for (keys, wanted), answer in zip(TALK, answers, strict=True):
        assert wanted in answer, (keys, answer)
    if not firmware.missing():
        assert talk("firmware", tmp_path / "firmware") == answers


@pytest.fixture
def boards():
    """The processes that `board` has started."""
    started = []
    yield started
    for running in started:
        end(running)
        running.stdout.close()
        running.stderr.close()


def end(running):
    """End a board's process as Ctrl-C does."""
    running.send_signal(signal.SIGINT)
    assert hang.wait(running) == 0


@pytest.fixture
def board(tmp_path, boards):
    """A function that starts a board with a serial port, and returns the port's name."""
    def start(engine, port, *options):
        drive = tmp_path / "drive"
        drive.mkdir()
        (drive / "boot.py").write_text(BOOT)
        (drive / "code.py").write_text(CODE)
        running = subprocess.Popen(
            [sys.executable, "-m", "sim", drive, "--headless", "--engine", engine, "--serial",
             port, *options], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        boards.append(running)
        line = running.stderr.readline()
        assert line.startswith("the board's serial port is "), line + running.stderr.read()
        return line.split()[-1]

    return start


# Each tool's arguments after the port, and a pattern of what it prints. With CircuitPython,
# mpremote has no `ls`, which wants os.ilistdir, and its `cp` takes the board's message about a
# missing file for a failure.
TOOLS = {
    "mpremote": ([sys.executable, "-m", "mpremote", "connect", "PORT"], [
        ("resume exec \"print('hé', 6*7)\" + exec 'import sys; print(sys.implementation.name)'"
         " + run FILE", "hé 42\ncircuitpython\nfrom a file 1024\n"),
        ("touch :new.py + cp FILE :new.py + cp :new.py BACK",
         r"touch :new.py\s+cp \S+ :new.py\s+cp :new.py \S+\s*\Z"),
        ("ls", "(?s).*AttributeError.*ilistdir"),
        ("exec 1/0", "(?s).*ZeroDivisionError: division by zero"),
    ]),
    "ampy": ([sys.executable, "-c", "from ampy.cli import cli; cli()", "-p", "PORT"], [
        ("put FILE back.py", ""),
        ("run FILE", "from a file 1024\n"),
    ]),
}


@pytest.mark.skipif(os.name != "posix", reason="a pseudo-terminal needs Unix")
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("tool", TOOLS)
def test_a_tool_works(tool, engine, board, tmp_path):
    names = {"PORT": board(engine, tmp_path / "portal"), "FILE": tmp_path / "file.py",
             "BACK": tmp_path / "back.py"}
    names["FILE"].write_text("print('from a file', 2**10)\n")
    command, rows = TOOLS[tool]
    for arguments, wanted in rows:
        words = [str(names.get(word, word)) for word in command + shlex.split(arguments)]
        done = hang.run(words)
        assert re.match(wanted, done.stdout + done.stderr), (arguments, done)
    if tool == "mpremote":
        assert names["BACK"].read_text() == names["FILE"].read_text()
    assert Path(names["PORT"]).is_symlink()


@pytest.mark.skipif(os.name != "posix", reason="a pseudo-terminal needs Unix")
@pytest.mark.parametrize("engine", ENGINES)
def test_thonnys_back_end_works(engine, board, tmp_path):
    pytest.importorskip("tkinter", reason="Thonny needs tkinter")
    from thonny.common import InlineCommand, ToplevelCommand, serialize_message

    given = {"port": str(board(engine, tmp_path / "portal")), "clean": True, "submit_mode": None,
             "interrupt_on_connect": True, "sync_time": False, "utc_clock": True,
             "local_rtc": False,
             "restart_interpreter_before_run": False, "write_block_size": None,
             "read_block_size": None, "write_block_delay": None}
    with subprocess.Popen(
            [sys.executable, "-m", "thonny.plugins.circuitpython.cirpy_back", repr(given)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env={**os.environ, "THONNY_USER_DIR": str(tmp_path)}) as thonny:
        def said(pattern):
            lines = iter(thonny.stdout.readline, "")
            return next((line for line in lines if re.search(pattern, line)), None)

        try:
            assert said("ToplevelResponse.*Adafruit CircuitPython")
            for command, pattern in [
                    (ToplevelCommand("execute_source", source="print(6*7)\n"), r"data='42\\r\\n'"),
                    (None, "ToplevelResponse"),
                    (InlineCommand("get_dirs_children_info", id=1, node_id="", paths={"/"},
                                   include_hidden=False), "InlineResponse.*'boot.py'")]:
                if command:
                    thonny.stdin.write(serialize_message(command) + "\n")
                    thonny.stdin.flush()
                assert said(pattern), command
        finally:
            thonny.kill()


def test_circup_reads_the_drive(board, tmp_path):
    board("python", "tcp:0")
    (tmp_path / "drive" / "boot.py").unlink()
    library = tmp_path / "drive" / "lib" / "none.py"
    library.parent.mkdir()
    library.write_text('__version__ = "1.0.0"\n')
    done = hang.run(
        [sys.executable, "-c", "from circup import main; main()", "--offline", "--path",
         tmp_path / "drive", "uninstall", "none"], env={**os.environ, "HOME": str(tmp_path)})
    assert f"running CircuitPython {VERSION}" in done.stdout, done
    assert not library.exists(), done


def test_pyserial_opens_the_board_over_tcp_one_at_a_time(board, boards, tmp_path):
    """It records each byte that it sends."""
    url = board("python", "tcp:0", "--record", str(tmp_path / "run.txt"))
    with serial.serial_for_url(url, 9600, timeout=hang.HANG_S) as port:
        port.write(b"\xff\x03")
        assert b"Done" in port.read_until(b"reload.\r\n")
        port.write(b"\r\x01")
        port.read_until(b"exit\r\n>")
        port.write(b"import usb_cdc; usb_cdc.console.write(bytes((0, 255, 240, 10)))\x04")
        assert port.read_until(b"\x04\x04>") == b"OK\0\xff\xf0\n\x04\x04>"
        with pytest.raises(OSError):
            serial.serial_for_url(url)
    with serial.serial_for_url(url, timeout=hang.HANG_S) as port:
        port.write(b"\x02")
        assert VERSION.encode() in port.read_until(b">>> ")
    end(boards[0])
    assert r'send "ÿ\x03"' in (tmp_path / "run.txt").read_text()


# Bytes of a client in hex, the keys among them, and the answer, after RFC 854 and RFC 2217.
TELNET = [(sent, *told.split("|")) for sent, told in rows("telnet.txt", __file__)]


@pytest.mark.parametrize(("sent", "keys", "answer"), TELNET)
def test_commands_are_taken_out_of_the_keys_wherever_they_are_cut(sent, keys, answer):
    data = bytes.fromhex(sent)
    for cut in range(len(data) + 1):
        telnet = Telnet()
        told = telnet.decode(data[:cut]) + telnet.decode(data[cut:])
        assert (told.hex(" "), telnet.answers.hex(" ")) == (keys.strip(), answer.strip()), cut


@pytest.mark.parametrize(("arguments", "sentence"), [
    (["--serial", "tcp:x"], "write tcp:4000"),
    (["--serial", "."], "name the drive before --serial"),
])
def test_a_port_that_cannot_be_made_is_refused(arguments, sentence, tmp_path, capsys):
    (tmp_path / "code.py").write_text("")
    assert main([str(tmp_path), "--headless", *arguments]) == 2
    assert sentence in capsys.readouterr().err
