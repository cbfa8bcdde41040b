# SPDX-License-Identifier: MIT
"""Game after game over a network that fails at random: every result arrives, once, in its time."""

import json

from sim.network.faults import HANGS
from tests.support import seeds
from tests.support.network import posting
from tools.scoreboard import claim, referee
from tools.scoreboard.refused import Refused
from tools.scoreboard.store import Store

GAMES = int(seeds.more(3, 500))
LATE_MS = 50
KINDS = "dns", "refused", "silent", "slow", "cut", "429", "500", "truncated"


class Board:
    """The scoreboard itself, as a host of the simulated network."""

    def __init__(self, folder):
        self.store = Store(folder / "games.sqlite")

    def __call__(self, request):
        result = claim.read(json.loads(request.body))
        assert request.headers["Authorization"] == f"Bearer {posting.TOKEN}"
        try:
            referee.judge(result)
        except Refused as refusal:
            return refusal.status, {}, {"error": str(refusal)}
        return 201, {}, {"game": self.store.keep(result)}

    def kept(self):
        """The results by what was to be posted of them."""
        return [each.claim for each in self.store.latest(10**6)]


def spoil(portal, chance):
    faults = portal.faults.network
    kind = chance.choice((*KINDS, "wifi", "password", "reset", *HANGS, "none", "none", "none"))
    if kind in KINDS:
        faults.fail(kind, times=chance.randrange(1, 4))
    elif kind in HANGS:
        faults.hang_esp32(kind)
    elif kind == "wifi":
        faults.lose_wifi(chance.randrange(60))
    elif kind == "reset":
        faults.reset_esp32()
    faults.wrong_password = kind == "password"


def test_every_result_arrives_once_and_no_frame_is_late(drive_with, tmp_path):
    chance = seeds.chance(8)
    board = Board(tmp_path)
    source = posting.drive(drive_with)
    drive = posting.compiled(source, tmp_path / "drive")
    player = posting.Poster(drive, sources=source, instant=False)
    player.portal.network[f"{posting.HOST}:{posting.PORT}"] = board
    for number in range(GAMES):
        player.play(chance)
        spoil(player.portal, chance)
        player.portal.run(chance.choice((1, 5, 20, 40)))
        if number % 10 == 9:
            player.portal.faults.network.mend()
            player.portal.run(30)
        player.next_board()
    player.portal.faults.network.mend()
    player.play(chance)
    player.portal.run(120)
    assert player.waiting == 0, player.portal.serial[-300:]
    kept = board.kept()
    assert len(kept) == len(player.packed) == len(set(player.packed)) == GAMES + 1
    assert player.longest_ms <= LATE_MS
    print(player.longest_ms, player.portal.now)
