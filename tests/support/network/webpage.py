# SPDX-License-Identifier: MIT
"""The page's modules under node, and what they are given."""

import base64
import json
import re
from random import Random

from tests.support import vm
from tests.support.hang import HANG_S
from tests.support.paths import ROOT
from tools import boardfacts, site

NODE = ROOT / "tests" / "web" / "node"
# Of a board, as the page takes one.
NUMBER = re.compile(r"\d+(-\d+){1,2}")
# More than a game asks for.
CHANCE = 4096


def node(script, given):
    """Run tests/web/node/`script` on `given`; return its answer."""
    ran = vm.call("node", str(NODE / script), input=json.dumps(given), timeout=HANG_S)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def chance(seed):
    """The bytes that a simulator of this seed draws; its programs ask for four at a time."""
    return Random(seed).randbytes(CHANCE)


def run_board(files, moments, *, seed=0, events=(), nvm=None):
    """(the pictures at these seconds, RGB565 as bytes; what the page is told)."""
    given = {
        "core": str(site.CORE), "facts": boardfacts.facts(), "chance": _text(chance(seed)),
        "files": {name: _text(data) for name, data in files.items()},
        "nvm": nvm and _text(nvm),
        "events": [[_ns(at), event] for at, event in events],
        "moments": [_ns(at) for at in moments],
    }
    made = node("board.mjs", given)
    return [bytes.fromhex(picture) for picture in made["pictures"]], made["told"]


def _ns(seconds):
    return round(seconds * 1e9)


def _text(data):
    return base64.b64encode(data).decode()
