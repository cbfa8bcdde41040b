# SPDX-License-Identifier: MIT
"""Recordings of a network: what is replayed, what is kept from them, and files that are none."""

import json

import pytest

from sim.network.network import Network


@pytest.fixture
def recorded(caller, tmp_path):
    """Calls a network that records; `replay` writes the file and returns one that replays it."""
    caller.network.recorder.on = True
    caller.file = tmp_path / "kept.json"

    def replay():
        caller.file.write_bytes(caller.network.recorder.dump())
        network = Network(remark=caller.remarks.append)
        network.follow(caller.clock)
        network.replay(caller.file)
        caller.network = network

    caller.replay = replay
    return caller


def test_answers_are_replayed_in_their_order_and_the_last_one_again(recorded):
    answers = iter(["text", {"n": 2}, b"\xff\0"])
    recorded.network["host"] = lambda request: next(answers)
    live = [recorded.request("host", "/a?b=c") for _ in range(3)]
    recorded.replay()
    replayed = [recorded.request("host", "/a?b=c") for _ in range(4)]
    assert [each[::2] for each in replayed] == [each[::2] for each in [*live, live[-1]]]
    assert [each[1]["Content-Type"] for each in replayed[:3]] == [
        each[1]["Content-Type"] for each in live]
    assert recorded.request("host", "/a")[0] == 404
    assert recorded.request("host", "/a?b=c", "POST")[0] == 404


def test_a_path_that_is_no_address_is_recorded_and_replayed(recorded):
    recorded.network["host"] = lambda request: request.query["a"]
    recorded.request("host", "//[x?a=b]")
    recorded.replay()
    assert recorded.request("host", "//[x?a=b]")[::2] == (200, b"b]")


def test_a_chunked_answer_and_the_hosts_own_headers_are_replayed_whole(recorded):
    recorded.network["host"] = lambda request: (
        201, {"X-A": "b", "Set-Cookie": "session=5", "Connection": "close"}, iter([b"a", b"bc"]))
    recorded.request("host")
    recorded.replay()
    status, headers, body = recorded.request("host")
    assert (status, headers["X-A"], body, headers["Set-Cookie"]) == (201, "b", b"abc", None)


# Requests, each with a word that no file may have.
SECRET_REQUESTS = [
    {"path": "/x?token=12345abc&a=b"}, {"path": "/x?APPID=12345abc"},
    {"path": "/x?my_key=12345abc"}, {"Authorization": "Basic 12345abc"},
    {"X_AIO_Key": "12345abc"}, {"Cookie": "12345abc"},
    {"method": "POST", "body": b'{"a": [{"password": "12345abc"}]}'},
    {"method": "POST", "body": b"secret=12345abc&other=text"}]


@pytest.mark.parametrize("request_", SECRET_REQUESTS)
def test_a_secret_of_a_request_is_in_no_recording_even_if_the_host_sends_it_back(
        recorded, request_):
    recorded.network["host"] = lambda request: "you are 12345abc"
    assert recorded.request("host", **request_)[2] == b"you are 12345abc"
    recorded.replay()
    assert "12345abc" not in recorded.file.read_text()
    assert recorded.request("host", **request_)[2] == b"you are ********"


def test_other_values_stay_readable_and_a_secret_in_a_path_may_change(recorded):
    recorded.network["host"] = lambda request: "monkey bypass 123"
    recorded.request("host", "/?monkey=1&a=b+c&sig=123")
    recorded.replay()
    (kept,) = json.loads(recorded.file.read_text())["http"]
    assert (kept["path"], kept["body"]) == (
        "/?monkey=1&a=b+c&sig=hidden", "monkey bypass 123")  # "123" is too short to be covered
    assert recorded.request("host", "/?monkey=1&a=b+c&sig=other")[0] == 200


def test_datagrams_are_replayed_in_their_order(recorded):
    answers = iter([b"one", b"\xfe"])
    recorded.network.udp("host", 9, lambda asked: next(answers))
    live = [recorded.network.exchange("host", 9, b"?") for _ in range(2)]
    recorded.replay()
    assert [recorded.network.exchange("host", 9, b"?") for _ in range(3)] == [*live, live[-1]]


def test_a_stream_answers_after_as_many_bytes_as_it_did_in_any_pieces(caller, tmp_path):
    steps = [[0, "aGVsbG8="], [4, "MQ=="], [4, "/w=="], [5, None]]
    place = {"host": "host", "port": 7}
    (tmp_path / "kept.json").write_text(json.dumps({
        "form": "pyportal network 1", "http": [], "udp": [], "tcp": [place | {"steps": steps}]}))
    caller.network.replay(tmp_path / "kept.json")
    for pieces in ("abc", "d", "e"), ("ab", "cd", "e"):
        wire = caller.connect("host", 7)
        assert caller.read(wire, 1) == b"hello"
        wire.send(pieces[0].encode())
        assert caller.read(wire, 1) == b""
        wire.send(pieces[1].encode())
        assert caller.read(wire, 1) == b"1\xff" and not wire.finished
        wire.send(pieces[2].encode())
        assert wire.finished


def test_nothing_is_recorded_unless_asked_for(caller):
    caller.network["host"] = lambda request: "text"
    caller.request("host")
    assert b"host" not in caller.network.recorder.dump()


@pytest.mark.parametrize(("content", "sentence"), [
    ("{", " is not a recording of a network: line 1, Expecting property name"),
    ('{"form": "pyportal network 2"}',
     ", line 1, form: pyportal network 2 is not pyportal network 1"),
    ("[]", ", line 1: [] is not a table of fields"), ("{}", ", line 1: the field form is missing"),
    (None, " does not exist: name a recording, or a folder of hosts")])
def test_a_file_that_is_no_recording_gets_a_sentence(caller, tmp_path, content, sentence):
    file = tmp_path / "kept.json"
    if content is not None:
        file.write_text(content)
    with pytest.raises(ValueError) as caught:
        caller.network.replay(file)
    assert str(caught.value).startswith(f"{file}{sentence}")
