# SPDX-License-Identifier: MIT
"""HTTP requests as programs with plain sockets send them, in any pieces."""

import pytest

from sim.network.http import BadRequest, Headers, parse

LENGTH = b"POST /a HTTP/1.0\r\ncontent-length:4\r\n\r\nabcd"
CHUNKS = (b"POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
          b"3;x=1\r\nabc\r\n10\r\n0123456789abcdef\r\n0\r\n\r\n")


@pytest.mark.parametrize(("sent", "method", "body"), [
    (LENGTH, "POST", b"abcd"), (CHUNKS, "POST", b"abc0123456789abcdef"),
    (b"GET /a HTTP/1.1\r\n\r\n", "GET", b"")])
def test_a_request_is_whole_with_its_last_byte_and_leaves_the_next(sent, method, body):
    assert not any(parse(sent[:cut]) for cut in range(len(sent)))
    found = parse(sent + b"GET")
    assert (found.method, found.path, found.body, found.rest) == (method, "/a", body, b"GET")


@pytest.mark.parametrize(("request_", "right", "wrong"), [
    (LENGTH, b"1.0", b"2"), (LENGTH, b":4", b""), (LENGTH, b":4", b":-1"), (LENGTH, b":4", b":x"),
    (LENGTH, b"/a ", b""), (LENGTH, b"HTTP/", b"HTTQ/"), (CHUNKS, b"0\r\n\r\n", b"-1\r\n\r\n"),
    (CHUNKS, b"10\r", b"g\r"), (CHUNKS, b"3;", b";")])
def test_what_is_not_http_is_refused(request_, right, wrong):
    with pytest.raises(BadRequest):
        parse(request_.replace(right, wrong))


def test_headers_are_found_in_any_case():
    headers = Headers({"A-b": "c"})
    assert (headers["a-B"], headers.get("A-B"), "A-B" in headers) == ("c", "c", True)
    assert (headers.get("x"), headers.get("x", 1), "x" in headers) == (None, 1, False)
