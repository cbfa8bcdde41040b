# SPDX-License-Identifier: MIT
"""The firmware's memory on the real core: nothing that a player asks for is ever short of it."""

import pytest

from tests.commands import budget
from tests.support import core, seeds

GAMES, SETTLED, LOOKS = ((24, budget.SETTLED, budget.LOOKS) if seeds.IS_NEW else (4, 3, 1))


@pytest.mark.parametrize(("compiled", "ram", "block"), [way[1:] for way in budget.WAYS],
                         ids=[way[0] for way in budget.WAYS])
def test_an_evening_on_the_core_never_runs_out_of_memory(drive, compiled, ram, block):
    core.require()
    rows = budget.measure(GAMES, compiled, ram, block, settled=SETTLED, looks=LOOKS)
    assert budget.table("", [row for row in rows if not row.is_kept]) == budget.table("", [])


def test_the_table_names_what_is_over_its_limit():
    rows = [budget.Row("ended", 1, 0), budget.Row("block", 900, 2048, True),
            budget.Row("grown", 9, 10)]
    over, missed, kept = budget.table("", rows).splitlines()[1:]
    assert over.split() == ["ended", "1", "0", "OVER"]
    assert missed.split() == ["block", "900", "2,048", "MISSED"]
    assert kept.split() == ["grown", "9", "10"]
