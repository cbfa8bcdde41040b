# SPDX-License-Identifier: MIT
"""The network of the command line: folders, the real network, recordings, and local ports.

The tests connect to this computer only.
"""

import http.server
import json
import socket
import socketserver

import pytest

from sim.__main__ import main
from sim.network.outside import Outside
from sim.network.wire import Loopback
from tests.support.network import browser
from tests.support.programs.wifi import REQUESTS, power_on

KEY = "aio_0123456789"
ASK_PROGRAM = """
for query in "a=1&key={KEY}", "a=1&key={KEY}", "a=2":
    with requests.get("http://127.0.0.1:PORT/x?" + query, headers={"X-AIO-Key": "{KEY}"}) as got:
        print(got.json()["count"])
print(requests.post("http://127.0.0.1:PORT/x", data="sent").json()["count"])
"""
SERVE = """
listener = pool.socket()
listener.bind((esp.ipv4_address, 80))
listener.listen(1)
while True:
    try:
        guest, address = listener.accept()
    except OSError:
        time.sleep(0.1)
        continue
    buffer = bytearray(100)
    count = guest.recv_into(buffer)
    guest.send(b"HTTP/1.0 200 OK\\r\\n\\r\\n" + buffer[:count].split(b" ")[1])
    guest.close()
    break
"""
TALK = """
def talk(port, *words):
    sock = pool.socket()
    sock.settimeout(20)
    sock.connect(("127.0.0.1", port))
    heard, buffer = b"", bytearray(64)
    for word in words:
        if word:
            sock.send(word)
        time.sleep(0.5)
    while heard.count(b"\\n") < 2:
        heard += buffer[:sock.recv_into(buffer)]
    sock.close()
    print(heard)
def ask(port, word):
    sock = pool.socket(type=pool.SOCK_DGRAM)
    sock.settimeout(20)
    buffer = bytearray(64)
    try:
        sock.sendto(word, ("127.0.0.1", port))
        print(bytes(buffer[:sock.recv_into(buffer)]))
    except OSError as error:
        print("none")
    sock.close()
talk(TCP, b"", b"o", b"ne\\n", b"end\\n")
talk(TCP, b"P", b"AUSE\\n", b"end\\n")
ask(UDP, b"when?")
ask(UDP, b"and now?")
try:
    talk(CLOSED, b"x")
except Exception as error:
    print(type(error).__name__)
"""


class _Answers(http.server.BaseHTTPRequestHandler):
    count = 0

    def do_GET(self):
        _Answers.count += 1
        body = json.dumps({"count": _Answers.count, "you": self.headers["X-AIO-Key"]}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Set-Cookie", "session=5")
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.do_GET()

    def log_message(self, *_):
        """Says nothing."""


@pytest.fixture
def port():
    """The port of a web server on the loopback."""
    _Answers.count = 0
    with browser.running(http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Answers)) as port:
        yield port


ASK = REQUESTS + ASK_PROGRAM.replace("{KEY}", KEY)


def test_requests_to_the_real_network_need_permission_and_are_recorded_and_replayed(
        write_program, tmp_path, capfd, port):
    kept = tmp_path / "kept.json"
    drive = str(write_program(ASK.replace("PORT", str(port))))
    assert main([drive, "--headless"]) == 1
    assert _Answers.count == 0
    assert capfd.readouterr().out.endswith("BrokenPipeError: Expected 01 but got 00\n")
    assert main([drive, "--headless", "--network", "host", "--record-network", str(kept)]) == 0
    out, err = capfd.readouterr()
    assert out.splitlines() == ["1", "2", "3", "4"]
    assert "go out to the real network" in err
    assert KEY not in kept.read_text() and "session=5" not in kept.read_text()
    before = _Answers.count
    assert main([drive, "--headless", "--network", str(kept)]) == 0
    assert capfd.readouterr().out.splitlines() == ["1", "2", "3", "4"]
    assert _Answers.count == before


@pytest.mark.parametrize("name", ["a..b", "x" * 64 + ".com"])
def test_a_name_that_is_none_is_not_found(name):
    outside = Outside()
    assert not outside.knows(name)
    assert outside.exchange(name, 9, b"x") is outside.service(name, 9, tls=True) is None


