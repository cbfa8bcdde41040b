# SPDX-License-Identifier: MIT
"""The page's ESP32 says what the simulator's says, and asks a host what the program asks it."""

import base64
import struct
from random import Random

import pytest

from sim.board.boards import find_board
from sim.board.coprocessor import Coprocessor
from sim.board.pins import Pins
from sim.clock import MS, Clock
from sim.network import esp32
from sim.network.network import Network
from tests.support.network import webpage
from tools import boardfacts

BOARD = find_board(boardfacts.BOARD)
HOST = "data.example.com"
WORDS = "what the host has to say"
JOINED_MS = 2700
JOIN = (0x11, b"home", b"secret")
TCP, UDP, TLS = b"\0", b"\1", b"\2"
MQTT_CONNECT = bytes.fromhex("100c00044d5154540402003c0000")


def client(socket, mode, port):
    return 0x2D, HOST.encode(), bytes(4), struct.pack(">H", port), bytes([socket]), mode


def send(socket, data):
    return 0x44, bytes([socket]), data


def get(socket, size=1000):
    return 0x45, bytes([socket]), struct.pack("<H", size)


def framed(number, *parameters):
    width = 2 if number in esp32.WIDE else 1
    body = b"".join(len(each).to_bytes(width, "big") + each for each in parameters)
    return bytes([esp32.START, number, len(parameters)]) + body + bytes([esp32.END])


def tell_page(*commands, secure=False):
    """Join a network and send commands; return what radio.mjs tells."""
    return on_page([(framed(*JOIN), JOINED_MS), *((framed(*each), 0) for each in commands)], secure)


def on_page(exchanges, secure=False):
    """Return what radio.mjs prints: replies, wantsPermission, asked, unsupported.

    `exchanges` are (frame, ms to wait).
    """
    given = [[base64.b64encode(data).decode(), ms] for data, ms in exchanges]
    return webpage.node("radio.mjs", {"facts": boardfacts.facts(), "answer": WORDS,
                                      "exchanges": given, "secure": secure})


class Chip:
    """The simulator's."""

    def __init__(self):
        self.clock = Clock(0)
        network = Network()
        network.follow(self.clock)
        network[HOST] = lambda request: WORDS
        self.pins = Pins(BOARD.pins)
        self.chip = Coprocessor(network)
        self.chip.connect(self.pins)

    def exchange(self, data, ms):
        """The reply in hexadecimal digits, and the ms until it could be read."""
        self.wait()
        self.clock_out(data)
        took = self.wait()
        reply = self.clock_out(bytes(4096))
        self.clock.now += ms * MS
        return [reply.rstrip(b"\0").hex(), took]

    def clock_out(self, data):
        self.chip.select()
        taken = self.chip.transfer(data)
        self.chip.deselect()
        return taken

    def wait(self):
        start = self.clock.now
        while self.pins["ESP_BUSY"].high:
            self.clock.now += MS
        return (self.clock.now - start) // MS


def any_frame(random):
    """Make a command that needs no host, sometimes with too few parameters."""
    number = random.choice([*range(0x20, 0x28), 0x2B, 0x2C, 0x2E, 0x2F, *range(0x30, 0x34), 0x37,
                            0x3C, 0x3D, 0x3F, 0x44, 0x45, 0x51, 0x53, 0x54, 0x70])
    return framed(number, *(bytes([random.randrange(6)]) for _ in range(random.randrange(4))))


TALK = [
    ((0x37,), 0), ((0x22, b"\xff"), 0), ((0x20,), 0), ((0x27,), 0), ((0x20,), 0),
    ((0x35,), 0), ((0x32, b"\0"), 0), ((0x33, b"\0"), 0), ((0x3C, b"\0"), 0), ((0x3D, b"\0"), 0),
    (client(0, TLS, 443), 0), ((0x34, HOST.encode()), 0),
    (JOIN, 0), ((0x20,), JOINED_MS), ((0x20,), 0),
    *[((number, b"\xff"), 0) for number in (0x21, 0x23, 0x24, 0x25, 0x26)],
    ((0x34, HOST.encode()), 0), ((0x3F,), 0), (client(0, TLS, 443), 0), ((0x2F, b"\0"), 0),
    ((0x3F,), 0), ((0x2B, b"\0"), 0), ((0x2C, b"\0"), 0), (get(0), 0), ((0x2E, b"\0"), 0),
    ((0x2F, b"\0"), 0), ((0x3F,), 0), ((0x52, b"\x1a", b"\7"), 0), ((0x53, b"\x1a"), 0),
    ((0x54, b"\x1a"), 0), ((0x30,), 0), ((0x20,), 0),
]


