# SPDX-License-Identifier: MIT
"""What the command line puts behind the Wi-Fi, and what it keeps of it."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..errors import UserError
from ..network.network import Network
from ..network.recording import Recorder
from ..network.replay import replay
from ..network.visitors import Loopback
from .output import write_whole

HOST = "host"


@contextmanager
def open_for(given: argparse.Namespace, network: Network) -> Iterator[None]:
    """While a run lasts. Raises UserError for what cannot be used."""
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
    """The real network, a folder of hosts, or a recording."""
    if what == HOST:
        print("--network host: what the program asks goes out to the real network", file=sys.stderr)
        from ..network.outside import Outside

        network.outside = Outside()
    elif Path(what).is_dir():
        for folder in sorted(path for path in Path(what).iterdir() if path.is_dir()):
            network[folder.name] = folder
    else:
        replay(Path(what), network)
