# SPDX-License-Identifier: MIT
"""Results that are posted over HTTP: the true ones are kept once, all others refused in a word."""

from minesweeper.board import controls, number, presets
from minesweeper.board.dice import Dice
from minesweeper.board.field import three_bv
from minesweeper.board.game import ANY, Game
from tests.support import seeds
from tests.support.network import claims, forgeries
from tests.support.network.forgeries import TOKEN

HONEST = int(seeds.more(36, 1000))
FORGED = int(seeds.more(440, 10_000))


def test_what_was_really_played_is_accepted(serve):
    """Question marks, chords, boards of one's own, and won and lost games are among them."""
    client = serve()
    ends = set()
    for claim in claims.some(seeds.chance(1), HONEST):
        status, answer = client.post(claim)
        assert status == 201, (answer, claim)
        ends.add((claim["controls"], claim["won"]))
    assert len(ends) >= 5


def test_nothing_forged_is_accepted_and_nothing_crashes(serve, tmp_path):
    client = serve()
    for name, body in forgeries.some(seeds.chance(2), FORGED):
        status, answer = client.send(body)
        assert status == 413 if name == "_too_long" else 400 <= status < 500, (name, answer)
        assert answer.keys() == {"error"} and answer["error"].endswith("."), (name, answer)
        assert "\n" not in answer["error"] and len(answer["error"]) < 120, (name, answer)
    assert client.post(claims.won(seeds.chance(3)))[1]["game"] == 1


def test_a_post_that_comes_twice_is_kept_once_and_answered_the_same(serve):
    client = serve()
    claim, other = (claims.won(seeds.chance(each)) for each in (4, 5))
    first = client.post(claim)
    assert first == (201, {"game": 1, "page": "/games/1"})
    assert client.post(other)[1]["game"] == 2
    assert client.post(claim) == first


def test_the_token_may_be_in_a_header(serve):
    client = serve()
    claim = claims.won(seeds.chance(6))
    body = forgeries.json.dumps(claim).encode()
    assert client.send(body)[0] == 401
    assert client.send(body, Authorization="Bearer another") == (
        401, {"error": "The token is not the scoreboard's."})
    assert client.send(body, Authorization=f"Bearer {TOKEN}")[0] == 201


def test_who_posts_too_often_has_to_wait(serve):
    client = serve(burst=2)
    said = [client.send(b"")[0] for _ in range(3)]
    status, answer = client.send(b"")
    assert said == [400, 400, 429]
    assert status == 429 and answer["error"].startswith("Too many posts: try again in ")


def test_a_first_cell_of_ones_own_choice_is_for_known_boards_only(serve):
    client = serve()
    played = (claims.played(seeds.chance(each), 1, presets.BEGINNER) for each in range(99))
    game = next(game for game in played if game.first != ANY)
    game.first_cell = (game.first_cell + 40) % 81
    claim = claims.of(game, 1)
    claim["3bv"] = three_bv_of(claim["number"])
    assert client.post(claim)[1]["error"] == "The first cell that is opened is not the number's."


def three_bv_of(dealt):
    """Of the beginner's board with this number."""
    _, rule, cell, seed, _ = number.read(dealt)
    game = Game(presets.BEGINNER, controls.Dig(), rule, Dice())
    game.begin_as(seed, cell)
    return three_bv(game.field)
