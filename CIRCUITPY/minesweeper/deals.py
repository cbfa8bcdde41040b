# SPDX-License-Identifier: MIT
"""Deals the session's boards: the next one, the same again, one by its number.

Each takes the place of the saved game. The game loop calls these and shows what they dealt.
"""

from minesweeper import lazy
from minesweeper.rules.dice import Dice
from minesweeper.rules.game import NO_GUESS, OPENING, Game
from minesweeper.saved.options import FAIR
from minesweeper.solver.deduction import Stopped


class Deals:
    """`page` calls a module of the advice, as the game loop does.

    One Game is reused for every board. `view_of(preset)` returns the view of a board, and `show()`
    shows it. After a MemoryError the present board stays.
    """

    def __init__(self, session, page, view_of, show):
        self._session = session
        self._page = page
        self._view_of = view_of
        self._show = show
        # Made once, as all that another board needs.
        self._deal, self.fair = self._without_guess, self._arrange
        self._set_rule(session.options.rule(), session.saved.board)

    def same_board(self):
        """Cover the board again; save before it is shown, so that nobody can return to it."""
        self._session.game.repeat()
        self._session.saved.new_game()

    def next_board(self, preset):
        """Choose a preset, unless it is None, and deal a board of the chosen one."""
        session = self._session
        preset = preset or session.options.board()
        self._play(preset, session.options.rule())
        session.options.choose(preset)
        session.game.begin()
        session.saved.new_game()

    def ordered_board(self, order):
        """Deal the board of an order, as `Session` describes it; it is not chosen."""
        session = self._session
        preset, rule, cell, seed, day, date, message = order
        session.teaches = False
        self._play(preset, rule)
        session.message, session.date = message, date
        if day is not None:
            session.saved.records.dealt(day)
        session.saved.new_game()
        if rule == NO_GUESS:
            # Making it takes a while: show the board first.
            session.game.begin_empty()
            self._show()
        session.game.begin_as(seed, cell, day is not None)

    def _play(self, preset, rule):
        """Change to a preset and a rule."""
        session = self._session
        # New allocations stay: keep them together, so that large blocks stay free.
        lazy.make_room()
        view = self._view_of(preset)
        session.teaches = session.teaches and preset == session.game.preset
        self._set_rule(rule, preset)
        session.view = view

    def _set_rule(self, rule, preset):
        """Set the mine-laying rule and the preset."""
        session, options = self._session, self._session.options
        if options.guessing == FAIR:
            lazy.keep("advice.fairness")
        how = options.make_controls(), min(rule, OPENING)
        if session.game:
            session.game.change(preset, *how)
        else:
            session.game = Game(preset, *how, Dice(), session.most_cells)
        game = session.game
        if rule == NO_GUESS or (session.teaches and not game.moves):
            game.deal = self._deal
        if options.guessing == FAIR:
            game.arrange = self.fair

    def _without_guess(self, cell):
        """Return the mines of a board that needs no guess from this cell on, None without one."""
        begun_ms = self._session.device.ticks_ms()
        answer = self._page("advice.dealer", "deal")
        self._note_time(begun_ms)
        if not answer:
            return None
        truth, sentence = answer
        self._session.message = sentence or self._session.message
        return truth

    def _arrange(self, cells):
        """Rearrange the mines by the rule of fair guesses before these cells open.

        Returns whether they may open: a touch takes the move back. Without memory for it the board
        stays as it is.
        """
        session = self._session
        begun_ms = session.device.ticks_ms()
        try:
            session.take_solver()
            truth = lazy.call("advice.fairness", "arrangement", session, cells)
        except lazy.OUT_OF_MEMORY:
            truth = None
        except Stopped:
            session.finger.wait_for_release()
            return False
        finally:
            self._note_time(begun_ms)
        if truth:
            session.game.rearrange(truth)
        return True

    def _note_time(self, begun_ms):
        """Leave the time since `begun_ms` out of the game's clock."""
        self._session.game.dealing_ms += self._session.device.ticks_ms() - begun_ms
