"""Tools that make what the game needs, and put it on the device. None of them runs there."""

import sys
from pathlib import Path

# Some read or run the game's own modules. Appended: at the front, its code.py would shadow the
# standard library's module of that name.
sys.path.append(str(Path(__file__).resolve().parent.parent / "CIRCUITPY"))
