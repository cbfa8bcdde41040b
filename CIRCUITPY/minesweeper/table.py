# SPDX-License-Identifier: MIT
"""The table at which a game is played: the path of a tap, board after board.

touch → gesture → target → rule → changed cells → view; a line typed on the console takes the same
path. When a board is decided: sound and shake, a banner, and the next board.
"""

from minesweeper import ending, gesture, lazy
from minesweeper.board import controls, presets
from minesweeper.board.controls import PLAYING
from minesweeper.console.listener import Listener
from minesweeper.deals import Deals
from minesweeper.lights import Lights
from minesweeper.memory.memory import SETTLE_MS
from minesweeper.screen import tiles
from minesweeper.screen.motion import Motion
from minesweeper.screen.view import View
from minesweeper.solver.deduction import Stopped
from minesweeper.solver.solver import Solver
from minesweeper.ticks import since
from minesweeper.touch import Touch

NO_MEMORY = "Not enough memory for this now: ask again a little later."


class Table:
    """Joins the parts: one device, one player, game after game.

    `wish` is what the player asked for from a page or the console: a method of `deals` that brings
    another board, or None. `poster`, if there is one, posts decided games.
    """

    def __init__(self, device, memory, sheets):
        self.device = device
        self.display = device.display
        self.memory = memory
        self.sheets = sheets
        self.options = memory.options
        board = self.options.board()
        cells = presets.most_cells(self.display.width, self.display.height)
        self.solver = Solver(max(cells, board[1] * board[2]))
        self.motion = Motion(cells)
        self.deals = Deals(self)
        device.calibrate(self.options.calibration)
        self.hand = gesture.Gesture(None)
        self.touch = Touch(self)
        self.lights = Lights(device)
        self.listener = Listener(self)
        self.wish = None
        self.advice = None
        self.poster = None
        self.best_before = 0
        self.news = ""
        self.since_ms = device.ticks_ms()
        self.game = self.deals.game()
        resumed = self.memory.resume(self.game)
        self.view = self.picture()
        if resumed:
            self.view.bring((self.game.moved,))

    def run(self, offered=None):
        """Play, starting with the title, which may offer lessons within these bounds."""
        tapped = self.page("pages.page", "wait")
        if tapped and offered and _lies_in(tapped, offered):
            self.page("pages.lesson", "first")
        self.dress()
        self.show_game()
        while True:
            self.play()
            if not self.wish:
                ending.Ending(self).run()
            deal, self.wish = self.wish or self.deals.next_board, None
            self.unmark()
            deal()

    def dress(self):
        """Make the game's picture and the device what the options say; shows nothing yet."""
        options = self.options
        self.device.calibrate(options.calibration)
        self.device.volume = options.sound
        self.lights.on = options.pixel
        self.lights.light = options.light
        self.motion.on = options.motion
        self.hand.hold_ms = options.hold_ms()
        self.game.play_by(options.make_controls())
        self.sheets.paint(options.theme)
        if self.view.preset != self.game.preset:
            self.view = self.picture()

    def show_game(self):
        """Unless another board comes at once."""
        if not self.wish:
            self.look(self.device.ticks_ms())
            self.show_all()

    def picture(self):
        """The view of the game's board; it is kept as long as that preset is played."""
        preset, display = self.game.preset, self.display
        sheet = self.sheets.of(preset[4])
        if presets.is_whole(preset, display.width, display.height):
            return View(display, preset, sheet)
        try:
            self.motion.widen(preset[1] * preset[2])
            return lazy.call("screen.scrolled", "Scrolled", display, preset, sheet)
        except MemoryError:
            return self._smaller()

    def _smaller(self):
        """The view of another board, where there is no memory for a large one."""
        self.news = NO_MEMORY
        self.options.choose(presets.GUIDE)
        self.game = self.deals.game()
        return self.picture()

    def show_all(self):
        """The board without marks."""
        self.view.unmark()
        self.show_board()

    def show_board(self):
        """With what is laid over it."""
        self.motion.stop()
        cells = self.game.field.cells
        self.view.show(range(len(cells)), cells)
        self.display.root_group = self.view.group
        self.hand.aim(self.view.bounds_at, self.view.scrolls)

    def page(self, name, action="show"):
        """A page over the game, or advice on it: in memory only while it is used."""
        answer = None
        try:
            answer = lazy.call(name, action, self)
        except MemoryError:
            self.refuse(NO_MEMORY)
        except Stopped:
            self.refuse("Stopped.")
        self.hand.wait_for_release()
        return answer

    def refuse(self, why):
        """Show the game as it was, and a sentence."""
        self.solver.forget()
        self.show_all()
        self.news = why
        self.tell_news()

    def pause(self, now_ms):
        """Show the pause sheet or the result, then the game; returns whether there was advice.

        That shows the game itself, so that the board is drawn once, with what is laid over it.
        """
        self.game.stop_clock(now_ms)
        if self.game.outcome() == PLAYING:
            action = self.page("pages.pause")
        else:
            action = self.page("pages.result")
            if action == ("pages.pause", "show"):
                action = self.page(*action)
        self.dress()
        self.game.start_clock(self.device.ticks_ms())
        if not action or self.wish:
            self.show_game()
            return action is not None
        self.look(self.device.ticks_ms())
        text = self.advise(*action)
        if text:
            self.view.banner.tell(text)
        return True

    def advise(self, name, action):
        """The solver's advice. A game that asks for it no longer counts, which is saved first."""
        if self.game.outcome() == PLAYING and not self.game.hinted:
            self.game.hinted = True
            self.save()
        return self.page(name, action)

    def save(self):
        """Save at once; just after power-on as soon as it is safe; without memory later."""
        self.device.wait(max(0, SETTLE_MS - self.device.ticks_ms()))
        try:
            self.memory.save(self.game, self.device.ticks_ms())
        except MemoryError:
            pass

    def play(self):
        """Play one board until it is decided."""
        while self.game.outcome() == PLAYING and not self.wish:
            self.turn(self.touch.act)

    def turn(self, act):
        """Look once at everything that may have happened."""
        self.device.rest()
        now_ms = self.device.ticks_ms()
        hand = self.hand
        event = hand.update(self.device.touch(), now_ms)
        if event != gesture.NONE and not self.view.moves(event, hand):
            act(event, self.view.target_at(hand.x, hand.y), now_ms)
        self.listen(now_ms)
        self.look(self.device.ticks_ms())

    def listen(self, now_ms):
        """Answer the console; there may not be enough memory for it."""
        try:
            self.listener.listen(now_ms)
        except MemoryError:
            self.refuse(NO_MEMORY)

    def show(self, changed, now_ms):
        if len(changed):
            self.unmark()
            cells = self.game.field.cells
            self.motion.show(self.view, changed, cells, self.game.moved, now_ms)
            self.tell_news()
            self.memory.note_change(now_ms)
            self.device.click()

    def tell_news(self):
        """Show and print the news, if there is any."""
        if self.news:
            print(self.news)
            self.view.banner.tell(self.news)
            self.news = ""

    def unmark(self):
        """Advice is valid until the next change."""
        self.advice = None
        self.view.unmark()

    def look(self, now_ms):
        """Update what moves, the panel, the lights and the memory, each when it has to."""
        self.motion.go_on(now_ms)
        outcome = self.game.outcome()
        self.view.panel.show(
            self.game.mines_left(),
            self.game.elapsed_ms(now_ms) // 1000,
            tiles.FACES[outcome],
            self.options.controls == controls.FLAGS,
        )
        self.lights.show(outcome, since(self.since_ms, now_ms), now_ms)
        if self.memory.due(now_ms):
            self.save()


def _lies_in(point, bounds):
    left, top, right, bottom = bounds
    return left <= point[0] < right and top <= point[1] < bottom
