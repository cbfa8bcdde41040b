# SPDX-License-Identifier: MIT
"""Where things lie in the repository, for tests that read or run them."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DRIVE = ROOT / "CIRCUITPY"
GOLDEN = ROOT / "tests" / "golden"
