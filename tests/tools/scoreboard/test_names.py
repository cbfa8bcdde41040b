# SPDX-License-Identifier: MIT
"""Names of players: what can be seen is accepted in one spelling, what cannot is refused."""

import unicodedata

import pytest

from tests.support import seeds
from tests.support.network import claims
from tools.scoreboard import names

SEEN = [
    "Ada", "Zoë", "Ада", "小明", "박지민", "محمد", "می\u200cخواهم", "क्\u200dष", "Nguyễn", "O'Neil",
    "👩\u200d💻", "👩🏽\u200d🚀", "👨\u200d👩\u200d👧\u200d👦", "🏳\ufe0f\u200d🌈",
    "❤\ufe0f\u200d🔥",
    "🕵🏽\u200d♂\ufe0f", "👁\ufe0f\u200d🗨\ufe0f", "1\ufe0f\u20e3", "🇩🇪", "☠", "Ada 😀",
    "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
]
SPELLED = {"Zoe\u0308": "Zoë", " Ada\t": "Ada", "山田\u3000太郎": "山田 太郎", "A\u00a0 B": "A B"}
UNSEEN = [chr(code) for code in (
    0x00AD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x180E, 0x200B, 0x200C, 0x200D, 0x200E, 0x202E,
    0x2060, 0x2066, 0x2800, 0x3164, 0xFE00, 0xFE0F, 0xFEFF, 0xFFA0, 0x1D159, 0xE0001, 0xE0061,
    0xE007F, 0xE0100, 0x0000, 0x0009, 0x000A, 0x0085, 0x2028, 0xE000, 0xD800, 0xFFFF)]


def test_a_name_that_can_be_seen_is_kept_in_one_spelling():
    assert [names.canonical(name) for name in SEEN] == [
        unicodedata.normalize("NFC", name) for name in SEEN]
    assert {name: names.canonical(name) for name in SPELLED} == SPELLED


def test_a_letter_that_nobody_sees_is_refused_wherever_it_stands():
    for letter in UNSEEN:
        ends = [] if letter.isspace() else [f"Ada{letter}", f"{letter}Ada", f"😀{letter}"]
        for name in letter, f"A{letter}da", *ends:
            with pytest.raises(ValueError):
                names.canonical(name)


@pytest.mark.parametrize("name", [
    "", " ", "\u3000", "\u0301", "Ada \u0301", "a" + "\u0301" * 6, "😀\ufe0f", "😀\u200d",
    "\u200d😀",
    "1\ufe0f", "a\u200db", "a\u200cb", "🏴\U000e0067", "🏴\U000e007f", "❤\ufe0f\ufe0f",
    "😀\u200d\u200d😀"])
def test_a_name_of_nothing_or_with_signs_that_join_nothing_is_refused(name):
    with pytest.raises(ValueError):
        names.canonical(name)


def test_the_scoreboard_says_so(client):
    claim = claims.won(seeds.chance(1), player="Ada\u3164")
    assert client.post(claim) == (400, {"error": "The field player must be a name of 1 to 20 "
                                                 "letters, all of which can be seen."})
    assert client.post({**claim, "player": "👩\u200d💻"})[0] == 201
    assert client.get("/player?name=%F0%9F%91%A9%E2%80%8D%F0%9F%92%BB")[0] == 200
