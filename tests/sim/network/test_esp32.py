# SPDX-License-Identifier: MIT
"""The ESP32: its frames, states and sockets, and Adafruit's unmodified libraries on it.

Sources: nina-fw's `CommandHandler.cpp` and adafruit_esp32spi.
"""


import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.board.coprocessor import Coprocessor
from sim.board.pins import Pins
from sim.clock import SECOND
from sim.network.accesspoint import AccessPoint
from tests.support.programs.wifi import JOIN, REQUESTS, broker, power_on, run

MQTT_PROGRAM = """
import adafruit_minimqtt.adafruit_minimqtt as MQTT
def client(password):
    return MQTT.MQTT(broker="mqtt.example.com", port=8883, username="me", password=password,
                     socket_pool=pool, ssl_context=ssl, is_ssl=True, connect_retries=1)
try:
    client("a guess").connect()
except MQTT.MMQTTException as error:
    print(error)
client = client("a key")
client.on_message = lambda client, topic, message: print(topic, message)
client.connect()
client.subscribe("home/lamp")
client.publish("home/lamp", "on", qos=1)
client.publish("home/door", "x" * 200)
client.loop(1)
client.ping()
print("ready")
client.loop(1)
client.unsubscribe("home/lamp")
client.disconnect()
print("done")
"""
TRIES = """
print(requests.get("http://api.example.com/").status_code)
requests.post("http://api.example.com/a?b=c", data={"d": "e"}, headers={"X-Key": "k"}).close()
for act in (lambda: requests.get("http://api.example.com:8080/"),
            lambda: requests.get("https://nobody.example.com/"),
            lambda: esp.get_host_by_name("nobody.example.com")):
    try:
        act()
    except Exception as error:
        print(type(error).__name__, error)
"""
PYPORTAL = (
    "\n"
    "from adafruit_pyportal import PyPortal\n"
    'pyportal = PyPortal(url="https://api.example.com/quote", json_path=(("text",), ("by", 0)),\n'
    "                    status_neopixel=None, default_bg=0x000000, "
    "text_font=__import__('terminalio').FONT,\n"
    "                    text_position=((20, 60), (20, 200)), text_color=(0xFFFFFF, 0x00FF00))\n"
    "print(pyportal.fetch())\n")
ESP32SPI_SCANS = """
import adafruit_ntp, rtc
for point in esp.scan_networks():
    print(esp.firmware_version, point.ssid, point.rssi, point.channel, point.authmode)
esp.connect("Home", "a secret")
point = esp.ap_info
print(esp.is_connected, esp.ipv4_address, point.ssid, point.rssi, point.authmode)
address = esp.get_host_by_name("10.0.0.7")
print(esp.pretty_ip(address), esp.ping("192.168.1.1"), esp.ping("10.0.0.7"))
print(esp.get_time(), len(esp._send_command_get_response(0x3B)[0]))
pool = adafruit_connection_manager.get_radio_socketpool(esp)
rtc.RTC().datetime = adafruit_ntp.NTP(pool, tz_offset=0).datetime
print(time.time())
esp.set_pin_mode(26, 1); esp.set_digital_write(26, True); print(esp.set_digital_read(26))
esp.disconnect()
print(esp.is_connected, esp.get_socket())
"""
REQUESTS_GETS = """
print(requests.get("http://api.example.com/now?x=1").json()["query"])
print(requests.get("https://api.example.com/moved").json()["path"])
print(requests.post("https://api.example.com/", json={"a": [1, 2]}).json()["got"])
print(requests.get("https://api.example.com/").headers["content-type"])
print(requests.put("http://api.example.com/", data="x").status_code)
print(requests.head("http://api.example.com/").text == "")
print(requests.get("https://api.example.com/chunks").text == "abc" * 50 + "de" * 70)
with requests.get("https://api.example.com/long", stream=True) as response:
    sizes = [len(part) for part in response.iter_content(1024)]
print(sum(sizes), max(sizes))
with open("code.py", "rb") as file:
    print(requests.post("https://api.example.com/up",
                        files={"f": ("code.py", file, "text/plain", {})}).status_code)
"""


