# SPDX-License-Identifier: MIT
"""The firmware keeps to its memory budget, and the budget measures what it says."""

import shutil

import pytest
import vm
from vm.budget import Row, measure, measure_imports, table

GAMES = 30
MODULE = """
scratch = bytearray(20000)
scratch = None
kept = bytearray(3000)
"""


@pytest.fixture(autouse=True, scope="module")
def machine():
    vm.require()


def test_the_firmware_keeps_to_its_budget(drive):
    rows = measure(GAMES, drive)
    assert table(row for row in rows if not row.is_kept) == table([])


def test_an_import_is_told_what_it_needs_and_what_it_leaves(drive, tmp_path):
    shutil.copytree(drive, tmp_path / "drive")
    (tmp_path / "drive" / "minesweeper" / "extra.py").write_text(MODULE)
    rows = {row.name: row for row in measure_imports(tmp_path / "drive")}
    extra = rows["import minesweeper.extra"]
    leaves = int(extra.note.split()[2].replace(",", ""))
    assert 3000 < leaves < 4000
    assert 19500 < extra.size < 22000


def test_the_table_names_what_is_over_its_limit():
    rows = [Row("tap", 288, 256, "allocated"), Row("hold", 256, 256, ""), Row("all", 9, None, "")]
    over, kept, unlimited = table(rows).splitlines()[1:]
    assert over.split() == ["tap", "288", "256", "OVER", "allocated"]
    assert kept.split() == ["hold", "256", "256"]
    assert unlimited.split() == ["all", "9"]
