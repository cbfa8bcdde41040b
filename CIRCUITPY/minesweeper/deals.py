# SPDX-License-Identifier: MIT
"""The boards that come to a table: the next, the same, one by other rules, one by its number.

Each is laid, shown, and takes the place of the saved game.
"""

import gc

from minesweeper import lazy
from minesweeper.board.dice import Dice
from minesweeper.board.game import NO_GUESS, OPENING, Game
from minesweeper.board.recording import Recording
from minesweeper.screen import tiles
from minesweeper.solver.deduction import Stopped


class Deals:
    """`order` is (rule, first cell, seed, whether it is a day's) of the board that was asked for.

    `said` is (day, when in ms) if the player has told the date, as `sharing.today` counts it.

    The methods that bring a board are what `table.wish` may be.
    """

    def __init__(self, table):
        self.order = None
        self.said = None
        self._table = table
        self._dice = Dice()
        self._recording = Recording()

    def next_board(self):
        table = self._table
        if table.game.repeated:
            # It may have been laid by another rule than the options'.
            table.game = self.game()
        else:
            table.game.begin()
        table.memory.new_game()
        table.show_all()

    def same_board(self):
        """The saved game goes first, so nobody can return to it knowing its mines."""
        table = self._table
        table.game.repeat()
        table.memory.new_game()
        table.save()
        table.show_all()

    def other_board(self):
        """Another preset or rule, or the board that was ordered, whose first cell is ticked."""
        table = self._table
        table.game = self.game()
        order, self.order = self.order, None
        if order:
            table.game.begin_as(order[2], order[1], order[3])
        table.memory.new_game()
        table.dress()
        table.show_game()
        if table.game.first_cell is not None:
            table.view.mark([(table.game.first_cell, tiles.HINT)])
        table.tell_news()

    def other_preset(self, preset):
        """As soon as possible; None for another board of the current one."""
        if preset:
            self._table.options.choose(preset)
        self._table.wish = self.other_board

    def game(self):
        """A new game by the order or else the options."""
        # What is allocated now stays: keep it together, so that large blocks remain free.
        gc.collect()
        options = self._table.options
        rule = self.order[0] if self.order else options.rule()
        game = Game(options.board(), options.make_controls(), min(rule, OPENING), self._dice,
                    self._recording)
        if rule == NO_GUESS:
            game.deal = self._deal
        if options.guesses:
            lazy.keep("advice.fairness")
            game.arrange = self._arrange
        return game

    def _deal(self, cell):
        """A board that needs no guess, None if none was made."""
        return self._table.page("advice.dealer", "deal")

    def _arrange(self, cells):
        """By the rule of fair guesses; whether the cells may open: a touch takes the move back.

        Without memory for it the board stays as it is.
        """
        table = self._table
        try:
            truth = lazy.call("advice.fairness", "arrangement", table, cells)
        except MemoryError:
            truth = None
        except Stopped:
            table.hand.wait_for_release()
            return False
        if truth:
            table.game.rearrange(truth)
        return True