def test_the_pages_esp32_says_what_the_simulators_says():
    exchanges = [(framed(*command), ms) for command, ms in TALK]
    random = Random(7)
    exchanges += [(any_frame(random), random.randrange(50)) for _ in range(300)]
    chip = Chip()
    assert on_page(exchanges)["replies"] == [chip.exchange(*each) for each in exchanges]


def body_of(replies):
    """Return the bytes of the answers that were read."""
    parsed = [esp32.parse_command(bytes([esp32.START, 0x45]) + bytes.fromhex(reply)[2:])
              for reply, _ in replies if reply.startswith("e0c5")]
    return b"".join(command.parameters[0] for command in parsed).partition(b"\r\n\r\n")


def test_the_host_is_asked_what_the_program_asks():
    request = (f"POST /price?city=Bern HTTP/1.1\r\nHost: {HOST}\r\nContent-Length: 5\r\n\r\n"
               "apple").encode()
    seen = tell_page(client(2, TCP, 8080), *(send(2, part) for part in (
        request[:1], request[1:40], request[40:])), get(2, 20), get(2), (0x2F, b"\2"))
    assert (seen["wantsPermission"], seen["unsupported"]) == ([f"http://{HOST}:8080"], [])
    assert seen["asked"] == [["POST", f"http://{HOST}:8080/price?city=Bern", "apple"]]
    head, _, body = body_of(seen["replies"])
    assert head.startswith(b"HTTP/1.1 200 OK\r\n") and body.decode() == WORDS
    assert seen["replies"][-1][0].startswith("e0af010104ee")  # it stays connected


@pytest.mark.parametrize(("port", "mode", "origin"), [
    (80, TCP, f"https://{HOST}"), (443, TCP, f"https://{HOST}"), (443, TLS, f"https://{HOST}"),
    (8080, TCP, f"https://{HOST}:8080")])
def test_a_page_that_came_by_https_asks_by_nothing_else_and_says_so(port, mode, origin):
    request = f"GET / HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode()
    seen = tell_page(client(0, mode, port), send(0, request), secure=True)
    assert seen["wantsPermission"] == [origin]
    assert seen["asked"] == [["GET", f"{origin}/", ""]]


def test_what_is_no_request_gets_a_bad_request_and_is_not_asked():
    odd = [line for line in webpage.odd_requests([("other.example", 80)]) if " /" not in line]
    seen = tell_page(*(command for line in odd for command in (
        client(0, TCP, 80), send(0, f"{line}\r\n\r\n".encode("latin-1")), get(0),
        (0x2E, b"\0"))))
    assert seen["asked"] == []
    answers = [bytes.fromhex(reply) for reply, _ in seen["replies"] if reply.startswith("e0c5")]
    assert len(answers) == len(odd) > 60
    assert all(b"HTTP/1.1 400 Bad Request\r\n" in answer for answer in answers)


@pytest.mark.parametrize(("asked", "what"), [
    ([(0x28, struct.pack(">H", 80), b"\0", TCP)], "be a server"),
    ([client(0, UDP, 123)], "send datagrams (UDP)"),
    ([(0x18, b"mine"), (0x19, b"mine", b"secret")], "open a Wi-Fi of its own"),
    ([client(0, TCP, 1883), send(0, MQTT_CONNECT), (0x2F, b"\0")], "speak MQTT"),
])
def test_what_a_page_cannot_do_is_said_once(asked, what):
    (said,) = tell_page(*2 * asked)["unsupported"]
    assert said.startswith(f"A page cannot {what}")
