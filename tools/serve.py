# SPDX-License-Identifier: MIT
"""Serves the built page on this computer's loopback and opens the browser, for `make web-play`."""

import argparse
import sys
import webbrowser
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from sim import output
from sim.frontends.options import port
from tools.site import HEADERS, SITE

HOST = "127.0.0.1"


def headers(folder: Path) -> list[tuple[str, str]]:
    """Return the headers that the file HEADERS of a site asks its host to send."""
    path = folder / HEADERS
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    pairs = (line.split(":", 1) for line in lines if line.startswith(" "))
    return [(name.strip(), value.strip()) for name, value in pairs]


class Handler(SimpleHTTPRequestHandler):
    """Says nothing of each file, and lets the browser ask whether it has changed."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".js": "text/javascript", ".webmanifest": "application/manifest+json"}

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        for name, value in headers(Path(self.directory)):
            self.send_header(name, value)
        super().end_headers()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file, or as much of it as the browser takes before it goes away."""
        with suppress(ConnectionError):
            super().copyfile(source, outputfile)

    def log_message(self, format: str, *args: object) -> None:
        pass


def server(folder: Path, port: int) -> ThreadingHTTPServer:
    """Return a server at `port`, 0 for any; its `serve_forever` serves. Raises OSError."""
    return ThreadingHTTPServer((HOST, port), partial(Handler, directory=folder))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.serve", description=__doc__)
    parser.add_argument("--port", type=port, default=8000, help="another than 8000; 0: any")
    parser.add_argument("--no-browser", action="store_true", help="only serve")
    given = parser.parse_args(arguments)
    if not (SITE / "index.html").is_file():
        print(f"{SITE} holds no page: run make web", file=sys.stderr)
        return 1
    try:
        serving = server(SITE, given.port)
    except OSError as error:
        print(f"port {given.port}: {error.strerror}; choose another with --port", file=sys.stderr)
        return 1
    address = f"http://localhost:{serving.server_port}/"
    print(f"{address} has the PyPortal; Ctrl-C ends it")
    if not given.no_browser:
        webbrowser.open(address)
    with suppress(KeyboardInterrupt):
        serving.serve_forever()
    return 0


if __name__ == "__main__":
    sys.exit(output.run(main))
