# SPDX-License-Identifier: MIT
"""Programs that use Wi-Fi as on a PyPortal, with the real libraries, and an MQTT broker."""

from sim.network.hosts import Connection
from tests.support.programs.programs import PyPortal

JOIN = """\
import board, busio, time
from digitalio import DigitalInOut
from adafruit_esp32spi import adafruit_esp32spi
import adafruit_connection_manager, adafruit_requests
esp = adafruit_esp32spi.ESP_SPIcontrol(
    board.SPI(), DigitalInOut(board.ESP_CS), DigitalInOut(board.ESP_BUSY),
    DigitalInOut(board.ESP_RESET))
"""
SESSION = """\
pool = adafruit_connection_manager.get_radio_socketpool(esp)
ssl = adafruit_connection_manager.get_radio_ssl_context(esp)
requests = adafruit_requests.Session(pool, ssl)
"""
LOOP = """\
def join():
    while not esp.is_connected:
        try:
            esp.connect("Home", "a secret", timeout=5)
        except OSError as error:
            print(f"join: {type(error).__name__}: {error}")
join()
while True:
    try:
        act()
        print("ok")
    except Exception as error:
        print(f"{type(error).__name__}: {error}")
        CLOSE
        join()
    time.sleep(0.5)
"""
PARTS = {
    "requests": """\
def act():
    with requests.get("https://api.example.com/now", timeout=1) as response:
        assert response.status_code == 200, response.status_code
        response.json()["now"]
""",
    "minimqtt": """\
import adafruit_minimqtt.adafruit_minimqtt as MQTT
client = MQTT.MQTT(broker="api.example.com", port=8883, is_ssl=True, socket_pool=pool,
                   ssl_context=ssl, socket_timeout=1, recv_timeout=3, connect_retries=1)
def act():
    client.reconnect()
    client.ping()
""",
    "ntp": """\
import adafruit_ntp
def act():
    adafruit_ntp.NTP(pool, server="api.example.com").datetime
""",
    "adafruit_io": """\
from adafruit_io.adafruit_io import IO_HTTP
io = IO_HTTP("me", "a key", requests)
def act():
    io.receive_data("score")["value"]
""",
    "portalbase": """\
import time
import adafruit_connection_manager
from adafruit_pyportal import Network
network = Network(status_neopixel=None)
def act():
    network.fetch_data("https://api.example.com/now", json_path=(["now"],), timeout=4)
while True:
    try:
        act()
        print("ok")
    except Exception as error:
        print(f"{type(error).__name__}: {error}")
        if "An existing socket" in str(error):
            adafruit_connection_manager.connection_manager_close_all()
    time.sleep(0.5)
""",
}
REQUESTS = JOIN + 'esp.connect("Home", "a secret")\n' + SESSION


def power_on(write_program, program, **options):
    """Return a portal with this program and the installed libraries; it keeps its `remarks`."""
    portal = PyPortal(write_program(program), **options)
    portal.remarks = []
    portal.board.console.adviser = portal.remarks.append
    return portal


def run(write_program, program, hosts=None, seconds=60, **options):
    """Return what a program prints with these HTTP hosts."""
    with power_on(write_program, program, **options) as portal:
        for name, answer in (hosts or {}).items():
            portal.network[name] = answer
        portal.run(seconds)
        return portal.serial


CLOSE = "adafruit_connection_manager.connection_manager_close_all(pool)"


def _use(name, part):
    """Return the program that uses a library; MQTT closes its connection itself."""
    if name == "portalbase":
        return part
    close = "pass" if name == "minimqtt" else CLOSE
    return JOIN + SESSION + part + LOOP.replace("CLOSE", close)


# The program that uses each library.
USES = {name: _use(name, part) for name, part in PARTS.items()}
MQTT = JOIN + SESSION + PARTS["minimqtt"]
SETTINGS = 'CIRCUITPY_WIFI_SSID = "Home"\nCIRCUITPY_WIFI_PASSWORD = "a secret"\n'


def hosts(portal):
    """Define the hosts that the programs ask."""
    answer = 200, {"Connection": "close"}, {"now": 12, "value": "42"}
    portal.network["api.example.com"] = portal.network["io.adafruit.com"] = lambda request: answer
    portal.network.tcp("api.example.com", 8883, broker())
    portal.network.serve_time(1_800_000_000, "api.example.com")


def until(portal, word, seconds):
    """Run until `word` is true for a complete new line; return the line, or None after a time."""
    start, end = len(portal.serial), portal.now + seconds
    while portal.now < end:
        portal.run(0.25)
        for line in portal.serial[start:].splitlines(keepends=True):
            if line.endswith("\n") and word(line.strip()):
                return line.strip()
    return None


CONNECT, PUBLISH, SUBSCRIBE, UNSUBSCRIBE, PING = 1, 3, 8, 10, 12


def broker(password=None):
    """Make a class for `network.tcp`: a small MQTT 3.1.1 broker, with QoS 0 and 1.

    Its `published` lists (topic, message); `send(topic, message)` publishes to all subscribers.
    """
    class Broker:
        def __init__(self, connection: Connection):
            self.connection = connection
            self.heard = b""
            self.topics = []
            Broker.clients.append(self)

        @staticmethod
        def send(topic, message):
            for client in Broker.clients:
                if topic in client.topics:
                    body = text(topic) + message
                    client.connection.send(bytes([PUBLISH << 4]) + length(len(body)) + body)

        def receive(self, data):
            self.heard += data
            while (packet := take(self.heard)) is not None:
                head, body, self.heard = packet
                reply = self.answer(head >> 4, head & 0xF, body)
                if reply:
                    self.connection.send(reply)

        def answer(self, kind, flags, body):
            if kind == CONNECT:
                right = password is None or password.encode() in body
                return bytes([0x20, 2, 0, 0 if right else 5])
            if kind == PUBLISH:
                return self.publish(flags, body)
            if kind == SUBSCRIBE:
                self.topics.append(body[4:-1].decode())
                return bytes([0x90, 3]) + body[:2] + body[-1:]
            if kind == UNSUBSCRIBE:
                self.topics.remove(body[4:].decode())
                return bytes([0xB0, 2]) + body[:2]
            return bytes([0xD0, 0]) if kind == PING else None

        def publish(self, flags, body):
            end = 2 + int.from_bytes(body[:2], "big")
            topic, rest = body[2:end].decode(), body[end:]
            acknowledged, rest = (rest[:2], rest[2:]) if flags & 6 else (b"", rest)
            Broker.published.append((topic, rest))
            Broker.send(topic, rest)
            return bytes([0x40, 2]) + acknowledged if acknowledged else None

    Broker.published, Broker.clients = [], []
    return Broker


def text(value):
    return len(value.encode()).to_bytes(2, "big") + value.encode()


def length(number):
    """Encode a packet's length: seven bits a byte, the highest bit set if more bytes follow."""
    digits = [number & 0x7F]
    while number := number >> 7:
        digits[-1] |= 0x80
        digits.append(number & 0x7F)
    return bytes(digits)


def take(heard):
    """Return (head, body, rest) of the first complete packet, None without one."""
    for count in range(1, 5):
        if len(heard) <= count:
            return None
        if heard[count] < 0x80:
            break
    size = sum((byte & 0x7F) << 7 * place for place, byte in enumerate(heard[1 : count + 1]))
    start = count + 1
    if len(heard) < start + size:
        return None
    return heard[0], heard[start : start + size], heard[start + size :]
