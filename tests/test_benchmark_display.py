# SPDX-License-Identifier: MIT
"""The benchmark of the display runs, and prints what it measured of each subject."""

import sys

from tools import benchmark_display


def test_it_measures_the_simulator_beside_blinka(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["benchmark_display", "--repeats", "2"])
    monkeypatch.setitem(sys.modules, benchmark_display.PYGAME, None)
    benchmark_display.main()
    lines = capsys.readouterr().out.splitlines()
    own, blinka = lines[1].split(), lines[2].split()
    assert own[:2] == ["this", "simulator"] and blinka[:2] == ["stock", "Blinka"]
    assert all(float(ms) < float(other) for ms, other in zip(own[2:], blinka[2::2], strict=True))
    assert lines[3].startswith("Not measured: blinka-displayio-pygamedisplay")
