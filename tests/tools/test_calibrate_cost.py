# SPDX-License-Identifier: MIT
"""tools.calibrate_cost: the model of time beside the chip, its table, and its fit."""

from pathlib import Path

import numpy as np

from sim.engines.python.cost import prices
from tools import calibrate_cost

KINDS = [["a loop", "fitted", "python", ""], ["a call", "fitted", "python", ""],
         ["another", "held_out", "python", ""], ["a tile", "held_out", "drawing", ""]]
TIMES = [[1000, 1100], [2000, 1600], [40000, 54000], [123456, 123456]]
COMPARED = """\
work                                of what                            chip ms  model ms   error
a loop                              Python code         fitted to         1.00      1.10     10%
a call                              Python code         fitted to         2.00      1.60    -20%
another                             Python code         held out         40.00     54.00     35%
a tile                              drawing             held out        123.46    123.46      0%

The chip ran a.uf2.
| of what | | kinds | median | within 10 % | within 20 % | within 35 % | worst |
|---|---|--:|--:|--:|--:|--:|---|
| Python code | fitted to | 2 | 15% | 0% | 100% | 100% | a call -20% |
| Python code | held out | 1 | 35% | 0% | 0% | 0% | another +35% |
| drawing | held out | 1 | 0% | 100% | 100% | 100% | a tile +0% |
"""


def calibrated():
    kinds = [calibrate_cost.Kind(*words) for words in KINDS]
    return [calibrate_cost.Row(kind, *times)
            for kind, times in zip(kinds, TIMES, strict=True)]


def test_the_model_and_the_chip_are_compared_in_tables(monkeypatch, capsys):
    monkeypatch.setattr(calibrate_cost, "rows", lambda work: calibrated())
    monkeypatch.setattr(calibrate_cost, "measured", lambda: ("a.uf2", {}))
    assert calibrate_cost.main([]) == 0
    assert capsys.readouterr().out == COMPARED


def test_a_fit_brings_the_prices_to_the_chips_and_writes_them(tmp_path, monkeypatch):
    """Held out work does not count."""
    unchanged, before = tmp_path / "prices.py", Path(prices.__file__).read_text()
    unchanged.write_text(before)
    monkeypatch.setattr(prices, "__file__", str(unchanged))
    steps = {"a b": 100.0, "c": 200.0, "d": 50.0}
    monkeypatch.setattr(prices, "STEPS", steps)
    counts = {"k": [9, 1, 0], "x": [1, 1, 1], "l": [1, 8, 1], "m": [0, 2, 9], "n": [3, 1, 0]}

    def times(work, figures):
        return {kind.name: 7.0 + np.dot(counts[kind.name], figures) for kind in work}

    work = [calibrate_cost.Kind(name, "held_out" if name == "x" else "fitted", "c", "")
            for name in counts]
    chip = times(work, [130, 100, 26]) | {"x": 1e9}
    monkeypatch.setattr(calibrate_cost, "kinds", lambda: work)
    monkeypatch.setattr(calibrate_cost, "measured", lambda: ("", chip))
    monkeypatch.setattr(calibrate_cost, "in_model", lambda work: times(work, [*steps.values()]))
    calibrate_cost.fit()
    written = {}
    exec(unchanged.read_text(), written)
    assert written["STEPS"] == {"a b": 130, "c": 100, "d": 26}
