# SPDX-License-Identifier: MIT
"""Makes drives for tests, which differ in a file or two and share the others as hard links.

Copying 160 files takes longer than most of the tests. A test that changes shared files takes
`own_drive_with` or `tree.copy`.
"""

import os
import shutil

from tools import tree

SETTINGS = "settings.toml"


def linked(source, folder, *left_out):
    """Link all files but those that match `left_out`; return `folder`."""
    ignored = shutil.ignore_patterns("__pycache__", *left_out)
    return shutil.copytree(source, folder, ignore=ignored, copy_function=_link)


def _link(source, target):
    """Link a file, or copy it where the file system has no links or is another."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


class Drives:
    """Makes drives that share the files of `shared`, a copy of `drive`."""

    def __init__(self, drive, shared):
        self._shared = tree.copy(drive, shared, SETTINGS)
        self._before = self._state()

    def _state(self):
        states = {path: path.stat() for path in self._shared.rglob("*") if path.is_file()}
        return {path: (state.st_mtime_ns, state.st_size) for path, state in states.items()}

    def make(self, folder, lines):
        """Make a drive with these settings; return `folder`."""
        linked(self._shared, folder)
        (folder / SETTINGS).write_text("\n".join(lines), encoding="utf-8")
        return folder

    def require_unchanged(self):
        now = self._state()
        changed = [path.name for path, state in self._before.items() if now.get(path) != state]
        assert not changed, f"a test has changed files that all drives share: {changed}"
