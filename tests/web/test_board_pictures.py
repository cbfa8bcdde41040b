# SPDX-License-Identifier: MIT
"""The page's board shows what the simulator's core engine shows: same chance, same touches."""

from random import Random

import numpy as np
import pytest

from sim import PyPortal
from tests.support import wasmcore
from tests.support.network import webpage
from tools import firmware

wasmcore.require()

SEEDS = range(10)
# Between two taps: longer than any move takes to be drawn.
PAUSE_S = 1.5
TAPS = 5


def taps_of(seed):
    """(second, x, y): the title first, then anywhere."""
    random = Random(seed)
    spots = [(160, 120)] + [(random.randrange(320), random.randrange(240)) for _ in range(TAPS)]
    return [(1 + n * PAUSE_S, x, y) for n, (x, y) in enumerate(spots)]


def touches_of(taps):
    for at, x, y in taps:
        yield at, {"x": x, "y": y, "pressure": 1.0}
        yield at + 0.12, None


@pytest.fixture(scope="module")
def files(drive):
    return firmware.files(drive)


@pytest.fixture(scope="module")
def folder(files, tmp_path_factory):
    folder = tmp_path_factory.mktemp("board")
    firmware.write(files, folder)
    return folder


def simulated(folder, seed, taps):
    """The picture before each tap and after the last."""
    with PyPortal(folder, engine="core", instant=True, seed=seed) as portal:
        portal.board.console.attended = True
        for at, x, y in taps:
            portal.run(at - portal.now)
            yield portal.board.panel.pixels().astype("<u2").tobytes()
            portal.tap(x, y)
        portal.run(taps[-1][0] + PAUSE_S - portal.now)
        yield portal.board.panel.pixels().astype("<u2").tobytes()


@pytest.mark.parametrize("seed", SEEDS)
def test_the_pictures_of_a_game_are_the_simulators(files, folder, seed):
    taps = taps_of(seed)
    moments = [at for at, _, _ in taps] + [taps[-1][0] + PAUSE_S]
    seen, _ = webpage.run_board(files, moments, seed=seed, events=list(touches_of(taps)))
    expected = list(simulated(folder, seed, taps))
    different = [np.frombuffer(one, "<u2") != np.frombuffer(other, "<u2")
                 for one, other in zip(seen, expected, strict=True)]
    assert [int(picture.sum()) for picture in different] == [0] * len(moments)
    assert len(set(expected)) > TAPS // 2
