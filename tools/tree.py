# SPDX-License-Identifier: MIT
"""Copies of a folder that may be written to, whatever the original's permissions are."""

import shutil
import stat
from pathlib import Path


def copy(source: Path, target: Path, *left_out: str) -> Path:
    """All but caches and what the patterns `left_out` match; returns `target`."""
    ignored = shutil.ignore_patterns("__pycache__", *left_out)
    shutil.copytree(
        source, target, ignore=ignored, copy_function=shutil.copyfile, dirs_exist_ok=True
    )
    for folder in (target, *target.rglob("*/")):
        folder.chmod(folder.stat().st_mode | stat.S_IWUSR)
    return target
