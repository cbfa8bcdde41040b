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
    assert len(own[2:]) == len(blinka[2::2]) == len(benchmark_display.SCENES)
    assert all(float(ms) > 0 for ms in (*own[2:], *blinka[2::2]))
    assert lines[3].startswith("Not measured: blinka-displayio-pygamedisplay")
