# SPDX-License-Identifier: MIT
"""The network's names, addresses and time, access points in reach, and the ESP32's firmware."""

import struct

import pytest

from sim.clock import SECOND, Clock

# Seconds from 1900 to 1970 (RFC 868).
NTP_EPOCH = 2_208_988_800
ASKED = b"\x23" + bytes(39) + bytes(range(8))


def test_a_time_server_answers_as_in_rfc_5905_and_its_time_goes_on(caller):
    caller.network.serve_time(1_800_000_000.25)
    caller.wait(5_500)
    answer = caller.network.exchange("0.pool.ntp.org", 123, ASKED)
    version_and_mode, stratum = answer[:2]
    _, origin, received, sent = struct.unpack("!4Q", answer[16:])
    assert (version_and_mode & 7, version_and_mode >> 3 & 7, stratum) == (4, 4, 2)
    assert origin.to_bytes(8, "big") == ASKED[40:]
    assert received / (1 << 32) == sent / (1 << 32) == NTP_EPOCH + 1_800_000_005.75
    assert caller.network.pool_time() == 1_800_000_005
    for question in ASKED[:-1], b"\x24" + ASKED[1:]:
        assert caller.network.exchange("0.pool.ntp.org", 123, question) is None
    assert caller.network.exchange("pool.ntp.org", 123, ASKED) is None


def test_another_name_for_the_time_server_leaves_the_pool_without_one(caller):
    caller.network.serve_time(1_000_000_000, "time.org")
    assert caller.network.exchange("time.org", 123, ASKED)
    assert caller.network.pool_time() == 0


def test_a_name_keeps_its_address_and_only_known_ones_have_one(caller):
    caller.network["a.example.com"] = lambda request: "a"
    address = caller.network.resolve("a.example.com")
    assert address[:1] + bytes([address[1] & 0xFE]) == bytes([198, 18])
    assert caller.network.resolve("a.example.com") == address
    assert caller.network.name_of(address) == "a.example.com"
    assert caller.network.resolve("10.0.0.7") == bytes([10, 0, 0, 7])
    assert caller.network.resolve("nobody") is None and len(caller.remarks) == 1
    pinged = address, bytes([192, 168, 1, 1]), bytes([192, 168, 1, 7])
    assert [caller.network.answers_ping(each) for each in pinged] == [True, True, False]


def test_two_names_never_share_an_address(caller):
    names = [f"host{number}" for number in range(1000)]
    assert len({caller.network.address_of(name) for name in names}) == len(names)


def test_time_goes_on_over_a_reset_which_replaces_the_clock(caller):
    caller.wait(3000)
    other = Clock(7 * SECOND)
    caller.network.follow(other)
    other.advance(SECOND)
    assert caller.network.now() == 4 * SECOND


def test_the_wifi_is_lost_for_a_time_or_until_it_is_mended(caller):
    faults, seen = caller.network.faults, []
    for act in (lambda: faults.lose_wifi(1.5), lambda: caller.wait(1400),
                lambda: caller.wait(100), faults.lose_wifi, lambda: caller.wait(10 ** 9),
                faults.clear):
        act()
        seen.append(len(caller.network.in_reach))
    assert seen == [0, 0, 1, 0, 0, 1]
    caller.network.online = False
    assert caller.network.in_reach == []


def test_only_two_firmwares_of_the_esp32_are_known(caller):
    assert caller.network.firmware == "1.7.7"
    with pytest.raises(ValueError, match=r"^firmware '2' is not one of 1.7.7, 3.3.0$"):
        caller.network.firmware = "2"
