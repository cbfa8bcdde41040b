# SPDX-License-Identifier: MIT
"""Evenings of a player who asks the firmware on CircuitPython's core for everything, at random.

Moves and questions typed on the console, and a finger that taps and holds anywhere, so that it
comes to every page and changes every option; a console line leads back to the game from any page.
"""

import re
from random import Random

from tests.support.core import Core

PRESETS = "beginner", "guide", "intermediate", "expert", "flowers"
TITLE = 160, 200
BOARD = 14, 20
# A reason that tells of too little memory, in whatever sentence.
REFUSAL = re.compile("[Nn]ot enough memory|beyond")
OVER = "You have lost", "You have won"
# How long the firmware may compute before the next line, in virtual seconds; and after a move, but
# for every fourth, which is followed by a rest that saves the game.
PATIENCE_S, MOVE_S = 12.0, 2.0


class Evening:
    """`games` begun, and of `asked` hints and odds how many were `refused` for memory."""

    def __init__(self, core: Core, seed: int, presets: tuple[str, ...] = PRESETS):
        self.core = core
        self.games = self.asked = self._moves = 0
        self._dice = Random(seed)
        self._presets = presets
        core.run(3)
        core.tap(*TITLE)
        core.run(1)
        self._new_game()

    @property
    def refused(self) -> int:
        return len(REFUSAL.findall(self.core.serial))

    def step(self) -> None:
        """One thing that a player does."""
        deed = self._dice.choices(
            (self._move, self._ask, self._touch, self._prove, self._new_game),
            weights=(40, 20, 30, 2, 2))[0]
        deed()
        if self._is_over():
            self._prove()
            self._new_game()

    def play(self, games: int) -> None:
        """So many games more, as long as the program runs; nothing is left to be done."""
        until = self.games + games
        while self.games < until and not self.core.ended:
            self.step()
        self.core.run(PATIENCE_S)

    def alive_on_a_new_board(self) -> int:
        """Bytes after a collection."""
        self._say("new guide", MOVE_S)
        return self.core.heap(collect=True)["used"]

    def _say(self, line: str, seconds: float) -> None:
        self.core.type(line + "\n")
        self.core.run(seconds)

    def _move(self) -> None:
        row, column = (self._dice.randrange(size) for size in BOARD)
        verb = self._dice.choice(("", "", "", "flag ", "chord "))
        self._moves += 1
        self._say(f"{verb}{row} {column}", MOVE_S if self._moves % 4 else PATIENCE_S)

    def _ask(self) -> None:
        line = self._dice.choice(("hint", "hint", "odds", "stats", "board"))
        self.asked += line in ("hint", "odds")
        self._say(line, PATIENCE_S)

    def _touch(self) -> None:
        for _ in range(self._dice.randrange(1, 6)):
            x, y = self._dice.randrange(320), self._dice.randrange(240)
            self.core.hold(x, y, self._dice.choice((0.12, 0.12, 0.8)))
            self.core.run(1)

    def _prove(self) -> None:
        self._say("proof", PATIENCE_S)

    def _new_game(self) -> None:
        self.games += 1
        self._say(f"new {self._dice.choice(self._presets)}", 2)

    def _is_over(self) -> bool:
        news = self.core.news()
        return any(words in news for words in OVER)
