# SPDX-License-Identifier: MIT
"""A program that may ask one host reaches no other, whatever its requests look like."""

import re
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.support.network import browser, webpage
from tools import firmware, serve

ANSWER = b"what the host says"
NAME = "allowed.example"
ORIGIN = f"http://{NAME}"
OTHERS = "allowed.*", "*.example", "*.localhost"
STATUS = re.compile(r"^read HTTP/1\.1 (\d+) .*$", re.MULTILINE)


class Host(BaseHTTPRequestHandler):
    """Notes who it is asked by, and lets every page ask it. Paths below /to/ are redirected."""

    protocol_version = "HTTP/1.1"

    def __init__(self, asked, *given):
        self.asked = asked
        super().__init__(*given)

    def answer(self):
        self.rfile.read(int(self.headers["Content-Length"] or 0))
        self.asked.append((self.command, self.path, dict(self.headers)))
        there = self.path.removeprefix("/to/") if self.path.startswith("/to/") else ""
        self.send_response(302 if there else 200)
        if there:
            self.send_header("Location", there)
        self.send_header("Access-Control-Allow-Origin", "*")
        self.send_header("Access-Control-Allow-Methods", "*")
        body = b"" if self.command == "HEAD" else ANSWER
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = do_HEAD = do_PUT = do_DELETE = do_PATCH = do_OPTIONS = answer
    do_CONNECT = do_TRACE = do_TRACK = do_PROPFIND = answer

    def log_message(self, format, *args):
        pass


class OwnSite(serve.Handler):
    """The page's, which notes the paths that it is asked for."""

    asked: list

    def log_request(self, code="-", size="-"):
        self.asked.append(self.path)


class Server(ThreadingHTTPServer):
    """Notes all that it is asked, and everybody who as much as connects."""

    def __init__(self):
        self.asked, self.callers = [], []
        super().__init__(("127.0.0.1", 0), partial(Host, self.asked))

    def verify_request(self, request, client_address):
        self.callers.append(client_address)
        return True


@pytest.fixture(scope="module")
def servers():
    allowed, other = Server(), Server()
    with browser.running(allowed), browser.running(other):
        yield allowed, other


@pytest.fixture(scope="module")
def chromium(servers):
    """Open a browser that finds only the allowed host at the usual port."""
    if reason := browser.missing():
        pytest.skip(reason)
    allowed, other = (f"127.0.0.1:{server.server_port}" for server in servers)
    rules = f"MAP {NAME}:80 {allowed}, " + ", ".join(f"MAP {names} {other}" for names in OTHERS)
    with browser.launched(f"--host-resolver-rules={rules}") as running:
        yield running


@pytest.fixture
def hosts(servers):
    """(the one that may be asked, the one that may not)."""
    for server in servers:
        server.asked.clear()
        server.callers.clear()
    return servers


@pytest.fixture
def own(files, tmp_path):
    """The page's own site; `asked` has the paths."""
    firmware.write(files, tmp_path / "site")
    handler = type("Noting", (OwnSite,), {"asked": []})
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=tmp_path / "site"))
    server.asked = handler.asked
    with browser.running(server):
        yield server


@pytest.fixture
def address(own):
    return f"http://localhost:{own.server_port}/"


def origin_of(server):
    return f"http://localhost:{server.server_port}"


@pytest.fixture
def send(run, context, hosts, address):
    """Has requests sent to the allowed host, once it is; returns the answers' statuses."""
    context.add_cookies([{"name": "visitor", "value": "secret", "url": address}])
    context.add_cookies([{"name": "visitor", "value": "known", "url": ORIGIN}])

    def send_all(requests):
        page = run([{"wantsPermission": ORIGIN}, *({"send": [ORIGIN, text]} for text in requests),
                    {"print": "all sent"}])
        page.page.click("#ask button[value=allow]")
        page.wait_for_serial("all sent")
        page.errors.clear()  # the browser's, of answers that it kept from the page
        return [int(status) for status in STATUS.findall(page.serial)]

    return send_all


def request(line):
    return f"{line}\r\nHost: elsewhere.example\r\n\r\n"


def test_no_request_line_reaches_a_host_that_was_not_allowed(send, hosts, own):
    allowed, other = hosts
    odd = list(webpage.odd_requests([("127.0.0.1", other.server_port)]))
    odd += webpage.odd_requests([("localhost", own.server_port), ("other.example", 80)])
    assert len(set(odd)) >= 200
    statuses = send([request(line) for line in [*odd, "GET /plain HTTP/1.1"]])
    assert len(statuses) == len(odd) + 1
    assert other.callers == []
    assert [path for path in own.asked if path.split("?")[0].endswith("/x") or "a" * 99 in path
            or not path.isascii()] == []
    assert statuses[-1] == 200 and allowed.asked[-1][:2] == ("GET", "/plain")
    assert [headers for _, _, headers in allowed.asked
            if {"Cookie", "Referer", "Authorization"} & headers.keys()] == []
    assert {statuses[odd.index(line)] for line in odd if line[4:5] != "/"} <= {400, 502}


def test_a_redirect_is_not_followed(send, hosts, own):
    allowed, other = hosts
    ways = [f"/to/{origin_of(other)}/x", f"/to/{origin_of(own)}/x", f"/to/{ORIGIN}/x",
            f"/to///127.0.0.1:{other.server_port}/x", "/to//x", "/to/x"]
    assert send([request(f"GET {way} HTTP/1.1") for way in ways]) == [502] * len(ways)
    assert other.callers == []
    assert "/x" not in own.asked
    assert [path for _, path, _ in allowed.asked] == ways


def test_what_the_page_did_not_allow_it_does_not_ask(run, hosts):
    """The board's side asks without a question: the page refuses."""
    page = run([{"send": [origin_of(hosts[1]), request("GET /x HTTP/1.1")]}])
    page.wait_for_serial("read HTTP/1.1 502")
    assert hosts[1].callers == []


@pytest.mark.parametrize("length", ["-9", "0x10", "99999999999"])
def test_a_length_that_is_none_is_a_bad_request(send, hosts, length):
    line = f"POST /x HTTP/1.1\r\nContent-Length: {length}\r\n\r\n"
    assert send([line, request("GET /plain HTTP/1.1")]) == [400, 200]
    assert [path for _, path, _ in hosts[0].asked] == ["/plain"]
