# SPDX-License-Identifier: MIT
"""Serves a scoreboard to a household or a class: `python -m tools.scoreboard`.

FOLDER holds the results and the settings; a new folder gets a token. PyPortals post to the
scoreboard over Wi-Fi (see docs/game/scoreboard.md), and any browser in the same network shows it.
"""

import argparse
import sys
from pathlib import Path

from sim import output, schema
from sim.frontends.options import port
from tools.scoreboard import settings
from tools.scoreboard.store import StoreError

LINES = """Scoreboard: http://{host}:{port}/ (Ctrl+C stops it)

Lines for a PyPortal's settings.toml, beside those of its Wi-Fi:
MINES_POST_URL = "http://{host}:{port}/results"
MINES_POST_TOKEN = "{token}"
MINES_POST_NAME = "Your name"
"""


def main(arguments: list[str] | None = None) -> int:
    given = _parser().parse_args(arguments)
    try:
        import uvicorn

        from tools.scoreboard import connections, server
    except ImportError as error:
        print(f"{error.name} is not installed: pip install -e '.[scoreboard]'", file=sys.stderr)
        return 1
    try:
        settings.require_free(given.host, given.port)
        found = settings.read(given.folder)
        app = server.application(given.folder, found.token, names=found.hosts)
    except (settings.SettingsError, StoreError) as error:
        output.complain(f"the scoreboard cannot start: {error}")
        return 1
    host = settings.own_address() if given.host in ("0.0.0.0", "::") else given.host
    host = f"[{host}]" if ":" in host else host
    token = _escaped(found.token)
    print(LINES.format(host=host, port=given.port, token=token), flush=True)
    uvicorn.run(app, host=given.host, port=given.port, log_level="warning", **connections.OPTIONS)
    return 0


def _escaped(token: str) -> str:
    """Return a token as it stands between quotation marks in settings.toml."""
    return token.replace("\\", "\\\\").replace('"', '\\"')


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.scoreboard", description=__doc__)
    parser.add_argument("folder", type=schema.path, nargs="?", default=Path("scoreboard"))
    parser.add_argument("--host", default="0.0.0.0", help="127.0.0.1 for this computer only")
    parser.add_argument("--port", type=port, default=8080)
    return parser


if __name__ == "__main__":
    sys.exit(output.run(main))