def test_requests_are_listed_and_what_fails_is_raised_or_remarked_with_what_to_do(write_program):
    with power_on(write_program, REQUESTS + TRIES) as portal:
        portal.network["api.example.com"] = lambda request: request.query["b"]
        with pytest.raises(KeyError, match="'b'"):
            portal.run(30)
        portal.run(30)
        assert portal.serial.splitlines() == [
            "500", "BrokenPipeError Expected 01 but got 00",
            "ConnectionError Failed to request hostname",
            "ConnectionError Failed to request hostname"]
        assert [line.split(": define it")[0] for line in portal.remarks] == [
            "the host api.example.com has nothing at port 8080",
            "the network has no host nobody.example.com"]
        *_, request = portal.network.requests
    assert (request.method, request.path, request.query) == ("POST", "/a?b=c", {"b": "c"})
    assert (request.body, request.headers["x-key"]) == (b"d=e", "k")
    assert 0 < request.seconds < 60


UNIX_TIME = 1_800_000_000


@pytest.mark.parametrize("version, time_bytes", [("1.7.7", 4), ("3.3.0", 8)])
def test_esp32spi_scans_joins_and_reports_its_connection(write_program, version, time_bytes):
    with power_on(write_program, JOIN + ESP32SPI_SCANS) as portal:
        portal.network.firmware = version
        portal.network.access_points = [AccessPoint("Home", "a secret", channel=11),
                                        AccessPoint("Open", "", rssi=-80)]
        portal.network.serve_time(UNIX_TIME)
        portal.run(60)
        lines = portal.serial.splitlines()
    assert lines.pop(0) == f"{version} Home -55 11 WPA2"
    assert lines.pop(0) == f"{version} Open -80 6 OPEN"
    assert lines[0] == "True 192.168.1.57 Home -55 WPA2"
    assert lines[1] == "10.0.0.7 12 65535"
    seconds, size = lines[2].rsplit(" ", 1)
    assert int(size) == time_bytes
    assert UNIX_TIME <= int(seconds.strip("(,)")) < UNIX_TIME + 60
    assert UNIX_TIME <= float(lines[3]) < UNIX_TIME + 60
    if version == "1.7.7":  # the library asks 3.3.0 for a newer version before it reads a pin
        assert lines[4:] == ["True", "False 0"]


def test_requests_gets_posts_streams_and_follows_redirects(write_program):
    seen = []

    def host(request):
        seen.append(request)
        if request.path == "/moved":
            return 302, {"Location": "/now"}, ""
        if request.path in {"/chunks", "/long"}:
            return iter([b"abc" * 50, b"", b"de" * 70]) if "k" in request.path else bytes(9000)
        if request.path == "/up":
            return None
        if request.method == "PUT":
            return 204
        if request.method == "POST":
            return {"got": request.json(), "by": request.headers["User-Agent"]}
        return {"path": request.path, "query": request.query}

    program = REQUESTS + REQUESTS_GETS
    assert run(write_program, program, {"api.example.com": host}).splitlines() == [
        "{'x': '1'}", "/now", "{'a': [1, 2]}", "application/json", "204", "True", "True",
        "9000 1024", "204"]
    assert b"import board" in seen[-1].body and b'filename="code.py"' in seen[-1].body


MQTT = REQUESTS + MQTT_PROGRAM


def test_minimqtt_publishes_and_subscribes_with_the_right_password(write_program):
    there = broker("a key")
    with power_on(write_program, MQTT) as portal:
        portal.network.tcp("mqtt.example.com", 8883, there)
        while "ready" not in portal.serial and not portal.failed:
            portal.run(0.1)
        there.send("home/lamp", b"off")
        portal.run(20)
        assert portal.serial.splitlines() == [
            "('Connection Refused - Unauthorized', 5)", "home/lamp on", "ready", "home/lamp off",
            "done"]
    assert there.published == [("home/lamp", b"on"), ("home/door", b"x" * 200)]


SETTINGS = 'CIRCUITPY_WIFI_SSID = "Home"\nCIRCUITPY_WIFI_PASSWORD = "a secret"\n'


