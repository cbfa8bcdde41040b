# SPDX-License-Identifier: MIT
"""The state of a session: everything that the game keeps from power-on to power-off.

The game loop, the deals and the ending write to it. Pages, advice, the console and the network read
it and return a request, which the loop carries out.
"""

from minesweeper import gesture, lazy
from minesweeper.console.listener import Listener
from minesweeper.rules import presets


class Session:
    """One player at one PyPortal, game after game.

    A request is a pair: what the player asks for, and an argument.

    - ("same", None): the same board again
    - ("board", preset): the next board, of this preset or, with None, of the chosen one
    - ("order", order): the board of a number or a day, as `sharing.numbers` and `sharing.today`
      make it: (preset, rule, first cell, seed, day or None, the session's date then, sentence)
    - ("page", name): another page, or "back" to the one that began
    - ("advice", (module, function)): the solver's advice
    - ("print", (module, function)): something for the console
    """

    def __init__(self, device, saved, sheets):
        self.device = device
        self.display = device.display
        # Saved options, records and game; `options` is an alias of `saved.options`.
        self.saved = saved
        self.options = saved.options
        self.sheets = sheets
        # Cells that have memory from power-on; a larger board takes more when it is dealt.
        self.most_cells = presets.most_cells(
            saved.board, self.display.width, self.display.height)
        # From the first question on.
        self.solver = None
        # The finger on the panel, as gestures, and the lines from the serial console.
        self.finger = gesture.Gesture(None)
        self.console = Listener(self)
        # Posts decided games where there is a network, else None.
        self.poster = None
        # The game in play and the view of its board.
        self.game = None
        self.view = None
        # Saves the game if that is due; the loop sets it, pages call it while they wait.
        self.save_if_due = None
        # (safe cells, mines) of the last hint, None once the board has changed.
        self.advice = None
        # Whether the first board still has something to teach.
        self.teaches = saved.is_new
        # Why the game that was decided last was lost, "" where nothing is known.
        self.verdict = ""
        # The request for another board, None while the present one is played.
        self.request = None
        # The page that others lead back to.
        self.root = ""
        # A sentence to be shown with the next change.
        self.message = ""
        # Seconds of the best time before the game that was decided last.
        self.best_before = 0
        # (day, ms) of the date that the player has told and when, None without one.
        self.date = None

    def take_solver(self):
        """Load the solver with its memory, which stays, unless that is done."""
        if not self.solver:
            self.solver = lazy.keep("solver.solver").Solver(self.most_cells)
