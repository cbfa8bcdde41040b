# SPDX-License-Identifier: MIT
"""Network faults: the exception of each library, and its recovery."""

import os
import re

import pytest

from sim.network.faults import HANGS, HOST_FAULTS
from tests.support import seeds
from tests.support.paths import ROOT
from tests.support.programs.wifi import SETTINGS, USES, hosts, power_on, until

ERROR = re.compile(r"(?:\w+(?:Error|Exception|Retries)\b): ?.*")
# The columns of the table in docs/reference/network-faults.md. FULL=1 tries all of them, all faults
# of a row, not only its first, and those that only spoil what a host answers.
IS_FULL = bool(os.environ.get("FULL"))
LIBRARIES = ("requests", "adafruit_io", "portalbase", "minimqtt", "ntp")
TRIED = LIBRARIES if IS_FULL else LIBRARIES[:1]
SPOIL = {"slow", "500", "truncated"}
SEQUENCES = 200 if IS_FULL else 8
NAMES = {"lose_wifi": "wifi", "reset_esp32": "reset"}


def table():
    """Return rows of the documentation: faults, {library: message}; "works" is no exception."""
    text = (ROOT / "docs" / "reference" / "network-faults.md").read_text(encoding="utf-8")
    for row in re.findall(r'^\| (["`].*) \|$', text, re.MULTILINE):
        names, *said = row.split(" | ")
        faults = [NAMES.get(name, name) for name in re.findall(r"\w+", names)
                  if name != "hang_esp32"]
        yield faults, dict(zip(LIBRARIES, said, strict=True))


TABLE = [*table()]


def strike(portal, fault):
    network = portal.faults.network
    if fault == "wifi":
        network.lose_wifi()
    elif fault == "wrong_password":
        network.wrong_password = True
        network.lose_wifi(1)
    elif fault == "reset":
        network.reset_esp32()
    elif fault in HANGS:
        network.hang_esp32(fault)
    else:
        network.fail(fault)


@pytest.fixture
def at_work(write_program, tmp_path):
    """Return a function that starts a program with a library and waits for its first success."""
    def start(library):
        (tmp_path / "settings.toml").write_text(SETTINGS)
        portal = power_on(write_program, USES[library])
        hosts(portal)
        assert until(portal, lambda line: line == "ok", 40)
        return portal

    return start


def first_said(portal, seconds):
    """Return the next use's exception, "works" for none, None while it waits for the Wi-Fi."""
    start, end = len(portal.serial), portal.now + seconds
    while portal.now < end:
        portal.run(0.25)
        for line in portal.serial[start:].splitlines():
            if (found := ERROR.search(line)) and not line.startswith("join"):
                return found[0].strip().rstrip(":")
            if line == "ok":
                return "works"
    return None


def test_the_table_has_every_fault():
    assert {fault for faults, _ in TABLE for fault in faults} == {
        *HOST_FAULTS, *HANGS, "wifi", "wrong_password", "reset"}


@pytest.mark.parametrize("library", TRIED)
def test_each_fault_raises_the_documented_exception_and_is_recovered_from(at_work, library):
    documented = {fault: said[library] for faults, said in TABLE
                  for fault in (faults if IS_FULL else {*faults[:1]} - SPOIL)}
    found = {}
    with at_work(library) as portal:
        for fault in documented:
            strike(portal, fault)
            said = first_said(portal, 70)
            if fault not in HANGS:  # those are mended by the program, which resets the ESP32
                portal.faults.network.clear()
            found[fault] = said or first_said(portal, 60)
            assert until(portal, lambda line: line == "ok", 90), fault
    assert found == documented


def test_each_fault_of_a_host_spoils_its_answer_so_many_times_and_no_other_hosts(caller):
    faults = caller.network.faults
    for name in "host", "other":
        caller.network[name] = lambda request: "0123456789abcdef"
    whole = 200, b"0123456789abcdef"
    assert spoiled(caller, "429") == (429, b"Too Many Requests")
    assert spoiled(caller, "500") == (500, b"Internal Server Error")
    assert spoiled(caller, "truncated") == (200, b"01234567")
    faults.fail("refused", "host", times=1)
    with pytest.raises(ConnectionRefusedError):
        caller.connect("host")
    for kind, heard in ("cut", b"\r\n0123456789"), ("silent", b""):
        faults.fail(kind, "h*t", times=1)
        assert caller.read(caller.connect("host", sent=GET)).endswith(heard)
        assert spoiled(caller) == whole
    faults.fail("dns", "host", times=1)
    assert caller.network.resolve("host") is None and caller.network.resolve("host")
    faults.fail("tls", "host")
    assert caller.network.fails_handshake("host") and not caller.network.fails_handshake("other")
    faults.clear()
    assert not caller.network.fails_handshake("host")


GET = b"GET / HTTP/1.1\r\n\r\n"


def spoiled(caller, kind=None):
    """Return status and body of a host's answer after a fault, which spares another host."""
    if kind:
        caller.network.faults.fail(kind, "host", times=1)
    assert caller.request("other")[0] == 200
    status, _, body = caller.request("host")
    return status, body


def test_a_slow_host_sends_so_many_bytes_a_second(caller):
    caller.network.tcp("host", 7, lambda data: bytes(3000))
    caller.network.faults.fail("slow", "h*", value=1500)
    wire = caller.connect("host", 7, b"x")
    assert caller.until_all(wire, 3000) == pytest.approx(2.08, abs=0.01)


def test_a_login_page_answers_for_every_host_and_spoils_their_certificates(caller):
    caller.network.faults.fail("captive")
    assert b"Please log in" in caller.request("nowhere")[2]
    assert caller.network.resolve("nowhere") and caller.network.fails_handshake("nowhere")


@pytest.mark.parametrize(("sentence", "fault", "options"), [
    ("'gremlins' is not one of dns, refused, tls, silent, slow, cut, 429, 500, truncated, captive",
     "gremlins", {}),
    ("times begins at 1 and value at 0", "dns", {"times": 0}),
    ("times begins at 1 and value at 0", "slow", {"value": -1})])
def test_a_fault_that_is_none_is_refused(caller, sentence, fault, options):
    with pytest.raises(ValueError) as caught:
        caller.network.faults.fail(fault, **options)
    assert str(caught.value) == sentence
    with pytest.raises(ValueError, match="'sulking' is not one of busy, select, answer"):
        caller.network.faults.hang_esp32("sulking")


EVERY = [*HOST_FAULTS, *HANGS, "wifi", "reset", "clear"]


@pytest.mark.parametrize("library", TRIED)
def test_random_faults_never_hang_the_simulator_and_are_recovered_from(library, at_work):
    """Time goes on during faults at random moments; after them the program works again."""
    chance = seeds.chance(14)
    with at_work(library) as portal:
        for _ in range(SEQUENCES):
            for _ in range(chance.randrange(1, 4)):
                fault = chance.choice(EVERY)
                if fault == "clear":
                    portal.faults.network.clear()
                else:
                    strike(portal, fault)
                before = portal.now
                portal.run(chance.random())
                assert portal.now > before and portal.running
            portal.faults.network.clear()
        assert until(portal, lambda line: line == "ok", 200)
