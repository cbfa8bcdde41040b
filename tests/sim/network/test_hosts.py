# SPDX-License-Identifier: MIT
"""Hosts that a test defines, asked over wires; Python's own HTTP client reads what they answer."""

import http.client

import pytest

TEXT, JSON, BYTES = "text/plain; charset=utf-8", "application/json", "application/octet-stream"


@pytest.mark.parametrize(("answer", "status", "kind", "body"), [
    ({"a": 1}, 200, JSON, b'{"a": 1}'), ([1, "x"], 200, JSON, b'[1, "x"]'),
    ("text ü", 200, TEXT, "text ü".encode()), (b"bytes", 200, BYTES, b"bytes"),
    (bytearray(b"bytes"), 200, BYTES, b"bytes"), (None, 204, None, b""),
    (404, 404, TEXT, b"Not Found"), (iter([b"ab", b"", b"c" * 17]), 200, BYTES, b"ab" + b"c" * 17),
    ((201, {"X-A": "b"}, {"a": 1}), 201, JSON, b'{"a": 1}'),
    ((200, {"content-type": "text/x"}, "abc"), 200, "text/x", b"abc"),
    ((500, {}, iter([b"x"])), 500, BYTES, b"x")])
def test_a_function_answers_with_any_of_these(caller, answer, status, kind, body):
    caller.network["host"] = lambda request: answer
    found = caller.request("host")
    assert (found[0], found[1]["Content-Type"], found[2]) == (status, kind, body)
    assert caller.remarks == []


def test_an_answer_to_head_has_the_length_and_no_body(caller):
    caller.network["host"] = lambda request: "abc"
    status, headers, body = caller.request("host", method="HEAD")
    assert (status, headers["Content-Length"], body) == (200, "3", b"")


def cut_off():
    yield b"ab"
    raise OSError("it broke")


@pytest.mark.parametrize(("function", "kind", "sentence"), [
    (lambda request: 1 / 0, ZeroDivisionError, "division by zero"),
    (lambda request: True, TypeError, "a host cannot answer with bool"),
    (lambda request: 1.5, TypeError, "a host cannot answer with float"),
    (lambda request: cut_off(), OSError, "it broke")])
def test_a_function_that_fails_is_the_users_and_answers_500(caller, function, kind, sentence):
    caller.network["host"] = function
    assert caller.request("host", "/a")[0] == 500
    (failure,) = caller.failures
    assert type(failure) is kind and str(failure) == sentence
    assert failure.__notes__ == ["raised by the host host, asked GET /a"]


def test_a_function_gets_all_of_a_request_and_the_network_lists_it(caller):
    caller.network["host"] = lambda request: [
        request.host, request.port, request.method, request.query, request.headers["X-Key"],
        request.json()]
    _, _, body = caller.request("host", "/a?b=c&d=", "POST", b"[1]", x_key="k")
    assert body == b'["host", 80, "POST", {"b": "c", "d": ""}, "k", [1]]'
    (request,) = caller.network.requests
    assert (request.path, request.text, request.seconds) == ("/a?b=c&d=", "[1]", 0)


def test_a_connection_serves_several_requests_and_closes_when_asked_or_after_a_minute(caller):
    caller.network["host"] = lambda request: request.path
    wire = caller.connect("host", sent=b"GET /1 HTTP/1.1\r\n\r\nGET /2 HTTP/1.1\r\n\r\nGET")
    assert caller.read(wire).count(b"HTTP/1.1 200 OK") == 2
    wire.send(b" /3 HTTP/1.1\r\n\r\n")
    assert caller.read(wire).endswith(b"/3")
    caller.wait(50_000)
    assert not wire.finished
    caller.wait(10_000)
    assert wire.finished
    caller.request("host", connection="close")
    assert caller.wire.finished
    caller.network["host"] = lambda request: (200, {"Connection": "close"}, "bye")
    assert caller.request("host")[2] == b"bye" and caller.wire.finished


def test_what_is_no_request_gets_status_400(caller):
    caller.network["host"] = lambda request: "fine"
    for sent in (b"nonsense", b"GET / HTTP/2", b"GET / HTTP/1.1\r\nContent-Length: -1"):
        answer = caller.read(caller.connect("host", sent=sent + b"\r\n\r\n"))
        assert answer.startswith(b"HTTP/1.1 400 Bad Request\r\n")


def test_names_have_any_case_and_stars_and_the_exact_one_answers_first(caller):
    for name in "*.example.com", "a.example.com", "*.com":
        caller.network[name] = lambda request, name=name: name
    asked = "a.example.com", "B.example.com", "A.EXAMPLE.COM", "c.com"
    assert [caller.request(name)[2].decode() for name in asked] == [
        "a.example.com", "*.example.com", "a.example.com", "*.com"]
    with pytest.raises(ConnectionRefusedError):
        caller.connect("c.org")
    del caller.network["*.com"]
    with pytest.raises(ConnectionRefusedError):
        caller.connect("c.com")
    with pytest.raises(KeyError):
        del caller.network["*.com"]


