# SPDX-License-Identifier: MIT
"""The ESP32: frames, sockets, servers, HTTP requests, and Adafruit's unmodified libraries on it."""


import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim import PyPortal
from sim.clock import SECOND
from sim.network.accesspoint import AccessPoint
from sim.network.esp32 import REFUSAL, pack_reply
from sim.network.http import BadRequest, parse
from tests.support.programs.wifi import JOIN, REQUESTS, broker, power_on, run

BYTES = st.binary(max_size=200)


def test_replies_are_padded_to_words_and_long_ones_have_two_byte_lengths():
    assert pack_reply(0x20, [b"\x03"]) == bytes.fromhex("E0A0010103EE0000")
    assert pack_reply(0x2D, []) == bytes.fromhex("E0AD00EE")
    assert pack_reply(0x45, [bytes(300)])[:5] == bytes.fromhex("E0C501012C")


def test_any_bytes_get_a_reply():
    """The reply to anything but a command is a refusal."""
    with PyPortal(__file__) as portal:
        portal.network.serve_time(0)
        chip = portal.board.spi.devices["ESP_CS"]

        @given(BYTES)
        def reply(data):
            answer, _ = chip._answer(b"\xe0" + data)
            assert len(answer) % 4 == 0 and (answer == REFUSAL or answer[0] == 0xE0)

        reply()


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


def test_requests_are_listed_and_failures_are_remarked_with_what_to_do(write_program):
    with power_on(write_program, REQUESTS + TRIES) as portal:
        portal.network["api.example.com"] = lambda request: request.query["b"]
        portal.run(30)
        assert portal.serial.splitlines() == [
            "500", "BrokenPipeError Expected 01 but got 00",
            "ConnectionError Failed to request hostname",
            "ConnectionError Failed to request hostname"]
        assert "KeyError: 'b'" in portal.remarks[0]
        assert [line.split(": define it")[0] for line in portal.remarks[1:]] == [
            "the host api.example.com has nothing at port 8080",
            "the network has no host nobody.example.com"]
        *_, request = portal.network.requests
    assert (request.method, request.path, request.query) == ("POST", "/a?b=c", {"b": "c"})
    assert (request.body, request.headers["x-key"]) == (b"d=e", "k")
    assert 0 < request.seconds < 30


def test_there_are_six_sockets_and_one_may_use_tls(write_program):
    assert run(write_program, REQUESTS + """
address = esp.get_host_by_name("api.example.com")
numbers = []
for _ in range(6):
    numbers.append(esp.get_socket())
    esp.socket_connect(numbers[-1], address, 80)
print(numbers)
try:
    esp.get_socket()
except OSError as error:
    print(error.errno)
esp.socket_close(2)
print(esp.get_socket())
esp.socket_connect(2, "api.example.com", 443, esp.TLS_MODE)
esp.socket_close(3)
try:
    esp.socket_connect(3, "api.example.com", 443, esp.TLS_MODE)
except OSError as error:
    print(error)
""", {"api.example.com": lambda request: {}}).splitlines() == [
        "[0, 1, 2, 3, 4, 5]", "23", "2", "(23, 'Only one open SSL connection allowed')"]


JOINS = JOIN + """
print([(point.ssid, point.rssi, point.channel, point.authmode)
       for point in esp.scan_networks() or ()])
for name, password in ("Home", "wrong"), ("Nobody's", "a secret"), ("Home", "a secret"), \
                      ("Open", None):
    try:
        esp.connect(name, password, timeout=4)
        print("in")
    except ConnectionError as error:
        print(error)
"""


@pytest.mark.parametrize(("version", "online", "printed"), [
    ("1.7.7", True, ["[('Home', -55, 11, 'WPA2'), ('Open', -80, 6, 'OPEN')]",
                     "('Failed to connect to ssid', b'Home')",
                     "('Failed to connect to ssid', b\"Nobody's\")", "in", "in"]),
    ("3.3.0", False, ["[]", "('No such ssid', b'Home')", "('No such ssid', b\"Nobody's\")",
                      "('No such ssid', b'Home')", "('No such ssid', b'Open')"]),
])
def test_joining_needs_an_existing_network_and_its_password(write_program, version, online,
                                                            printed):
    with power_on(write_program, JOINS) as portal:
        portal.network.firmware, portal.network.online = version, online
        portal.network.access_points = [AccessPoint("Home", "a secret", channel=11),
                                        AccessPoint("Open", "", rssi=-80)]
        portal.run(60)
        assert portal.serial.splitlines() == printed


