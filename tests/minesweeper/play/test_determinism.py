# SPDX-License-Identifier: MIT
"""The same seed, drive and hands give the same bytes, however the run is cut into pieces."""

import hashlib
import os

from tests.support import seeds
from tests.support.deploying import BOOT_OUT, fill
from tests.support.play.desk import middle, power_on
from tools import firmware
from tools.deploy import deploy

# GAMES in the environment says another number. Of a few, some are played again.
GAMES = int(os.environ.get("GAMES", seeds.more(10, 100)))
AGAIN = int(seeds.more(4, GAMES))


def play(drive, seed, taps=20, **options):
    """A random player's game; returns what can be seen, read and heard of it."""
    chance = seeds.chance(seed)
    with power_on(drive, seed=seed, **options) as portal:
        portal.board.touch_panel.noise = 100
        portal.run(0.5)
        portal.tap(160, 120)
        portal.run(0.5)
        for _ in range(taps):
            portal.hold(*middle(chance.randrange(300)), chance.choice([0.1, 0.1, 0.7]))
            portal.run(chance.uniform(0.05, 0.3))
        portal.run(3)
        seen = hashlib.sha256(portal.framebuffer).hexdigest()
        return seen, portal.serial, portal.sounds, portal.bus_bytes, portal.now


def test_games_played_twice_are_the_same_twice(drive):
    games = seeds.some(GAMES)
    first = [play(drive, seed) for seed in games]
    assert first[:AGAIN] == [play(drive, seed) for seed in games[:AGAIN]]
    assert len({seen for seen, *_ in first}) > len(games) / 2
    assert any("lose" in path for _, _, sounds, _, _ in first for _, path, *_ in sounds)


def test_how_a_run_is_cut_into_pieces_does_not_matter(drive):
    with power_on(drive) as whole, power_on(drive) as pieces:
        for portal in whole, pieces:
            portal.run(0.5)
            portal.tap(40, 40)
        whole.run(1)
        for _ in range(1000):
            pieces.run(0.001)
        assert whole.framebuffer == pieces.framebuffer
        assert whole.board.clock.now == pieces.board.clock.now
        assert whole.bus_bytes == pieces.bus_bytes


def test_the_deployed_drive_plays_as_the_staged_one(drive, tmp_path):
    device = fill(tmp_path / "device", {"boot_out.txt": BOOT_OUT})
    deploy(firmware.files(drive), device)
    assert play(device, 3, sources=drive) == play(drive, 3)