def test_a_port_of_its_own_and_the_usual_two(caller):
    caller.network["host"], caller.network["host:8080"] = (lambda _: "usual"), (lambda _: "own")
    for port, text in (80, b"usual"), (443, b"usual"), (8080, b"own"):
        wire = caller.connect("host", port, b"GET / HTTP/1.1\r\n\r\n")
        assert caller.read(wire).endswith(text)
    with pytest.raises(ConnectionRefusedError):
        caller.connect("host", 81)
    assert caller.remarks == ['the host host has nothing at port 81: define it with '
                              'portal.network["host:81"] for HTTP, or with .tcp']


@pytest.mark.parametrize("name", ["a:b:c", "host:", "host:65536", "host:-1", "host:" + "9" * 5000])
def test_a_port_that_is_none_is_refused(caller, name):
    with pytest.raises(ValueError, match="is not a host: write its name, or name:port"):
        caller.network[name] = lambda _: "never"


FILES = ["index.html", "sub/index.txt", "sub/a b.txt", "json/index.json", "json/index.html",
         "sub/ü"]


def test_a_folder_answers_with_its_files(caller, tmp_path):
    for name in [*FILES, "empty/x"]:
        (tmp_path / "host" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "host" / name).write_text(name, encoding="utf-8")
    (tmp_path / "secret").write_text("secret")
    caller.network["files"] = tmp_path / "host"
    found = {path: caller.request("files", path)[2].decode() for path in (
        "/", "/sub", "/sub/", "/sub/a%20b.txt", "/json", "/sub/%C3%BC", "/sub/../index.html",
        "/index.html?x=2", "/empty", "/none", "/../secret", "/..", "//[x", "/%00",
        "/" + "x" * 300)}
    assert found == {
        "/": "index.html", "/sub": "sub/index.txt", "/sub/": "sub/index.txt",
        "/sub/a%20b.txt": "sub/a b.txt", "/json": "json/index.json", "/sub/%C3%BC": "sub/ü",
        "/sub/../index.html": "index.html", "/index.html?x=2": "index.html",
        **dict.fromkeys(("/empty", "/none", "/../secret", "/..", "//[x", "/%00", "/" + "x" * 300),
                        "Not Found")}
    with pytest.raises(ValueError, match=r"none is not a folder of answers"):
        caller.network["files"] = tmp_path / "none"


@pytest.mark.parametrize(("name", "content", "kind"), [
    ("a.css", b"", "text/css"), ("a.json", b"", JSON), ("a.bmp", b"", "image/bmp"),
    ("picture", b"BM\xff\xfe", "image/bmp"), ("picture", b"\x89PNG\r\n\xff", "image/png"),
    ("sound", b"RIFF\xff", "audio/wav"), ("data", b"\xff\xfe", BYTES),
    ("now", b' {"a": 2}\n', JSON), ("now", b"{a}", "text/plain"), ("now", b"3", "text/plain"),
    ("page", b"\n<!DocType html>", "text/html"), ("page", b"x<html", "text/plain")])
def test_a_file_has_the_type_of_its_name_or_of_its_content(caller, tmp_path, name, content, kind):
    (tmp_path / name).write_bytes(content)
    caller.network["files"] = tmp_path
    assert caller.request("files", f"/{name}")[1]["Content-Type"] == kind


class Talker:
    """Greets, doubles what it hears, and knows two words."""

    ended = 0

    def __init__(self, connection):
        self.connection = connection
        connection.send(b"hello ")

    def receive(self, data):
        if data == b"end":
            self.connection.close()
        elif data == b"fail":
            raise OSError("it broke")
        return data * 2

    def closed(self):
        Talker.ended += 1


def test_a_host_of_another_protocol_converses(caller):
    caller.network.tcp("echo", 7, bytes.upper)
    assert caller.read(caller.connect("echo", 7, b"abc")) == b"ABC"
    caller.network.tcp("talker", 7, Talker)
    wire = caller.connect("talker", 7, b"ab")
    wire.send(b"cd")
    assert caller.read(wire) == b"hello ababcdcd"
    wire.send(b"fail")
    (failure,) = caller.failures
    assert str(failure) == "it broke" and failure.__notes__ == ["raised by the host talker"]
    wire.send(b"end")
    assert caller.read(wire) == b"endend" and wire.finished
    caller.connect("talker", 7).close()
    assert Talker.ended == 1


def test_a_datagram_gets_an_answer_or_none(caller):
    caller.network.udp("Clock", 9, lambda asked: asked[::-1])
    caller.network.udp("clock", 10, lambda asked: 1 / 0)
    asked = ("clock", 9), ("CLOCK", 9), ("clock", 8), ("nobody", 9), ("clock", 10)
    assert [caller.network.exchange(*place, b"abc") for place in asked] == [
        b"cba", b"cba", None, None, None]
    assert [str(failure) for failure in caller.failures] == ["division by zero"]


def test_an_answer_that_states_a_wrong_length_is_sent_as_the_host_wants(caller):
    caller.network["host"] = lambda request: (200, {"Content-Length": "9"}, "abc")
    with pytest.raises(http.client.IncompleteRead):
        caller.request("host")