SERVER = REQUESTS + """
listener = pool.socket()
listener.bind((esp.ipv4_address, 8000))
listener.listen(1)
print("listening")
while True:
    try:
        guest, address = listener.accept()
    except OSError:
        time.sleep(0.1)
        continue
    buffer = bytearray(64)
    count = guest.recv_into(buffer)
    print(address, bytes(buffer[:count]))
    guest.send(b"you said " + buffer[:count])
    guest.close()
"""


@pytest.mark.parametrize("version", ["1.7.7", "3.3.0"])
def test_a_server_on_the_pyportal_answers(write_program, version):
    with power_on(write_program, SERVER) as portal:
        portal.network.firmware = version
        portal.run(6)
        with pytest.raises(ConnectionRefusedError, match="no server at port 81"):
            portal.network.connect(81)
        for word in b"hello", b"again":
            visitor = portal.network.connect(8000)
            visitor.send(word)
            portal.run(2)
            assert visitor.received == b"you said " + word and visitor.hung_up
    assert "b'again'" in portal.serial


def test_the_same_seed_and_network_give_the_same_bytes_at_the_networks_speed(write_program):
    def once(speed=100_000):
        with power_on(write_program, REQUESTS + """
import os
start = time.monotonic()
with requests.get("https://api.example.com/") as response:
    print(len(response.content), esp.ping("api.example.com"), time.monotonic_ns(), os.urandom(4))
print(time.monotonic() - start)
""", seed=4) as portal:
            portal.network.speed = speed
            portal.network["api.example.com"] = lambda request: bytes(8000)
            portal.run(30)
            return portal.serial, portal.framebuffer, portal.board.clock.now

    quick, slow = once(), once(2_000)
    assert quick == once()
    times = [float(serial.split()[-1]) for serial, *_ in (quick, slow)]
    assert 2 < times[1] - times[0] < 5


def test_the_network_and_the_time_of_a_fault_go_on_over_a_reset(write_program):
    with power_on(write_program, REQUESTS + """
print(requests.get("https://api.example.com/").json())
requests.get("https://api.example.com/")
""") as portal:
        portal.network["api.example.com"] = lambda request: [len(portal.network.requests)]
        portal.run(6.3)
        portal.reset()
        portal.run(12)
        assert portal.serial.split()[-1] == f"[{len(portal.network.requests) - 1}]"
        portal.faults.network.lose_wifi(5)
        portal.reset()
        portal.board.clock.now = 5 * SECOND
        assert not portal.faults.network.wifi_lost


HEADERS = b"Host: a.example\r\nX-Key:k\r\n"
CHUNKED = HEADERS + b"Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n"
# A request: (method, path, body).
WHOLE = {
    b"GET /a?b=c HTTP/1.1\r\n" + HEADERS + b"\r\n": ("GET", "/a?b=c", b""),
    b"GET / HTTP/1.1\r\nX-Key: k\r\n\r\n": ("GET", "/", b""),
    b"GET /\xe4 HTTP/1.0\r\nX-Key: k\r\n\r\n": ("GET", "/ä", b""),
    b"POST / HTTP/1.1\r\nContent-Length: 3\r\n" + HEADERS + b"\r\nabc": ("POST", "/", b"abc"),
    b"PUT /x HTTP/1.1\r\n" + CHUNKED: ("PUT", "/x", b"abcde"),
}


@pytest.mark.parametrize("data", WHOLE)
def test_a_request_is_complete_with_its_last_byte(data):
    assert all(parse(data[:end]) is None for end in range(len(data)))
    parsed = parse(data + b"GET")
    assert (parsed.method, parsed.path, parsed.body) == WHOLE[data]
    assert (parsed.headers["x-key"], parsed.rest) == ("k", b"GET")


POST = b"POST / HTTP/1.1\r\n"


@pytest.mark.parametrize("data", [
    b"hello\r\n\r\n", b"GET /\r\n\r\n", b"GET / SPDY/1\r\n\r\n", POST + b"no colon\r\n\r\n",
    POST + b"Content-Length: many\r\n\r\n", POST + b"Content-Length: -1\r\n\r\n",
    POST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    POST + b"Transfer-Encoding: chunked\r\n\r\n-1\r\nabc\r\n"])
def test_bytes_that_are_no_request_are_refused(data):
    with pytest.raises(BadRequest):
        parse(data)


UNIX_TIME = 1_800_000_000


