# SPDX-License-Identifier: MIT
"""Adafruit's network libraries, unmodified, on the simulated ESP32."""

import pytest

from tests.support.programs.wifi import JOIN, REQUESTS, broker, power_on, run

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
        "{'x': '1'}", "/now", "{'a': [1, 2]}", "application/json", "200", "True", "True",
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


def test_adafruit_io_over_http(write_program):
    feeds = {"score": ["41"]}

    def io(request):
        if request.headers["X-AIO-Key"] != "a key":
            return 401, {}, {"error": "request failed - invalid API key provided"}
        _, _, _, user, _, feed, *data = request.path.split("/")
        if feed not in feeds:
            return 404, {}, {"error": f"not found - {user} has no {feed}"}
        if request.method == "POST":
            feeds[feed].append(request.json()["value"])
        return {"value": feeds[feed][-1], "key": feed, "name": feed, "data": data}

    assert run(write_program, REQUESTS + """
from adafruit_io.adafruit_io import IO_HTTP, AdafruitIO_RequestError
io = IO_HTTP("me", "a key", requests)
print(io.get_feed("score")["name"])
io.send_data("score", 42)
print(io.receive_data("score")["value"])
try:
    io.get_feed("none")
except AdafruitIO_RequestError as error:
    print(error)
try:
    IO_HTTP("me", "no key", requests).get_feed("score")
except AdafruitIO_RequestError as error:
    print(error)
""", {"io.adafruit.com": io}).splitlines() == [
        "score", "42",
        "Adafruit IO Error 404: not found - me has no none",
        "Adafruit IO Error 401: request failed - invalid API key provided"]


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