def test_the_pyportal_library_fetches_and_shows_text(write_program, tmp_path):
    program = write_program(PYPORTAL)
    (tmp_path / "settings.toml").write_text(SETTINGS)
    with power_on(lambda _: program, "") as portal:
        portal.network["api.example.com"] = lambda request: {"text": "Hello", "by": ["me"]}
        portal.run(60)
        assert portal.serial.splitlines()[-1] == "['Hello', 'me']"
        assert portal.screenshot().crop((0, 40, 160, 80)).getbbox()
        assert portal.screenshot().crop((0, 180, 160, 220)).getbbox()


SCAN, JOIN_AS, LEAVE, STATUS, ADDRESSES, SSID = 0x27, 0x11, 0x30, 0x20, 0x21, 0x23
RESOLVE, ADDRESS, PING = 0x34, 0x35, 0x3E
FREE, OPEN, CLOSE, STATE, REMOTE, SERVE = 0x3F, 0x2D, 0x2E, 0x2F, 0x3A, 0x28
AVAILABLE, BYTE, READ, SEND, INSERT, SEND_PACKET = 0x2B, 0x2C, 0x45, 0x44, 0x46, 0x39
TCP, UDP, TLS = b"\0", b"\1", b"\2"
NO, YES = b"\0", b"\1"


class Esp32:
    """Speaks to the chip by its pins and frames; knows two access points, Home and Open."""

    def __init__(self, caller, version="1.7.7"):
        self.caller, self.network = caller, caller.network
        self.network.firmware = version
        self.network.access_points = [AccessPoint("Home", "a secret", -40, 11, bytes(range(6))),
                                      AccessPoint("Open", "")]
        self.pins = Pins({name: name for name in ("ESP_BUSY", "ESP_GPIO0", "ESP_RESET")})
        self.chip = Coprocessor(self.network)
        self.chip.connect(self.pins)

    @property
    def ready(self):
        return not self.pins["ESP_BUSY"].high

    def wait(self, seconds):
        self.caller.wait(seconds * 1000)

    def until_ready(self):
        """Return the seconds until the chip is ready, in steps of 10 ms."""
        start = self.caller.clock.now
        while not self.ready:
            self.wait(0.01)
        return (self.caller.clock.now - start) / SECOND

    def exchange(self, frame, size=2000):
        """Send a frame and return the reply; `took` is the time between, in seconds."""
        self.until_ready()
        self.chip.select()
        self.chip.transfer(frame)
        self.chip.deselect()
        self.took = self.until_ready()
        self.chip.select()
        reply = self.chip.transfer(bytes(size))
        self.chip.deselect()
        return reply

    def ask(self, number, *parameters):
        """Send a command; return its parameters, the only one alone, None for a refusal."""
        wide = 2 if number in (SEND, READ, INSERT) else 1
        body = b"".join(len(each).to_bytes(wide, "big") + each for each in parameters)
        reply = self.exchange(bytes([0xE0, number, len(parameters)]) + body + b"\xee")
        if reply[:4] == b"\xef\0\xee\0":
            return None
        assert reply[:2] == bytes([0xE0, number | 0x80])
        wide, at, found = 2 if number == READ else 1, 3, []
        for _ in range(reply[2]):
            size, at = int.from_bytes(reply[at : at + wide], "big"), at + wide
            found.append(reply[at : at + size])
            at += size
        assert reply[at:].rstrip(b"\0") == b"\xee"
        return found[0] if len(found) == 1 else found

    def join(self, name=b"Home", password=b"a secret"):
        """Join a network and return the status after the 2.6 s that it takes."""
        self.ask(JOIN_AS, name, password)
        self.wait(2.6)
        return self.ask(STATUS)[0]

    def connect(self, host, port, mode, number=b"\0"):
        return self.ask(OPEN, host, bytes(4), port.to_bytes(2, "big"), number, mode)


@pytest.fixture
def esp32(caller):
    return Esp32(caller)


@pytest.fixture
def online(esp32):
    """The chip in the network, in which the host `echo` answers in capitals."""
    assert esp32.join() == 3
    esp32.network.tcp("echo", 7, bytes.upper)
    esp32.network.tcp("echo", 443, bytes.upper)
    return esp32


