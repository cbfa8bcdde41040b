# SPDX-License-Identifier: MIT
"""What was answered is on the disk: with two writers at once, and when the server is killed."""

import subprocess
import sys
import threading
from http.client import HTTPException

import pytest

from tests.support import hang, seeds
from tests.support.network import claims, serving
from tests.support.paths import ROOT
from tools.scoreboard.claim import read
from tools.scoreboard.store import Store

EACH = int(seeds.more(40, 1000))
KILLS = int(seeds.more(1, 20))
WRITER = """
import sys, tools
from pathlib import Path
from tools.scoreboard.claim import Claim
from tools.scoreboard.store import Store
store = Store(Path(sys.argv[1]))
sys.stdin.read(1)
for ms in range(int(sys.argv[3])):
    store.keep(Claim(sys.argv[2], f"00000-{ms:07}", "guide", "dig", True, 0, 1, False, True, False,
                     "0.000 lc 1 1"))
"""
# Before a result is written, while it is, and when it is written and not answered.
MOMENTS = "INSERT", "COMMIT", "SELECT id FROM"


def test_two_writers_at_once_lose_nothing(tmp_path):
    names = "Ada", "Bob"
    command = [sys.executable, "-c", WRITER, str(tmp_path / "games.sqlite")]
    writers = [subprocess.Popen([*command, name, str(EACH)], cwd=ROOT, stdin=subprocess.PIPE)
               for name in names]
    for writer in writers:
        writer.stdin.close()
    assert [hang.wait(writer) for writer in writers] == [0, 0]
    kept = {(each.claim.player, each.claim.number)
            for each in Store(tmp_path / "games.sqlite").latest(4 * EACH)}
    assert kept == {(name, f"00000-{ms:07}") for name in names for ms in range(EACH)}


def kept_in(folder):
    return {each.claim for each in Store(folder / "games.sqlite").latest(10**6)}


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_kill_loses_at_most_the_post_that_was_not_answered(tmp_path, moment):
    posts = [claims.won(seeds.chance(number)) for number in range(3)]
    with serving.killable(tmp_path, moment, 3) as (process, client):
        answered = [client.post(post)[0] for post in posts[:2]]
        with pytest.raises((HTTPException, OSError)):
            client.post(posts[2])
        assert hang.wait(process) == -9 and answered == [201, 201]
    kept = kept_in(tmp_path)
    assert {read(post) for post in posts[:2]} <= kept <= {read(post) for post in posts}
    assert (read(posts[2]) in kept) == (moment == MOMENTS[2])
    with serving.killable(tmp_path) as (_, client):
        assert [client.post(post) for post in posts] == [
            (201, {"game": number, "page": f"/games/{number}"}) for number in (1, 2, 3)]


@pytest.mark.parametrize("number", range(KILLS))
def test_a_kill_at_any_time_among_many_posts_loses_none_that_was_answered(tmp_path, number):
    """Two clients post until nobody answers; the kill comes after some answer of the first."""
    chance = seeds.chance(100 + number)
    post = claims.won(chance)
    last = chance.randrange(3, 30)
    answered = []
    with serving.killable(tmp_path) as (process, first):
        def go_on(name, client):
            with pytest.raises((HTTPException, OSError)):
                for ms in range(1000):
                    claim = claims.later({**post, "player": name}, 2 * ms + (name == "Ada"))
                    assert client.post(claim)[0] == 201
                    answered.append(read(claim))
                    if len(answered) == last:
                        process.kill()

        clients = [threading.Thread(target=go_on, args=(name, serving.Client(first.port)))
                   for name in ("Ada", "Bob")]
        for client in clients:
            client.start()
        for client in clients:
            client.join()
    assert len(answered) >= last and set(answered) <= kept_in(tmp_path)
    assert len(kept_in(tmp_path)) <= len(answered) + 2
