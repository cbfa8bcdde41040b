# SPDX-License-Identifier: MIT
"""Failures on purpose: what each library makes of them, and that it works again afterwards."""

import random

import pytest

from sim.network.faults import HANGS, HOST_FAULTS
from unlucky import SETTINGS, USES, hosts, until
from wifi import JOIN, REQUESTS, power_on

NOT_FOUND, REFUSED = "ConnectionError: Failed to request hostname", "Expected 01 but got 00"
DEAF, SILENT = "TimeoutError: ESP32 not responding", "OSError: [Errno 116] ETIMEDOUT"
# (library, fault) to what it raises; None where it only takes longer.
SEEN = {
    ("requests", "wifi"): NOT_FOUND,
    ("requests", "dns"): NOT_FOUND,
    ("requests", "refused"): f"BrokenPipeError: {REFUSED}",
    ("requests", "tls"): DEAF,
    ("requests", "silent"): "OutOfRetries: Repeated socket failures",
    ("requests", "slow"): None,
    ("requests", "cut"): SILENT,
    ("requests", "429"): "AssertionError: 429",
    ("requests", "500"): "AssertionError: 500",
    ("requests", "truncated"): "JSONDecodeError",
    ("requests", "select"): "TimeoutError: ESP32 timed out on SPI select",
    ("requests", "answer"): "TimeoutError: Timed out waiting for SPI char",
    ("requests", "reset"): NOT_FOUND,
}


def strike(portal, fault):
    network = portal.faults.network
    if fault == "wifi":
        network.lose_wifi()
    elif fault == "reset":
        network.reset_esp32()
    elif fault in HANGS:
        network.hang_esp32(fault)
    else:
        network.fail(fault)


@pytest.fixture
def at_work(write_program, tmp_path):
    """A board that uses a library, and has done so once."""
    def start(library):
        (tmp_path / "settings.toml").write_text(SETTINGS)
        portal = power_on(write_program, USES[library])
        hosts(portal)
        assert until(portal, lambda line: line == "ok", 40)
        return portal

    return start


@pytest.mark.parametrize("library, fault", SEEN)
def test_a_fault_is_seen_as_on_a_board_and_got_over(at_work, library, fault):
    with at_work(library) as portal:
        strike(portal, fault)
        seen = until(portal, lambda line: line != "ok", 40 if SEEN[library, fault] else 5)
        assert (seen or "").startswith(SEEN[library, fault] or "")
        portal.run(1)
        portal.faults.network.mend()
        assert until(portal, lambda line: line == "ok", 60)


def test_todays_firmware_refuses_a_bad_certificate_at_once(at_work):
    with at_work("requests") as portal:
        portal.network.firmware = "3.3.0"
        portal.faults.network.fail("tls")
        assert until(portal, lambda line: line != "ok", 5) == f"BrokenPipeError: {REFUSED}"


def test_wifi_comes_back_by_itself_after_its_time(at_work):
    with at_work("requests") as portal:
        portal.faults.network.lose_wifi(8)
        assert until(portal, lambda line: line.startswith("join"), 20)
        assert until(portal, lambda line: line == "ok", 30)


def test_todays_firmware_joins_again_by_itself(write_program):
    with power_on(write_program, JOIN + """
esp.connect("Home", "a secret")
last = None
while True:
    if esp.is_connected != last:
        last = esp.is_connected
        print(last)
    time.sleep(0.5)
""") as portal:
        portal.network.firmware = "3.3.0"
        portal.run(6)
        portal.faults.network.lose_wifi(4)
        portal.run(10)
        assert portal.serial.split() == ["True", "False", "True"]


def test_a_captive_network_answers_for_every_host(write_program):
    with power_on(write_program, REQUESTS + """
with requests.get("http://nobody.example.com/now") as response:
    print(response.status_code, response.headers["content-type"], "log in" in response.text)
""") as portal:
        portal.faults.network.fail("captive")
        portal.run(8)
        assert portal.serial == "200 text/html True\n"


def test_a_wrong_password_is_a_failed_connection(at_work):
    with at_work("requests") as portal:
        portal.faults.network.wrong_password = True
        portal.faults.network.lose_wifi(1)
        assert until(portal, lambda line: line.startswith("join"), 20) == (
            "join: ConnectionError: ('Failed to connect to ssid', b'Home')")


def test_a_fault_may_strike_a_number_of_times_at_a_host_of_some_name(at_work):
    with at_work("requests") as portal:
        portal.faults.network.fail("500", "other.example.com")
        portal.faults.network.fail("500", "*.example.com", times=2)
        start = len(portal.serial)
        portal.run(8)
        lines = portal.serial[start:].split()
    assert lines.count("500") == 2 and "ok" in lines


def test_faults_that_are_none_are_refused(at_work):
    with at_work("requests") as portal:
        with pytest.raises(ValueError, match="none of dns"):
            portal.faults.network.fail("gremlins")
        with pytest.raises(ValueError, match="none of busy"):
            portal.faults.network.hang_esp32("sulking")
        with pytest.raises(ValueError, match="times begins"):
            portal.faults.network.fail("dns", times=0)


EVERY = [*HOST_FAULTS, *HANGS, "wifi", "reset", "mend"]


def test_whatever_goes_wrong_in_whatever_order_the_host_does_not_hang(at_work):
    """Faults strike at random moments; time goes on, and when all is well the program does too."""
    chance = random.Random(14)
    with at_work("requests") as portal:
        for _ in range(12):
            for _ in range(chance.randrange(1, 4)):
                fault = chance.choice(EVERY)
                if fault == "mend":
                    portal.faults.network.mend()
                else:
                    strike(portal, fault)
                before = portal.now
                portal.run(chance.random())
                assert portal.now > before and portal.running
            portal.faults.network.mend()
        assert until(portal, lambda line: line == "ok", 200)
