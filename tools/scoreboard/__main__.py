# SPDX-License-Identifier: MIT
"""Serves a scoreboard to a household or a class: `python -m tools.scoreboard`.

FOLDER holds the results and the settings; a new one is given a token. PyPortals post to it over
their Wi-Fi (see README.md), and any browser in the same network shows it.
"""

import argparse
import socket
import sys
from pathlib import Path

from tools.scoreboard import settings

LINES = """Lines for a PyPortal's settings.toml, beside those of its Wi-Fi:
MINES_POST_URL = "http://{host}:{port}/results"
MINES_POST_TOKEN = "{token}"
MINES_POST_NAME = "Your name"
"""
MOST_CONNECTIONS = 200


def main(arguments: list[str] | None = None) -> int:
    given = _parser().parse_args(arguments)
    try:
        import uvicorn

        from tools.scoreboard import server
    except ImportError as error:
        print(f"{error.name} is not installed: pip install -e '.[scoreboard]'", file=sys.stderr)
        return 1
    try:
        token = settings.token(given.folder)
        app = server.application(given.folder, token)
    except (settings.SettingsError, OSError, server.sqlite3.Error) as error:
        print(f"the scoreboard cannot start: {error}", file=sys.stderr)
        return 1
    print(LINES.format(host=_own_address(), port=given.port, token=token), flush=True)
    uvicorn.run(app, host=given.host, port=given.port, log_level="warning", server_header=False,
                limit_concurrency=MOST_CONNECTIONS)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.scoreboard", description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("scoreboard"))
    parser.add_argument("--host", default="0.0.0.0", help="127.0.0.1 for this computer only")
    parser.add_argument("--port", type=int, default=8080)
    return parser


def _own_address() -> str:
    """By which others in the network most likely reach this computer; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(("198.51.100.1", 9))
            return asked.getsockname()[0]
        except OSError:
            return "127.0.0.1"


if __name__ == "__main__":
    sys.exit(main())
