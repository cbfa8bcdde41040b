# SPDX-License-Identifier: MIT
"""Deals the session's boards: the next one, the same again, another preset, one by its number.

Each takes the place of the saved game. The game loop calls these and shows what they dealt.
"""

import gc

from minesweeper import lazy
from minesweeper.board.dice import Dice
from minesweeper.board.game import NO_GUESS, OPENING, Game
from minesweeper.board.recording import Recording
from minesweeper.solver.deduction import Stopped


class Deals:
    """`page` calls a module of the advice, as the game loop does."""

    def __init__(self, session, page):
        self._session = session
        self._page = page
        self._dice = Dice()
        self._recording = Recording()

    def next_board(self):
        session = self._session
        if session.game.repeated:
            # It may have been laid by another rule than the options'.
            session.game = self.game()
        else:
            session.game.begin()
        session.memory.new_game()

    def same_board(self):
        """Cover the board again; save before it is shown, so that nobody can return to it."""
        self._session.game.repeat()
        self._session.memory.new_game()

    def other_board(self, preset):
        """Deal a board of a preset, of the chosen one if None."""
        session = self._session
        if preset:
            session.options.choose(preset)
        session.game = self.game()
        session.memory.new_game()

    def ordered_board(self, order):
        """Deal the board of an order, as `Session` describes it."""
        session = self._session
        preset, rule, cell, seed, day, session.news = order
        session.options.choose(preset)
        if day is not None:
            session.date = lazy.call("sharing.today", "dated", session, day)
            lazy.call("memory.days", "dealt", session.memory.records.days, day)
        session.game = self.game(rule)
        session.game.begin_as(seed, cell, day is not None)
        session.memory.new_game()

    def game(self, rule=None):
        """Make a game whose mines are laid by a rule, else by the options'."""
        # New allocations stay: keep them together, so that large blocks stay free.
        gc.collect()
        options = self._session.options
        rule = options.rule() if rule is None else rule
        game = Game(options.board(), options.make_controls(), min(rule, OPENING), self._dice,
                    self._recording)
        if rule == NO_GUESS:
            game.deal = self._without_guess
        if options.guesses:
            lazy.keep("advice.fairness")
            game.arrange = self._arrange
        return game

    def _without_guess(self, cell):
        """Return the mines of a board that needs no guess from this cell on, None without one."""
        answer = self._page("advice.dealer", "deal")
        if not answer:
            return None
        truth, sentence = answer
        self._session.news = sentence or self._session.news
        return truth

    def _arrange(self, cells):
        """Rearrange the mines by the rule of fair guesses before these cells open.

        Returns whether they may open: a touch takes the move back. Without memory for it the board
        stays as it is.
        """
        session = self._session
        try:
            truth = lazy.call("advice.fairness", "arrangement", session, cells)
        except MemoryError:
            truth = None
        except Stopped:
            session.finger.wait_for_release()
            return False
        if truth:
            session.game.rearrange(truth)
        return True