def test_a_request_that_cannot_be_sent_is_answered_by_no_host(caller, port):
    caller.network.outside = Outside()
    wire = caller.connect("127.0.0.1", port, b"GET /\xe9 HTTP/1.1\r\n\r\n")
    assert caller.read(wire).startswith(b"HTTP/1.1 502 ")


def test_a_folder_of_hosts_answers_and_wrong_arguments_are_refused(write_program, tmp_path, capfd):
    answers = tmp_path / "answers" / "api.example.com"
    answers.mkdir(parents=True)
    (answers / "now.json").write_text('{"now": 12}')
    drive = str(write_program(REQUESTS + """
print(requests.get("https://api.example.com/now.json").json(), esp.firmware_version)
"""))
    assert main([drive, "--headless", "--network", str(answers.parent), "--esp32", "3.3.0"]) == 0
    assert capfd.readouterr().out == "{'now': 12} 3.3.0\n"
    (tmp_path / "other.json").write_text('{"form": "another"}')
    for option, value, sentence in (
            ("--network", str(tmp_path / "other.json"), "other.json, line 1, form: another is not"),
            ("--network", "none.json", "none.json does not exist: name a recording"),
            ("--esp32", "2.0", "firmware '2.0' is not one of 1.7.7, 3.3.0"),
            ("--record-network", "none/kept.json", "there is no folder none")):
        assert main([drive, "--headless", option, value]) == 2
        out, err = capfd.readouterr()
        assert out == "" and sentence in err


class _Greeter(socketserver.StreamRequestHandler):
    def handle(self):
        self.wfile.write(b"hi\xff\n")
        while (line := self.rfile.readline()) not in (b"end\n", b""):
            self.wfile.write(line.upper())


class _Clock(socketserver.DatagramRequestHandler):
    def handle(self):
        self.wfile.write(b"at " + self.rfile.read())


def test_streams_and_datagrams_of_the_real_network_are_recorded_and_replayed(
        write_program, tmp_path, capfd):
    kept, program = str(tmp_path / "kept.json"), REQUESTS + TALK
    with browser.running(socketserver.ThreadingTCPServer(("127.0.0.1", 0), _Greeter)) as tcp, \
            browser.running(socketserver.ThreadingUDPServer(("127.0.0.1", 0), _Clock)) as udp, \
            socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        for name, port in ("TCP", tcp), ("UDP", udp), ("CLOSED", closed.getsockname()[1]):
            program = program.replace(name, str(port))
        drive = str(write_program(program))
        assert main([drive, "--headless", "--network", "host", "--record-network", kept]) == 0
    assert main([drive, "--headless", "--network", kept]) == 0
    assert capfd.readouterr().out.splitlines() == [
        "b'hi\\xff\\nONE\\n'", "b'hi\\xff\\nPAUSE\\n'", "b'at when?'", "b'at and now?'",
        "BrokenPipeError"] * 2


def test_a_server_on_the_pyportal_has_a_local_port(write_program):
    with power_on(write_program, REQUESTS + SERVE) as portal:
        loopback = portal.network.loopback = Loopback(portal.network.connect, portal.network.remark)
        portal.run(6)
        place = portal.remarks[0].split()[5]
        assert portal.remarks == [f"the PyPortal's port 80 is {place} on this computer"]
        host, port = place.split(":")
        with socket.create_connection((host, int(port)), 5) as guest:
            guest.sendall(b"GET /temperature HTTP/1.0\r\n\r\n")
            guest.settimeout(0.02)
            answer = b""
            for _ in range(200):
                portal.run(0.1)
                loopback.poll()
                try:
                    data = guest.recv(1000)
                except TimeoutError:
                    continue
                if not data:
                    break
                answer += data
        loopback.close()
    assert answer == b"HTTP/1.0 200 OK\r\n\r\n/temperature"


@pytest.mark.parametrize("answer", [b"nonsense\r\n", b""])
def test_a_real_host_that_answers_no_http_is_a_bad_gateway(caller, answer):
    class Host(socketserver.BaseRequestHandler):
        def handle(self):
            self.request.recv(1000)
            self.request.sendall(answer)

    caller.network.outside = Outside()
    with browser.running(socketserver.ThreadingTCPServer(("127.0.0.1", 0), Host)) as port:
        wire = caller.connect("127.0.0.1", port, b"GET / HTTP/1.1\r\n\r\n")
        assert caller.read(wire, 1).startswith(b"HTTP/1.1 502 Bad Gateway\r\n")
    assert wire.finished
