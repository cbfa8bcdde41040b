# SPDX-License-Identifier: MIT
"""Posted results: true ones are kept once; forged or odd ones are refused in a sentence."""

import json
from datetime import UTC, datetime

import pytest

from minesweeper.rules import controls, presets
from minesweeper.rules.dice import Dice
from minesweeper.rules.field import MINE
from minesweeper.rules.game import ANY, Game
from minesweeper.sharing import numbers, today
from tests.support import seeds
from tests.support.network import claims, serving
from tests.support.network.claims import TOKEN
from tools.scoreboard.claim import of_day
from tools.scoreboard.store import Store


def test_what_was_really_played_is_accepted(client):
    """Question marks, chords, boards of one's own, and won and lost games are among them."""
    ends = set()
    for claim in claims.some(seeds.chance(1), int(seeds.more(24, 1000))):
        status, answer = client.post(claim)
        assert status == 201, (answer, claim)
        ends.add((claim["controls"], claim["won"]))
    assert len(ends) >= 5


def test_the_token_may_be_in_a_header(client):
    body = json.dumps(claims.won(seeds.chance(6))).encode()
    assert client.send(body)[0] == 401
    assert client.send(body, Authorization="Bearer another") == (
        401, {"error": "The token is not the scoreboard's."})
    assert client.send(body, Authorization=f"Bearer {TOKEN}")[0] == 201


@pytest.mark.parametrize("token", ["größe", "à", "тайна", "\u00a0x\u0085", "a b", 'a\\"b'])
def test_a_token_of_any_letters_is_compared_as_the_bytes_that_the_game_sends(serve, token):
    client = serve(token=token)
    body = json.dumps(claims.won(seeds.chance(6))).encode()
    for sent in token.encode(), token.encode().replace(b"x", b"y") + b"z":
        request = (b"POST /results HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                   b"Authorization: Bearer %b\r\nContent-Length: %d\r\n\r\n%b"
                   % (sent, len(body), body))
        assert serving.raw(client.port, request)[0] == (201 if sent == token.encode() else 401)


def test_who_posts_too_often_has_to_wait(serve):
    client = serve(burst=2)
    said = [client.send(b"")[0] for _ in range(3)]
    status, answer = client.send(b"")
    assert said == [400, 400, 429]
    assert status == 429 and answer["error"].startswith("Too many posts: try again in ")


def test_a_first_cell_of_ones_own_choice_is_for_known_boards_only(client):
    played = (claims.played(seeds.chance(each), 1, presets.BEGINNER) for each in range(99))
    game = next(game for game in played if game.first != ANY)
    game.first_cell = (game.first_cell + 40) % 81
    claim = claims.of(game, 1)
    claim["3bv"] = three_bv_of(claim["number"])
    assert client.post(claim)[1]["error"] == "The first cell that is opened is not the number's."


def three_bv_of(dealt):
    """Return the 3BV of the beginner's board with this number."""
    _, rule, cell, seed, _ = numbers.read(dealt)
    game = Game(presets.BEGINNER, controls.Dig(), rule, Dice())
    game.begin_as(seed, cell)
    return game.field.three_bv()


BOARDS = presets.BEGINNER, presets.GUIDE, ("custom", 12, 9, 17, 16)


@pytest.fixture
def kept(client):
    """(a client, results that its scoreboard has)"""
    results = [claims.won(seeds.chance(number), board) for number, board in enumerate(BOARDS)]
    for number, result in enumerate(results, 1):
        assert client.post(result) == (201, {"game": number, "page": f"/games/{number}"})
    return client, results


def test_nothing_forged_or_odd_becomes_a_game(kept, tmp_path):
    client, results = kept
    pages = [client.get(path) for path in ("/", "/games/1", "/games/2", "/games/3")]
    table = claims.attacks(results)
    assert len({body for _, body in table}) >= 500
    succeeded = [name for name, body in table if not is_harmless(name, *client.send(body))]
    assert succeeded == []
    assert [client.send(b" " * size)[0] for size in (65536, 65537)] == [400, 413]
    assert [client.get(path) for path in ("/", "/games/1", "/games/2", "/games/3")] == pages
    assert len(Store(tmp_path / "games.sqlite").latest(500)) == len(results)


def is_harmless(name, status, answer):
    """Refused in a sentence; or, where Ada posts her game again, told which one it is."""
    if status == 201:
        return name.startswith("again") and answer["game"] <= len(BOARDS)
    return 400 <= status < 500 and answer["error"].endswith(".") and "\n" not in answer["error"]


def test_a_game_is_counted_once_in_every_spelling(kept, tmp_path):
    client, results = kept
    for number, result in enumerate(results, 1):
        spelled = [*claims.respelled(result), *claims.replays(result)]
        answers = [client.send(body) for name, body in spelled if name.startswith("again")]
        assert len(answers) > 20 and {each[1]["game"] for each in answers} == {number}
    assert [each.claim.number for each in Store(tmp_path / "games.sqlite").latest(9)] == [
        result["number"] for result in results[::-1]]


def test_two_players_may_make_the_same_few_moves_on_a_board_that_both_know(client):
    result = next(result for number in range(999) if (result := claims.won(
        seeds.chance(number), ("custom", 5, 5, 1, 16)))["moves"].count(" lc ") == 1
        and result["moves"].count("\n") == 1)
    assert client.post(result)[1]["game"] == 1
    assert client.post({**result, "player": "Bob"})[0] == 422
    for game, name in (2, "Bob"), (3, "Cleo"), (2, "Bob"), (1, "Ada"):
        assert client.post({**result, "player": name, "known": True})[1]["game"] == game


def of_today(chance, player):
    """Return a win on the board of today, as a finger plays it."""
    dealt = of_day(datetime.now(UTC).date())
    _, _, cell, seed, _ = numbers.read(dealt)
    game = claims.dealt(today.BOARD, seed, cell)
    now_ms = 0
    game.tap(cell, now_ms)
    for other, byte in enumerate(game.field.cells):
        if not byte & MINE and not game.field.is_open(other):
            now_ms += chance.randrange(100, 500)
            game.tap(other, now_ms)
    return claims.of(game, 1, player=player, known=True, number=dealt)


def test_a_win_on_todays_board_is_told_its_rank_among_the_players_first_wins(client):
    ms, again = {}, of_today(seeds.chance(9), "Ada")
    for number, player in enumerate(("Ada", "Bob", "Cleo")):
        result = of_today(seeds.chance(number), player)
        ms[player] = result["ms"]
        status, answer = client.post(result)
        rank = sorted(ms.values()).index(result["ms"]) + 1
        assert (status, answer["today"]) == (201, [rank, len(ms)])
    assert client.post(again)[1]["today"] == [sorted(ms.values()).index(ms["Ada"]) + 1, 3]
    helped = of_today(seeds.chance(4), "Dora")
    assert "today" not in client.post({**helped, "hinted": True})[1]
    assert "today" not in client.post(claims.won(seeds.chance(5)))[1]


def test_a_first_cell_that_the_mines_do_not_go_by_makes_no_other_number(client):
    """Mines that lie anywhere are laid before it."""
    played = (claims.played(seeds.chance(each), 1, presets.BEGINNER) for each in range(99))
    result = claims.of(next(game for game in played if game.first == 0), 1)
    head, seed = result["number"].split("-")
    assert client.post(result)[1]["game"] == 1
    for cell in 1, 40, 80:
        other = {**result, "number": f"{int(head) + cell:05d}-{seed}"}
        assert client.post(other) == (201, {"game": 1, "page": "/games/1"})
        assert client.post({**other, "player": "Bob"})[0] == 422
