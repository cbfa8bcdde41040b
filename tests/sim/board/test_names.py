# SPDX-License-Identifier: MIT
"""Names of files that a computer with Windows would take for a device."""

from types import SimpleNamespace

import pytest

from sim.board import names

DEVICES = ["con", "NUL", "nul.txt", "Com1.log.csv", "lpt9", "aux .txt", "COM²", "conin$"]
FILES = ["console", "com", "com0", "com10", "nul_1.txt", "a.nul", "lpt"]


@pytest.mark.parametrize("name", DEVICES)
def test_the_drive_refuses_a_device_of_windows_there_alone(name, monkeypatch):
    assert names.parts(f"/log/{name}") == ["log", name]
    monkeypatch.setattr(names, "os", SimpleNamespace(name="nt"))
    with pytest.raises(OSError, match="22"):
        names.parts(f"/log/{name}")


@pytest.mark.parametrize("name", FILES)
def test_the_drive_takes_names_like_devices_on_windows_too(name, monkeypatch):
    monkeypatch.setattr(names, "os", SimpleNamespace(name="nt"))
    assert names.parts(name) == [name]
