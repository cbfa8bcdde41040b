# SPDX-License-Identifier: MIT
"""Copies folders so that the copy can be written to, whatever the permissions of the original."""

import shutil
import stat
from pathlib import Path


def copy(source: Path, target: Path, *left_out: str) -> Path:
    """Copy all but caches and files that match `left_out`; return `target`."""
    ignored = shutil.ignore_patterns("__pycache__", *left_out)
    shutil.copytree(
        source, target, ignore=ignored, copy_function=shutil.copyfile, dirs_exist_ok=True
    )
    for folder in (target, *target.rglob("*/")):
        folder.chmod(folder.stat().st_mode | stat.S_IWUSR)
    return target
