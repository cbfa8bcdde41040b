# SPDX-License-Identifier: MIT
"""The ESP32: frames, sockets, servers, HTTP requests, and Adafruit's unmodified libraries on it."""


import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim import PyPortal
from sim.network.accesspoint import AccessPoint
from sim.network.esp32 import REFUSAL
from tests.support.programs.wifi import JOIN, REQUESTS, broker, power_on, run
from tests.support.tables import texts

PROGRAMS = texts(__file__)
BYTES = st.binary(max_size=200)


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


def test_requests_are_listed_and_failures_are_remarked_with_what_to_do(write_program):
    with power_on(write_program, REQUESTS + PROGRAMS["tries"]) as portal:
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


JOINS = JOIN + PROGRAMS["joins"]


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


UNIX_TIME = 1_800_000_000


@pytest.mark.parametrize("version, time_bytes", [("1.7.7", 4), ("3.3.0", 8)])
def test_esp32spi_scans_joins_and_reports_its_connection(write_program, version, time_bytes):
    with power_on(write_program, JOIN + PROGRAMS["esp32spi_scans"]) as portal:
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

    program = REQUESTS + PROGRAMS["requests_gets"]
    assert run(write_program, program, {"api.example.com": host}).splitlines() == [
        "{'x': '1'}", "/now", "{'a': [1, 2]}", "application/json", "204", "True", "True",
        "9000 1024", "204"]
    assert b"import board" in seen[-1].body and b'filename="code.py"' in seen[-1].body


MQTT = REQUESTS + PROGRAMS["mqtt"]


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


SETTINGS = 'CIRCUITPY_WIFI_SSID = "Home"\nCIRCUITPY_WIFI_PASSWORD = "a secret"\n'


def test_the_pyportal_library_fetches_and_shows_text(write_program, tmp_path):
    program = write_program(PROGRAMS["pyportal"])
    (tmp_path / "settings.toml").write_text(SETTINGS)
    with power_on(lambda _: program, "") as portal:
        portal.network["api.example.com"] = lambda request: {"text": "Hello", "by": ["me"]}
        portal.run(60)
        assert portal.serial.splitlines()[-1] == "['Hello', 'me']"
        assert portal.screenshot().crop((0, 40, 160, 80)).getbbox()
        assert portal.screenshot().crop((0, 180, 160, 220)).getbbox()
