# SPDX-License-Identifier: MIT
"""Commands of the repository: they draw, stage, deploy, release, measure and analyse."""

import sys
from pathlib import Path

from sim import interrupt, missing

if sys.argv[0] == "-m":  # Python is about to import the command that it runs
    interrupt.at_once()
    missing.explain()
# Some commands import the game's modules. Its folder comes last, since its code.py would shadow the
# standard library's module of that name.
sys.path.append(str(Path(__file__).resolve().parent.parent / "CIRCUITPY"))
