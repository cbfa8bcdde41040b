# SPDX-License-Identifier: MIT
"""Drives for tests, which differ in a file or two and share all others.

Whole copies of 160 files for some hundred tests are more work for the computer than most of these
tests; so what they share are hard links. A test that changes such files takes
`own_drive_with` or `tree.copy`.
"""

import os
import shutil

from tools import tree

SETTINGS = "settings.toml"


def linked(source, folder, *left_out):
    """All but what the patterns `left_out` match; returns `folder`."""
    ignored = shutil.ignore_patterns("__pycache__", *left_out)
    return shutil.copytree(source, folder, ignore=ignored, copy_function=_link)


def _link(source, target):
    """Not every file system has links, and none has them to another."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


class Drives:
    """`shared` is a folder for what they share, a copy of `drive`."""

    def __init__(self, drive, shared):
        self._shared = tree.copy(drive, shared, SETTINGS)
        self._before = self._state()

    def _state(self):
        states = {path: path.stat() for path in self._shared.rglob("*") if path.is_file()}
        return {path: (state.st_mtime_ns, state.st_size) for path, state in states.items()}

    def make(self, folder, lines):
        """One with these settings; returns `folder`."""
        linked(self._shared, folder)
        (folder / SETTINGS).write_text("\n".join(lines), encoding="utf-8")
        return folder

    def require_unchanged(self):
        now = self._state()
        changed = [path.name for path, state in self._before.items() if now.get(path) != state]
        assert not changed, f"a test has changed what all drives share: {changed}"
