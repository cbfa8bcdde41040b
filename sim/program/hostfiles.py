# SPDX-License-Identifier: MIT
"""The names that this computer has for a program's files, which a debugger opens."""

from pathlib import Path
from types import CodeType

from ..sources.finder import Finder


class HostFiles:
    """Code has the device's names until `wanted` is set."""

    def __init__(self, finder: Finder):
        self._finder = finder
        self._on_device: dict[str, str] = {}
        self.wanted = False

    def named(self, code: CodeType, file: str) -> CodeType:
        """The code of a file; what is no file keeps its name."""
        host = self._finder.host(file) if self.wanted else None
        if host is None:
            return code
        self._on_device[str(host)] = file
        return _renamed(code, host)

    def on_device(self, name: str) -> str:
        """The device's name of a file that code says that it is from."""
        return self._on_device.get(name, name)


def _renamed(code: CodeType, host: Path) -> CodeType:
    constants = tuple(_renamed(value, host) if isinstance(value, CodeType) else value
                      for value in code.co_consts)
    return code.replace(co_filename=str(host), co_consts=constants)