@pytest.mark.parametrize(("sent", "reply"), [
    ("e0370100ee000000", "e0b70106312e372e3700ee00"), ("e03700ee", "e0b70106312e372e3700ee00"),
    ("e037", "ef00ee00"), ("e0b700ee", "ef00ee00"), ("e1370000", "ef00ee00"),
    ("e07f00ee", "ef00ee00"), ("e02b00ee", "ef00ee00")])
def test_a_frame_gets_its_reply_and_anything_else_a_refusal(esp32, sent, reply):
    assert esp32.until_ready() == 0.5
    assert esp32.exchange(bytes.fromhex(sent), 12).hex() == reply.ljust(24, "0")


def test_any_bytes_get_a_reply(esp32):
    """The reply to anything but a command is a refusal."""
    esp32.network.serve_time(0)

    @given(st.binary(max_size=200))
    def replies(data):
        answer = esp32.exchange(b"\xe0" + data)
        assert answer.rstrip(b"\0") == b"\xef\0\xee" or answer[0] == 0xE0

    replies()


@pytest.mark.parametrize(("version", "joining", "wrong_password", "unknown"), [
    ("1.7.7", 1, 6, 4), ("3.3.0", 6, 4, 1)])
def test_joining_takes_its_time_and_ends_with_the_firmwares_status(
        caller, version, joining, wrong_password, unknown):
    esp32 = Esp32(caller, version)
    esp32.ask(JOIN_AS, b"Home", b"a secret")
    assert esp32.ask(STATUS)[0] == joining
    esp32.wait(2.6)
    assert (esp32.ask(STATUS)[0], esp32.ask(SSID)) == (3, b"Home")
    assert esp32.join(password=b"wrong") == wrong_password
    assert esp32.join(b"Nobody's") == unknown
    esp32.network.online = False
    assert esp32.join() == unknown
    assert (esp32.ask(SSID), esp32.ask(ADDRESSES)) == (b"", [bytes(4)] * 3)


@pytest.mark.parametrize(("version", "back"), [("1.7.7", 6), ("3.3.0", 3)])
def test_the_newer_firmware_joins_again_when_the_network_is_back(caller, version, back):
    esp32 = Esp32(caller, version)
    assert esp32.join() == 3
    esp32.network.faults.lose_wifi(1)
    assert esp32.ask(STATUS)[0] == 6
    esp32.wait(3)
    assert esp32.ask(STATUS)[0] == back


def test_the_chip_has_the_networks_address_one_that_is_set_or_its_own_networks(online):
    assert online.ask(ADDRESSES)[0] == bytes([192, 168, 1, 57])
    online.ask(0x14, b"\0", bytes([10, 0, 0, 9]), bytes([10, 0, 0, 1]), bytes([255, 0, 0, 0]))
    assert online.ask(ADDRESSES) == [
        bytes([10, 0, 0, 9]), bytes([255, 0, 0, 0]), bytes([10, 0, 0, 1])]
    online.ask(0x19, b"Mine", b"a secret", b"\3")
    assert (online.ask(STATUS)[0], online.ask(SSID)) == (7, b"Mine")
    assert online.ask(ADDRESSES)[0] == bytes([192, 168, 4, 1])


def test_a_socket_is_read_whole_or_by_bytes_when_the_answer_has_come(online):
    assert online.connect(b"echo", 7, TCP) == YES
    assert online.ask(SEND, b"\0", b"hello") == b"\5\0"
    assert online.ask(AVAILABLE, b"\0") == b"\0\0" and not online.pins["ESP_GPIO0"].high
    online.wait(0.1)
    assert online.ask(AVAILABLE, b"\0") == b"\5\0" and online.pins["ESP_GPIO0"].high
    assert [online.ask(READ, b"\0", b"\2\0"), online.ask(BYTE, b"\0"),
            online.ask(READ, b"\0", b"\xff\1"), online.ask(BYTE, b"\0")] == [
                b"HE", b"L", b"LO", b"\xff"]
    assert online.ask(RESOLVE, b"echo") == YES
    assert online.ask(REMOTE, b"\0") == [online.ask(ADDRESS), b"\0\7"]
    assert online.ask(CLOSE, b"\0") == YES and online.ask(SEND, b"\0", b"x") == b"\0\0"


