# SPDX-License-Identifier: MIT
"""The board's serial port: its bytes on both engines, pty and RFC 2217, and common tools."""

import os
import re
import select
import shlex
import signal
import socket
import struct
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import serial

from sim import PyPortal
from sim.__main__ import main
from sim.engines.python.firmware import VERSION
from sim.frontends.serial import CHUNK, HOST, SerialLine, Telnet, open_port
from tests.support import firmware, hang
from tests.support.paths import ROOT
from tests.support.tables import rows

ENGINES = ["python", pytest.param("firmware", marks=pytest.mark.skipif(
    bool(firmware.missing()), reason=firmware.missing() or "-"))]
BOOT = 'import storage\nstorage.remount("/", readonly=False)\n'
CODE = "import time\nprint('hello')\nwhile True:\n    time.sleep(0.1)\n"
TOOLS = {
    "mpremote": [["PYTHON", "-m", "mpremote", "connect", "PORT"],
                 ["resume exec \"print('hé', 6*7)\" + exec 'import sys; "
                  "print(sys.implementation.name)' + run FILE",
                  """\
hé 42
circuitpython
from a file 1024
"""],
                 ["touch :new.py + cp FILE :new.py + cp :new.py BACK",
                  "touch :new.py\\s+cp \\S+ :new.py\\s+cp :new.py \\S+\\s*\\Z"],
                 ["ls", "(?s).*AttributeError.*ilistdir"],
                 ["exec 1/0", "(?s).*ZeroDivisionError: division by zero"]],
    "ampy": [["PYTHON", "-c", "from ampy.cli import cli; cli()", "-p", "PORT"],
             ["put FILE back.py", ""], ["run FILE", "from a file 1024\n"]],
}
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


@pytest.mark.skipif(os.name != "posix", reason="a pseudo-terminal needs Unix")
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("tool", TOOLS)
def test_a_tool_works(tool, engine, board, tmp_path):
    names = {"PORT": board(engine, tmp_path / "portal"), "FILE": tmp_path / "file.py",
             "BACK": tmp_path / "back.py", "PYTHON": sys.executable}
    names["FILE"].write_text("print('from a file', 2**10)\n")
    command, *cases = TOOLS[tool]
    for arguments, wanted in cases:
        words = [str(names.get(word, word)) for word in command + shlex.split(arguments)]
        done = hang.run(words)
        assert re.match(wanted, done.stdout + done.stderr), (arguments, done)
    if tool == "mpremote":
        assert names["BACK"].read_text() == names["FILE"].read_text()
    assert Path(names["PORT"]).is_symlink()


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


GREETING = bytes.fromhex("fffb00 fffb01 fffb03 fffb2c fffd00 fffd03 fffd2c")


def call(port):
    """Return a program's socket to a TCP port, greeted."""
    client = socket.create_connection((HOST, int(port.name.rpartition(":")[2])))
    client.settimeout(hang.HANG_S)
    hang.until(lambda: port.read() or port.is_open, "a call")
    assert client.recv(len(GREETING), socket.MSG_WAITALL) == GREETING
    return client


def test_a_tcp_port_serves_one_program_and_loses_nothing():
    port = open_port("tcp:0")
    assert (port.is_open, len(port.watched()), port.read(), port.write(b"x")) == (False, 1, b"", 0)
    with call(port) as client, socket.create_connection(client.getpeername()) as second:
        second.settimeout(hang.HANG_S)
        hang.until(lambda: port.read() or select.select([second], [], [], 0)[0], "a refusal")
        assert second.recv(1) == b""
        assert (port.is_open, len(port.watched())) == (True, 2)
        client.sendall(b"a\xff\xff\xff\xf1b" + bytes(CHUNK))
        came = bytearray()
        hang.until(lambda: came.extend(port.read()) or len(came) > CHUNK + 2, "keys")
        assert came == b"a\xffb" + bytes(CHUNK)
        sent = bytearray()
        while count := port.write(block := os.urandom(CHUNK)):
            assert count == CHUNK
            sent += block
        wanted, seen = sent.replace(b"\xff", b"\xff\xff"), bytearray()
        while len(seen) < len(wanted):
            seen += client.recv(1 << 20)
            port.read()
        assert seen == wanted
        assert port.write(b"end") == 3 and client.recv(9) == b"end"
    hang.until(lambda: port.read() or not port.is_open, "a hang-up")
    assert len(port.watched()) == 1
    for notice in port.read, lambda: port.write(b"x"):  # that the line has broken
        client = call(port)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        client.close()
        while port.is_open:
            notice()
    port.close()


