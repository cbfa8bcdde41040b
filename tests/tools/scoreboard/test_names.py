# SPDX-License-Identifier: MIT
"""Names of players: what can be seen is accepted in one spelling, what cannot is refused."""

import pytest

from tests.support import seeds
from tests.support.network import claims
from tools.scoreboard import names

SPELLED = {
    **{name: name for name in ("Ada", "Zoë", "Ада", "小明", "박지민", "محمد", "O'Neil", "Ada 😀")},
    "Zoe\u0308": "Zoë", " Ada\t": "Ada", "山田\u3000太郎": "山田 太郎", "A\u00a0 B": "A B",
    "❤\ufe0f": "❤", "👩\u200d💻": "👩💻",
}
UNSEEN = [chr(code) for code in (
    0x00AD, 0x034F, 0x061C, 0x115F, 0x17B4, 0x200B, 0x202E, 0x2060, 0x2800, 0x3164, 0xFEFF, 0xFFA0,
    0xE0001, 0xE0100, 0x0000, 0x000A, 0x2028, 0xE000, 0xD800, 0xFFFF)]


@pytest.mark.parametrize(("given", "kept"), SPELLED.items())
def test_a_name_is_kept_in_one_spelling(given, kept):
    assert names.canonical(given) == names.canonical(kept) == kept


@pytest.mark.parametrize("letter", UNSEEN)
def test_a_letter_that_nobody_sees_is_refused(letter):
    for name in letter, f"A{letter}da":
        with pytest.raises(ValueError):
            names.canonical(name)


@pytest.mark.parametrize("name", ["", " ", "\u3000", "\u0301", " \u0301"])
def test_a_name_of_nothing_is_refused(name):
    with pytest.raises(ValueError):
        names.canonical(name)


def test_the_scoreboard_says_so(client):
    claim = claims.won(seeds.chance(1), player="Ada\u3164")
    assert client.post(claim) == (400, {"error": "The field player must be a name of 1 to 20 "
                                                 "letters, all of which can be seen."})
    assert client.post({**claim, "player": "👩\u200d💻"})[0] == 201
    assert client.get("/player?name=%F0%9F%91%A9%E2%80%8D%F0%9F%92%BB")[0] == 200
