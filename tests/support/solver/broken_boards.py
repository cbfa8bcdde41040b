# SPDX-License-Identifier: MIT
"""Boards that are broken in several ways at once, for Hypothesis to draw: `cases`."""

import random
from dataclasses import dataclass, field

from hypothesis import strategies as st

from minesweeper.memory import settings as game_settings
from sim.board.faults import FILE_FAULTS, MOMENTS, SOUND_FAULTS

NVM_BYTES = 8192
SOUNDS = tuple(f"sounds/{name}{kind}.wav" for name in ("click", "win", "lose")
               for kind in ("", "-quiet"))
KEYS = [key for key, _ in game_settings._NAMES] + [game_settings._CUSTOM]


@dataclass
class Case:
    """What is broken; `cut` is (which write, at which moment)."""

    nvm: bytes | None = None
    settings: list[str] = field(default_factory=list)
    sound: str = ""
    spoiled: dict[str, str] = field(default_factory=dict)
    missing: set[str] = field(default_factory=set)
    touch: dict = field(default_factory=dict)
    typed: str = ""
    cut: tuple[int, str] | None = None
    seed: int = 0


pixels = st.tuples(st.integers(-5, 325), st.integers(-5, 245))
words = st.sampled_from([
    "open", "flag", "chord", "new", "board", "help", "stats", "hint", "custom", "expert", "0",
    "flowers", "3", "-1", "--3", "99999999999", "1.5", "²", "٣", "+1", "0x1", "-", "\b", "\x7f",
    "\r", "\n", "\t", " ",
])
commands = st.lists(st.tuples(words, words, words).map(" ".join)).map("\r".join)
values = st.one_of(
    st.sampled_from(["guide", "dig", "flag", "on", "off", "auto", "quiet", "custom", "beginner",
                     "safe", "opening", "any", "500", "3x3/1", "30x30/1", "8x8/55", "12x10/15"]),
    st.integers(-3, 10**12).map(str), st.text(max_size=12),
)
lines = st.one_of(
    st.builds('{} = "{}"'.format, st.sampled_from(KEYS), values),
    st.builds("{} = {}".format, st.sampled_from(KEYS), values),
    st.text(max_size=30),
)
touches = st.one_of(
    st.just({}),
    st.fixed_dictionaries({"touch_stuck": pixels}),
    st.fixed_dictionaries({"touch_readings": st.integers(0, 65535)}),
    st.fixed_dictionaries({"touch_sparks": st.floats(0.001, 1)}),
    st.just({"touch_dead": True}),
    st.fixed_dictionaries({"noise": st.floats(0, 20000)}),
)
memories = st.one_of(
    st.none(),
    st.binary(min_size=1, max_size=300).map(lambda start: start.ljust(NVM_BYTES, b"\xff")),
    st.integers(0, 1 << 32).map(lambda seed: random.Random(seed).randbytes(NVM_BYTES)),
    # The saved image with other bytes in it, its checksum wrong or right.
    st.tuples(st.dictionaries(st.integers(0, 255), st.integers(0, 255), max_size=6), st.booleans()),
)
cases = st.builds(
    Case,
    nvm=memories,
    settings=st.lists(lines, max_size=4),
    sound=st.sampled_from(["", "", *SOUND_FAULTS]),
    spoiled=st.dictionaries(st.sampled_from(SOUNDS), st.sampled_from(FILE_FAULTS), max_size=3),
    missing=st.sets(st.sampled_from(SOUNDS), max_size=3),
    touch=touches,
    # Ctrl-C is no fault: it is how one gets to the REPL.
    typed=st.one_of(st.just(""), commands, st.text(
        st.characters(codec="utf-8", exclude_characters="\x03"), max_size=60)),
    cut=st.one_of(st.none(), st.tuples(st.integers(1, 3), st.sampled_from(MOMENTS))),
    seed=st.integers(0, 1000),
)