@pytest.mark.parametrize("version, time_bytes", [("1.7.7", 4), ("3.3.0", 8)])
def test_esp32spi_scans_joins_and_reports_its_connection(write_program, version, time_bytes):
    with power_on(write_program, JOIN + """
import adafruit_ntp, rtc
print(esp.firmware_version, [bytes(point.ssid, "utf-8") for point in esp.scan_networks()])
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
""") as portal:
        portal.network.firmware = version
        portal.network.serve_time(UNIX_TIME)
        portal.run(60)
        lines = portal.serial.splitlines()
    assert lines[0] == f"{version} [b'PyPortal']"
    assert lines[1] == "True 192.168.1.57 Home -55 WPA2"
    assert lines[2] == "10.0.0.7 12 65535"
    seconds, size = lines[3].rsplit(" ", 1)
    assert int(size) == time_bytes
    assert UNIX_TIME <= int(seconds.strip("(,)")) < UNIX_TIME + 60
    assert UNIX_TIME <= float(lines[4]) < UNIX_TIME + 60
    assert lines[5:] == ["True", "False 0"] if version == "1.7.7" else lines[5]


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

    assert run(write_program, REQUESTS + """
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
""", {"api.example.com": host}).splitlines() == [
        "{'x': '1'}", "/now", "{'a': [1, 2]}", "application/json", "204", "True", "True",
        "9000 1024", "204"]
    assert b"import board" in seen[-1].body and b'filename="code.py"' in seen[-1].body


def test_a_folder_answers_with_its_files(write_program, tmp_path):
    folder = tmp_path / "answers"
    (folder / "v1").mkdir(parents=True)
    (folder / "v1" / "now.json").write_text('{"now": 1}')
    (folder / "v1" / "now.json?page=2").write_text('{"now": 2}')
    (folder / "index.html").write_text("hello")
    assert run(write_program, REQUESTS + """
for path in "", "v1/now.json", "v1/now.json?page=2", "v1/now.json?page=3", "../code.py", "none":
    with requests.get("http://api.example.com/" + path) as response:
        print(response.status_code, response.text)
""", {"api.example.com": folder}).splitlines() == [
        "200 hello", '200 {"now": 1}', '200 {"now": 2}', '200 {"now": 1}', "404 Not Found",
        "404 Not Found"]


MQTT = REQUESTS + """
import adafruit_minimqtt.adafruit_minimqtt as MQTT
def client(password):
    return MQTT.MQTT(broker="mqtt.example.com", port=PORT, username="me", password=password,
                     socket_pool=pool, ssl_context=ssl, is_ssl=PORT == 8883, connect_retries=1)
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
for _ in range(3):
    client.loop(1)
client.unsubscribe("home/lamp")
client.disconnect()
print("done")
"""


@pytest.mark.parametrize("port", [1883, 8883])
def test_minimqtt_publishes_and_subscribes_with_the_right_password(write_program, port):
    there = broker("a key")
    with power_on(write_program, MQTT.replace("PORT", str(port))) as portal:
        portal.network.tcp("mqtt.example.com", port, there)
        while "ready" not in portal.serial:
            portal.run(0.1)
        there.send("home/lamp", b"off")
        portal.run(20)
        assert portal.serial.splitlines() == [
            "('Connection Refused - Unauthorized', 5)", "home/lamp on", "ready", "home/lamp off",
            "done"]
    assert there.published == [("home/lamp", b"on"), ("home/door", b"x" * 200)]


PYPORTAL = """
from adafruit_pyportal import PyPortal
pyportal = PyPortal(url="https://api.example.com/quote", json_path=(("text",), ("by", 0)),
                    status_neopixel=None, default_bg=0x000000, text_font="terminalio.FONT",
                    text_position=((20, 60), (20, 200)), text_color=(0xFFFFFF, 0x00FF00))
print(pyportal.fetch())
"""
SETTINGS = 'CIRCUITPY_WIFI_SSID = "Home"\nCIRCUITPY_WIFI_PASSWORD = "a secret"\n'


def test_the_pyportal_library_fetches_and_shows_text(write_program, tmp_path):
    program = write_program(PYPORTAL.replace('"terminalio.FONT"', "__import__('terminalio').FONT"))
    (tmp_path / "settings.toml").write_text(SETTINGS)
    with power_on(lambda _: program, "") as portal:
        portal.network["api.example.com"] = lambda request: {"text": "Hello", "by": ["me"]}
        portal.run(60)
        assert portal.serial.splitlines()[-1] == "['Hello', 'me']"
        assert portal.screenshot().crop((0, 40, 160, 80)).getbbox()
        assert portal.screenshot().crop((0, 180, 160, 220)).getbbox()
