# SPDX-License-Identifier: MIT
"""HTTP requests as programs send them, whole and in pieces, and those that are refused."""

import pytest

from sim.network.http import BadRequest, parse

HEAD = b"Host: a.example\r\nX-Key:k\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n"
# A request: (method, path, body).
REQUESTS = {
    b"GET /a?b=c HTTP/1.1\r\n" + HEAD + b"\r\n": ("GET", "/a?b=c", b""),
    b"GET / HTTP/1.1\r\nX-Key: k\r\n\r\n": ("GET", "/", b""),
    b"GET /\xe4 HTTP/1.0\r\nX-Key: k\r\n\r\n": ("GET", "/ä", b""),
    b"POST / HTTP/1.1\r\nContent-Length: 3\r\n" + HEAD + b"\r\nabc": ("POST", "/", b"abc"),
    b"PUT /x HTTP/1.1\r\n" + CHUNKED: ("PUT", "/x", b"abcde"),
}


@pytest.mark.parametrize("data", REQUESTS)
def test_a_request_is_complete_with_its_last_byte(data):
    assert all(parse(data[:end]) is None for end in range(len(data)))
    parsed = parse(data + b"GET")
    assert (parsed.method, parsed.path, parsed.body) == REQUESTS[data]
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