def test_there_are_six_sockets_and_a_refused_connection_uses_none(online):
    assert online.connect(b"echo", 8, TCP) == [] == online.connect(b"nobody", 7, TCP)
    for number in range(6):
        assert online.ask(FREE) == bytes([number])
        assert online.connect(b"echo", 7, TCP, bytes([number])) == YES
    assert online.ask(FREE) == b"\xff"
    assert online.connect(b"echo", 7, TCP, b"\6") is None
    online.ask(CLOSE, b"\2")
    assert online.ask(FREE) == b"\2"


@pytest.mark.parametrize(("version", "seconds"), [("1.7.7", 121.4), ("3.3.0", 1.4)])
def test_one_socket_has_tls_and_a_handshake_may_fail(caller, version, seconds):
    esp32 = Esp32(caller, version)
    esp32.join()
    esp32.network.tcp("echo", 443, bytes.upper)
    assert esp32.connect(b"echo", 443, TLS) == YES and esp32.took == pytest.approx(1.4, abs=0.02)
    assert esp32.connect(b"echo", 443, TLS, b"\1") == []
    esp32.ask(CLOSE, b"\0")
    esp32.network.faults.fail("tls", times=1)
    assert esp32.connect(b"echo", 443, TLS) == []
    assert esp32.took == pytest.approx(seconds, abs=0.02)
    assert esp32.connect(b"echo", 443, TLS) == YES


def test_a_datagram_has_up_to_1500_bytes_and_its_answer_is_read_apart(online):
    online.network.udp("clock", 9, lambda asked: b"at " + asked[:9])
    assert online.connect(b"clock", 9, UDP) == YES
    for word in b"one ", b"two":
        assert online.ask(INSERT, b"\0", word) == YES
    assert online.ask(SEND_PACKET, b"\0") == YES and online.ask(AVAILABLE, b"\0") == b"\0\0"
    online.ask(INSERT, b"\0", b"3")
    online.ask(SEND_PACKET, b"\0")
    online.wait(1)
    for size, data in (b"\x0a\0", b"at one two"), (b"\4\0", b"at 3"), (b"\0\0", b""):
        assert online.ask(AVAILABLE, b"\0") == size
        assert online.ask(READ, b"\0", b"\xff\0") == data
    assert [online.ask(INSERT, b"\0", data) for data in (bytes(1499), b"1", b"2")] == [
        YES, YES, NO]


def test_a_server_accepts_answers_and_closes(online):
    assert online.ask(SERVE, b"\0\x50", b"\0", TCP) == YES
    assert online.ask(AVAILABLE, b"\0") == b"\xff\0"
    guest = online.network.connect(80)
    assert online.pins["ESP_GPIO0"].high
    guest.send(b"GET")
    online.wait(1)
    number = online.ask(AVAILABLE, b"\0")[:1]
    assert online.ask(READ, number, b"\x09\0") == b"GET"
    assert online.ask(SEND, number, b"200") == b"\3\0" and guest.received == b"200"
    online.ask(CLOSE, number)
    assert guest.hung_up
    online.ask(CLOSE, b"\0")
    for port in 80, 81:
        with pytest.raises(ConnectionRefusedError, match=f"no server at port {port}"):
            online.network.connect(port)


def test_a_lost_network_closes_connections_and_leaves_servers(online):
    online.connect(b"echo", 7, TCP)
    online.ask(SERVE, b"\0\x50", b"\1", TCP)
    online.network.faults.lose_wifi(1)
    assert [online.ask(STATE, b"\0"), online.ask(0x29, b"\1"), online.ask(FREE)] == [NO, YES, NO]
    assert online.connect(b"echo", 7, TCP) == []
    with pytest.raises(ConnectionRefusedError):
        online.network.connect(80)
    online.wait(1)
    assert online.join() == 3
    assert online.network.connect(80)
