# SPDX-License-Identifier: MIT
"""Python's own modules that a program's file, such as code.py, would hide from the simulator."""

import importlib
import sys
from pathlib import Path


def import_code() -> None:
    """Import Python's own `code`, which its debugger needs, before a program of that name."""
    here, path = Path.cwd(), sys.path
    sys.path = [folder for folder in path if Path(folder or here).resolve() != here.resolve()]
    try:
        importlib.import_module("code")
    finally:
        sys.path = path
