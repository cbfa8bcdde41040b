# SPDX-License-Identifier: MIT
"""Paths of the repository."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DRIVE = ROOT / "CIRCUITPY"
GOLDEN = ROOT / "tests" / "golden"
