# SPDX-License-Identifier: MIT
"""Connects the board's Wi-Fi as --network, --record-network and --esp32 say."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..errors import UserError
from ..network.network import Network
from ..network.recording import Recorder
from ..network.visitors import Loopback
from .files import write_whole

HOST = "host"


@contextmanager
def open_for(given: argparse.Namespace, network: Network) -> Iterator[None]:
    """Connect the network while a run lasts. Raises UserError for options that cannot be used."""
    try:
        if given.esp32:
            network.firmware = given.esp32
        if given.network:
            _connect(given.network, network)
    except ValueError as error:
        raise UserError(str(error)) from None
    network.recorder = Recorder(given.record_network is not None)
    network.loopback = Loopback(network.connect, network.remark)
    try:
        yield
    finally:
        network.loopback.close()
        if given.record_network:
            write_whole(given.record_network, network.recorder.dump())


def _connect(what: str, network: Network) -> None:
    """Connect the real network, a folder of hosts, or a recording."""
    if what == HOST:
        print("--network host: the program's requests go out to the real network", file=sys.stderr)
        from ..network.outside import Outside

        network.outside = Outside()
    elif Path(what).is_dir():
        for folder in sorted(path for path in Path(what).iterdir() if path.is_dir()):
            network[folder.name] = folder
    else:
        network.replay(Path(what))
