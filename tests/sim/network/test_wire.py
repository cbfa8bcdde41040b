# SPDX-License-Identifier: MIT
"""The time that bytes take on a connection, the ESP32's buffer, and the end of a connection."""

import pytest

from sim.network.wire import WINDOW


@pytest.fixture
def talker(caller):
    """A wire to a host that sends 30,000 bytes when it is spoken to, 100,000 a second."""
    caller.network.tcp("host", 7, lambda data: bytes(30_000))
    return caller.connect("host", 7)


def test_an_answer_begins_after_the_latency_and_comes_at_the_networks_speed(caller, talker):
    talker.send(b"x")
    caller.wait(79)
    assert talker.available == 0
    caller.wait(11)
    assert talker.available == 1000
    caller.network.latency, caller.network.speed = 0.5, 10_000
    assert caller.until_all(talker, 30_000) == pytest.approx(0.29, abs=0.002)
    talker.send(b"x")
    talker.send(b"x")  # whose answer comes after the other one
    assert caller.until_all(talker, 60_000) == pytest.approx(6.5, abs=0.002)


def test_no_more_arrives_than_the_esp32_buffers(caller, talker):
    talker.send(b"x")
    caller.wait(10_000)
    assert talker.available == WINDOW
    assert len(talker.read(99_999)) == WINDOW
    assert talker.available == WINDOW


def test_after_the_other_side_has_closed_one_more_send_is_lost_and_the_next_refused(caller):
    caller.network["host"] = lambda request: (200, {"Connection": "close"}, "bye")
    wire = caller.connect("host", sent=b"GET / HTTP/1.1\r\n\r\n")
    assert caller.read(wire).endswith(b"bye") and wire.finished
    assert [wire.send(b"late"), wire.send(b"later"), wire.dead] == [4, 0, True]


def test_a_connection_that_is_cut_loses_what_is_on_its_way(caller, talker):
    talker.send(b"x")
    caller.wait(200)
    talker.cut()
    assert [talker.available, talker.dead, talker.send(b"x")] == [0, True, 0]