def test_a_program_that_follows_another_at_once_is_served():
    port = open_port("tcp:0")
    with call(port) as first:
        place = first.getpeername()
        first.sendall(b"a")
    with socket.create_connection(place) as second:
        second.sendall(b"b")
        came = bytearray()
        hang.until(lambda: came.extend(port.read()) or came == b"ab", "the keys of both")
    port.close()


@pytest.mark.skipif(os.name != "posix", reason="a pseudo-terminal needs Unix")
def test_a_pseudo_terminal_has_a_name_that_one_may_choose(tmp_path):
    """A link that a run has left is replaced; one that another has made stays."""
    link = tmp_path / "portal"
    link.symlink_to(tmp_path / "none")
    port, nameless = open_port(str(link)), open_port("")
    assert port.name == str(link) and not Path(nameless.name).is_symlink()
    assert (port.is_open, port.watched(), port.read()) == (False, [], b"")
    with open(port.name, "r+b", 0) as program:
        assert port.is_open and len(port.watched()) == 1
        program.write(b"\xff\x03\r")
        assert (port.read(), port.read()) == (b"\xff\x03\r", b"")
        assert port.write(b"\r\n\x04") == 3 and program.read(9) == b"\r\n\x04"
        hang.until(lambda: not port.write(bytes(CHUNK + 1)), "no more room")
    assert not port.is_open
    link.unlink()
    link.symlink_to(nameless.name)
    port.close()
    assert link.is_symlink()
    nameless.close()


class Cable:
    """A port with room for as many bytes as it is given."""

    is_open, room, coming, sent = False, 0, b"", b""

    def read(self):
        came, self.coming = self.coming, b""
        return came

    def write(self, data):
        assert len(data) <= CHUNK
        count = min(len(data), self.room)
        self.sent, self.room = self.sent + data[:count], self.room - count
        return count

    def watched(self):
        return []


def test_bytes_pass_between_a_port_and_a_board():
    """None before the board sends; output without a reader, or older than 1 MB, is lost."""
    cable, console, done = Cable(), SimpleNamespace(), []
    line = SerialLine(cable, SimpleNamespace(board=SimpleNamespace(console=console)),
                      SimpleNamespace(do=lambda *action: done.append(action)))
    cable.coming = b"early"
    line.turn()
    assert (done, line.heard) == ([], False)
    console.wire(b"lost")
    line.turn()
    cable.is_open, cable.coming, cable.room = True, b"a\x03b\x03\x03c", 5000
    console.wire(b"x" + b"y" * CHUNK + b"z" * CHUNK)
    for heard in True, True, True, True, False:
        line.turn()
        assert line.heard == heard
    assert done == [("send", keys) for keys in (b"early", b"a\x03", b"b\x03", b"\x03", b"c")]
    assert cable.sent == b"x" + b"y" * CHUNK + b"z" * (5000 - CHUNK - 1)
    console.wire(b"0" + b"1" * (1 << 20))
    cable.room, cable.sent = 2 << 20, b""
    line.flush()
    assert cable.sent == b"1" * (1 << 20)
    cable.room = 0
    console.wire(b"kept")
    line.flush()
    cable.is_open = False
    line.flush()
    cable.is_open, cable.room, cable.sent = True, 9, b""
    line.wait(-1)
    line.flush()
    assert cable.sent == b""


@pytest.mark.parametrize(("arguments", "sentence"), [
    (["--serial", f"tcp:{number}"], f"--serial tcp:{number} has no port from 0 to 65535: write "
                                    "tcp:4000") for number in ("x", "", "-1", "65536")] + [
    (["--serial", "tcp:" + "1" * 5000], " has no port from 0 to 65535: write tcp:4000"),
    (["--serial", "."], "cannot make . the serial port: File exists: name the drive before "
                        "--serial"),
    (["--serial", "tcp:TAKEN"], "cannot listen at port TAKEN: Address already in use")])
def test_a_port_that_cannot_be_made_is_refused(arguments, sentence, tmp_path, capsys):
    (tmp_path / "code.py").write_text("")
    with socket.create_server((HOST, 0)) as other:
        taken = str(other.getsockname()[1])
        words = [word.replace("TAKEN", taken) for word in arguments]
        assert main([str(tmp_path), "--headless", *words]) == 2
    assert sentence.replace("TAKEN", taken) in capsys.readouterr().err
