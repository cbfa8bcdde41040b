# SPDX-License-Identifier: MIT
"""The command `pyportal-sim firmware`: lists the user's firmware files, adds and downloads some."""

import argparse
import sys
from pathlib import Path

from ..engines.firmware import releases
from ..errors import UserError
from .options import COMMAND, Parser

BAR = 40


def main(arguments: list[str]) -> int:
    """Raises UserError."""
    options = _parser().parse_args(arguments)
    try:
        if options.do == "add":
            print(f"added {releases.add(options.file).path}")
        elif options.do == "download":
            _download(options.version, options.board)
        else:
            _list()
    except ValueError as error:
        raise UserError(str(error)) from None
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog=f"{COMMAND} firmware", allow_abbrev=False,
                    description="Lists the firmware files for --engine firmware, newest last.")
    commands = parser.add_subparsers(dest="do", metavar="COMMAND", parser_class=Parser)
    commands.add_parser("list", help="list the files (default)")
    add = commands.add_parser("add", help="copy a .uf2 to them")
    add.add_argument("file", type=Path, metavar="FILE")
    download = commands.add_parser("download", help="get an official release")
    download.add_argument("version", metavar="VERSION", help="such as 10.0.3")
    download.add_argument("--board", default="pyportal", metavar="NAME",
                          help=f"one of {', '.join(releases.WIRINGS)} (default: pyportal)")
    return parser


def _list() -> None:
    place = releases.folder()
    found = sorted(releases.readable(place), key=lambda each: (each.board, each.order))
    for firmware in found:
        print(f"{firmware.version:12} {firmware.board:24} {firmware.path}")
    if not found:
        page = releases.PAGE.format("pyportal")
        print(f"{place} holds no firmware: `{COMMAND} firmware download 10.0.3` gets one, or "
              f"`{COMMAND} firmware add FILE` takes one from {page}")


def _download(version: str, board: str) -> None:
    try:
        firmware = releases.download(version, board, progress=_show)
    finally:
        if sys.stderr.isatty():
            print(file=sys.stderr)
    print(f"added {firmware.path}")


def _show(done: int, total: int) -> None:
    """Draw the progress bar on a terminal."""
    if sys.stderr.isatty() and total:
        full = BAR * done // total
        print(f"\r[{'#' * full}{' ' * (BAR - full)}] {100 * done // total:3} % of "
              f"{total / 1024:,.0f} KB", end="", file=sys.stderr, flush=True)
