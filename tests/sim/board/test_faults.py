# SPDX-License-Identifier: MIT
"""Faults of the board that do not exist are refused in a sentence that names those that do."""

import pytest

from sim.board.faults import Faults


@pytest.mark.parametrize(("fault", "given", "sentence"), [
    ("cut_power_at_write", [0], "n is 0: the next write is 1"),
    ("cut_power_at_write", [1, "later"], "'later' is not one of before, erased, half, after"),
    ("lose_sound", ["ears"], "'ears' is not one of pin, dac, dma"),
    ("spoil", ["/a", "write"], "'write' is not one of open, read")])
def test_a_fault_that_does_not_exist_is_refused(fault, given, sentence):
    with pytest.raises(ValueError) as caught:
        getattr(Faults(), fault)(*given)
    assert str(caught.value) == sentence
