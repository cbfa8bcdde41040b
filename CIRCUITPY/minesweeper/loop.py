# SPDX-License-Identifier: MIT
"""The game loop: touch → gesture → target → rule → changed cells → view, board after board.

A line typed on the console takes the same path. Pages and advice are loaded while they are used;
they return requests, which are carried out here and nowhere else.
"""

from micropython import const

from minesweeper import gesture, lazy
from minesweeper.deals import Deals
from minesweeper.lights import Lights
from minesweeper.rules import controls, presets
from minesweeper.rules.controls import PLAYING
from minesweeper.rules.field import FLAG, OPEN, STATE
from minesweeper.saved.state import MENU_MS, REST_MS, SETTLE_MS
from minesweeper.screen import panel, tiles
from minesweeper.screen.motion import Motion
from minesweeper.screen.view import View, tables
from minesweeper.solver.deduction import Stopped

NO_MEMORY = "No memory for this now: ask again later."
_NEXT = ("board", None)
# The steps return to the page that asked for them; without memory, to the game.
_STEPS = ("advice.steps", "show")
_REFUSED = ("refused", None)
# Pages that others lead back to.
_ROOTS = ("pages.title", "pages.menu", "pages.result")
# Said where the board fills the display: a tap on the sentence opens the menu.
_VALUES = const("{} mines left, {}. Tap here for the menu.")
_OF_GUIDE = const("Taps: ?, flag, open. Hold an open cell: menu.")
_LARGE = const("Drag the board to see all of it.")
# Said after the switch was tapped, by whether it now flags.
_SWITCHED = ("Now a tap opens and a hold flags.", "Now a tap flags and a hold opens.")
# A tap that is closer to a cell's border may be meant for its neighbour.
_SLIP_PIXELS = const(2)
# From one picture of what moves to the next.
_FRAME_MS = const(36)


class Loop:
    """Plays a session."""

    def __init__(self, session, title):
        self.session = session
        self.device = session.device
        self.motion = Motion(session.most_cells)
        self._tables = tables(session.display)
        self.lights = Lights(session.device)
        # How many more times the switch explains what it has changed.
        self._untold = len(_SWITCHED)
        # The cell that the slip guard has asked about.
        self._asked = None
        # Whether the display may show something else, as at first and after a MemoryError.
        self._is_stale = True
        self._is_broken = False
        # (the bounds of the title's buttons, a list of the one that was touched) until it was left.
        self._title = title
        self.deals = Deals(session, self.page, self._view_of, self._show_new)
        resumed = session.saved.resume(session.game, self.deals.fair)
        session.save_if_due = self.save_if_due
        session.view = self._first_view()
        if resumed:
            session.view.bring((session.game.moved,))
        lazy.forget(("minesweeper.start",))
        lazy.keep_all()

    def run(self):
        """Play, starting with the title."""
        while True:
            try:
                if self._is_broken:
                    self._repair()
                self._begin()
                self._play()
            except MemoryError:
                # Only once: there may be no memory for the sentence either.
                self.session.message = "" if self._is_stale else NO_MEMORY
                self._is_stale = self._is_broken = True

    def _begin(self):
        """Wait at the title, and show the game; what is done already is not done again."""
        session = self.session
        if self._title:
            title, self._title = self._title, None
            what, argument = lazy.call("pages.title", "choose", session, title[0], title[1])
            if what:
                self._show_pages(argument, "pages.title", self.device.ticks_ms())
                self._is_stale = self._is_stale and session.request is None
        if self._is_stale:
            self.apply()
            self.show_game()
            self.tell_message()
            self._is_stale = False
            self._teach()
            if __file__.endswith(".mpy"):
                # Compiled, this loads before anybody taps on what was drawn.
                session.display.refresh()
                session.take_solver()
                if session.teaches:
                    lazy.prepare("advice.dealer")

    def _play(self):
        session = self.session
        while True:
            self._open_first()
            while session.game.outcome() == PLAYING and not session.request:
                self.turn(self._act)
            if not session.request:
                # Not by `lazy.call`, which nests calls: pages and advice need that depth.
                self._ending().run()
                lazy.forget(("minesweeper.ending",))
            request, session.request = session.request or _NEXT, None
            # Changes of the old board are not worth drawing: the next one is shown at once.
            session.display.auto_refresh = False
            self.unmark()
            self._deal(*request)

    def _open_first(self):
        """Open the cell that a known board was laid for, because another one may be a mine."""
        game = self.session.game
        if game.first_cell is not None and not game.moves:
            now_ms = self.device.ticks_ms()
            self.show(game.open(game.first_cell, now_ms), now_ms)

    def _ending(self):
        """Return the end of the game, whose module is in memory until the next board."""
        self._pause_posting()
        self.session.take_solver()
        lazy.make_room()
        ending = lazy.load("ending").Ending(self)
        self._resume_posting()
        return ending

    def _repair(self):
        """Drop whatever ran out of memory; the game stays as it is."""
        self._mend()
        self._pause_posting()
        lazy.forget_others()
        lazy.make_room()
        self._resume_posting()
        self.unmark()
        self._is_broken = False

    def _mend(self):
        """Bring game and solver in order, whose work was stopped anywhere."""
        self.session.game.repair()
        if self.session.solver:
            self.session.solver.forget()

    def turn(self, act):
        """Look once at everything that may have happened; `act` handles a gesture."""
        session = self.session
        finger = session.finger
        if not session.console.waits(False):
            self.device.rest(finger.is_idle(), self._still_ms())
        now_ms = self.device.ticks_ms()
        event = finger.update(self.device.touch(), now_ms)
        if event != gesture.NONE and not session.view.moves(event, finger):
            act(event, session.view.target_at(finger.x, finger.y), now_ms)
        if session.console.waits(False):
            self._answer(now_ms)
        if session.poster:
            self._tell_results()
        self.look(self.device.ticks_ms())

    def _still_ms(self):
        """Return how long the picture stays as it is: until the clock's next second, or a frame."""
        if not self.motion.is_done():
            return _FRAME_MS
        return 1000 - self.session.game.elapsed_ms(self.device.ticks_ms()) % 1000

    def look(self, now_ms):
        """Update what moves, the panel, the lights and the saved state, each when it is due."""
        session, game = self.session, self.session.game
        self.motion.go_on(now_ms)
        outcome = PLAYING if game.solved else game.outcome()
        gasps = session.finger.is_down() and not game.is_decided()
        session.view.panel.show(
            game.mines_left(),
            game.elapsed_ms(now_ms) // 1000,
            tiles.FACE_PRESSED if gasps else tiles.FACES[outcome],
            session.options.controls == controls.FLAGS,
        )
        self.lights.show(outcome, now_ms)
        self.save_if_due(now_ms)

    def save_if_due(self, now_ms):
        if self.session.saved.due(now_ms):
            self.save()

    def save_options(self):
        """Save now if the options have changed."""
        if self.session.saved.has_choices():
            self.save()

    def save(self):
        """Save; wait first if power has only just come on; without memory try later."""
        self.device.wait(max(0, SETTLE_MS - self.device.ticks_ms()))
        try:
            self.session.saved.save(self.session.game, self.device.ticks_ms())
        except MemoryError:
            pass

    # Gestures

    def _act(self, event, target, now_ms):
        """Carry out a gesture on a cell or, below zero, on a button of the panel."""
        view = self.session.view
        if event == gesture.LONG:
            if target >= 0:
                view.lift(target)
            self.show_menu(now_ms)
        elif target < 0:
            self._press_button(event, target, now_ms)
        elif event == gesture.PRESS:
            self.motion.hurry()
            view.press(target, self.session.options.chords)
            # The player does not wait at this moment.
            lazy.make_room()
        elif event == gesture.RIPE:
            view.frame(target, tiles.RIPE)
        else:
            view.lift(target)
            self._commit(event, target, now_ms)

    def _commit(self, event, cell, now_ms):
        game = self.session.game
        if event == gesture.HOLD and game.field.is_open(cell):
            self.show_menu(now_ms)
        elif event in (gesture.TAP, gesture.HOLD) and self.session.view.advises:
            self._follow(cell, now_ms)
        elif event == gesture.HOLD:
            self.show(game.hold(cell, now_ms), self.device.ticks_ms())
            self._teach()
        elif event == gesture.TAP and not self._asks_again(cell):
            changed = game.tap(cell, now_ms)
            self.show(changed, self.device.ticks_ms())
            self._teach()
            if not len(changed):
                self.device.play("refused")
                if not self.session.view.panel.has_values():
                    self._tell_values(cell, now_ms)

    def _follow(self, cell, now_ms):
        """Make a hint's move on a cell and mark the others, or put the advice away."""
        session, game = self.session, self.session.game
        safe, mines = session.advice or ((), ())
        if cell not in safe + mines:
            self.unmark()
            return
        move = game.open_certain if safe else game.flag
        self.show(move(cell, now_ms), self.device.ticks_ms())
        left = tuple([each for each in safe + mines if game.field.state(each) not in (OPEN, FLAG)])
        if left and not game.is_decided():
            session.advice = (left, ()) if safe else ((), left)
            session.view.mark([(each, tiles.HINT if safe else tiles.DANGER) for each in left])

    def _tell_values(self, cell, now_ms):
        """Show what the panel would, on a board that leaves it no room, beside the tapped cell."""
        game, view = self.session.game, self.session.view
        self.motion.finish()
        view.keep([cell])
        view.banner.tell(_VALUES.format(
            game.mines_left(), panel.clock(game.elapsed_ms(now_ms) // 1000)))

    def _asks_again(self, cell):
        """Frame a cell tapped close to its border; returns whether a second tap must confirm it."""
        session, finger = self.session, self.session.finger
        close = session.view.near_border(finger.x, finger.y, _SLIP_PIXELS)
        if not session.options.guard or not close or self._asked == cell:
            self._asked = None
            return False
        self._asked = cell
        session.view.frame(cell, tiles.CURSOR)
        return True

    def _press_button(self, event, button, now_ms):
        """Sink a button at once, and carry out its tap; the menu's rises with the next board."""
        buttons = self.session.view.panel
        if event == gesture.PRESS and buttons.sink(button):
            self.device.play("open")
            if button == panel.MENU:
                lazy.make_room()
                lazy.prepare(self._first_page())
        elif event == gesture.CANCEL:
            buttons.sink(panel.NOTHING)
        elif event == gesture.TAP and button == panel.MENU:
            self.show_menu(now_ms)
        elif event == gesture.TAP and button == panel.SWITCH:
            buttons.sink(panel.NOTHING)
            self._switch()
        elif event == gesture.TAP and self.session.view.advises:
            self.unmark()
        elif event == gesture.TAP and button == panel.BANNER:
            self.session.view.banner.hide()
            if not self.session.view.panel.has_values():
                self.show_menu(now_ms)

    def _switch(self):
        """Change the controls: from Guide to Flag, then between Dig and Flag; tell it at first."""
        options = self.session.options
        was_guide = options.controls == controls.GUIDE
        flagging = options.controls == controls.FLAGS
        options.controls = controls.DIG if flagging else controls.FLAGS
        self.session.game.play_by(options.make_controls())
        banner = self.session.view.banner
        banner.hide()
        if self._untold > 0 or was_guide:
            self._untold -= 1
            banner.tell(_SWITCHED[not flagging])

    def _teach(self):
        """Tell a new player the next step, on the first board."""
        session = self.session
        if not session.teaches or session.request or session.game.is_decided():
            return
        # It stays until another board is dealt, so that no tap waits for it.
        sentence, marks, session.teaches = lazy.load("advice.first").step(session)
        if sentence:
            session.view.mark(marks)
            session.view.advises = False
            session.view.banner.tell(sentence)

    # Boards

    def _deal(self, what, argument):
        """Bring the board of a request and show it."""
        deals, session = self.deals, self.session
        self._pause_posting()
        lazy.forget_others()
        session.view.center()
        before = session.game.preset
        if what == "same":
            deals.same_board()
            self.save()
        elif what == "order":
            deals.ordered_board(argument)
        else:
            deals.next_board(argument)
            if session.game.preset != before:
                if session.options.controls == controls.GUIDE:
                    session.message = _OF_GUIDE
                elif session.view.scrolls:
                    session.message = _LARGE
        self._resume_posting()
        self._show_new()
        if session.game.first_cell is None:
            self.tell_message()
        self._teach()
        if what == "board":
            self.save_options()

    def _show_new(self):
        """Show a board that was not shown before, by the options."""
        self.apply()
        self.look(self.device.ticks_ms())
        self.show_all()

    def apply(self):
        """Apply the options to the view and the device; shows nothing yet."""
        session, options = self.session, self.session.options
        self.device.calibrate(options.calibration)
        self.device.tune(options.sound)
        self.lights.on = options.pixel
        self.lights.light = options.light
        self.motion.on = options.motion
        session.finger.hold_ms = options.hold_ms()
        session.game.play_by(options.make_controls())
        session.sheets.paint(options.theme)
        session.view.panel.paint()
        session.view.panel.sink(panel.NOTHING)

    def _view_of(self, preset):
        """Return the view of a preset's board; it is kept as long as that preset is played."""
        session, display = self.session, self.session.display
        if session.view and session.view.preset == preset:
            return session.view
        size = presets.tile_size(preset, display.width, display.height)
        sheet = session.sheets.of(size)
        session.sheets.keep(sheet)
        if presets.is_whole(preset, display.width, display.height):
            return View(display, preset, sheet, self._tables, size)
        self.motion.widen(preset[1] * preset[2])
        return lazy.call("screen.scrolled", "Scrolled", display, preset, sheet, self._tables, size)

    def _first_view(self):
        """Return the view at power-on; without memory for a large board, that of a smaller one."""
        session = self.session
        try:
            return self._view_of(session.game.preset)
        except MemoryError:
            session.message = NO_MEMORY
            self.deals.next_board(presets.GUIDE)
            return session.view

    # The picture

    def show(self, changed, now_ms):
        """Show the cells that a move has changed, and what follows from a change."""
        if len(changed):
            session = self.session
            self.unmark()
            cells = session.game.field.cells
            self.motion.show(session.view, changed, cells, session.game.moved, now_ms)
            self.tell_message()
            session.saved.note_change(now_ms)
            count = len(changed)
            self.device.play(_voice(cells[changed[0]], count), count)

    def show_game(self):
        """Show panel and board, unless another board follows at once."""
        if not self.session.request:
            self.look(self.device.ticks_ms())
            self.show_all()

    def show_all(self):
        """Show the board without marks."""
        self.session.view.unmark()
        self.show_board()

    def show_board(self):
        """Show the board with its marks."""
        session = self.session
        self.motion.stop()
        cells = session.game.field.cells
        session.view.show(range(len(cells)), cells)
        if session.display.root_group is not session.view.group:
            session.finger.ignore(self.device.touch())
        session.display.root_group = session.view.group
        session.display.auto_refresh = True
        session.finger.aim(session.view.bounds_at, session.view.scrolls)

    def unmark(self):
        """Forget the advice, which holds until the next change."""
        self.session.advice = None
        self.session.view.unmark()

    def tell_message(self):
        """Show and print the message, if there is any."""
        session = self.session
        if session.message:
            message, session.message = session.message, ""
            print(message)
            session.view.banner.tell(message)

    def refuse(self, why):
        """Show the game as it was, and a sentence."""
        self._mend()
        self.show_all()
        self.session.message = why
        self.tell_message()

    def _tell_results(self):
        """Say what became of posted games, on a board that has not been begun."""
        session = self.session
        if not session.game.moves and session.game.outcome() == PLAYING:
            session.message = session.poster.take_message() or session.message
            self.tell_message()

    # Pages, advice and the console

    def page(self, name, action="show", *more):
        """Call a function of a page or of the advice, which is in memory only while it is used.

        A page also has the memory that the solver keeps for the board's shape. If a `show` finds no
        memory, the page that it left is given up, and it is called once more. Returns the answer,
        None after a refusal.
        """
        answer, tries = None, 2 if action == "show" else 1
        self._pause_posting()
        while tries:
            tries -= 1
            self._leave_page()
            if name.startswith("pages.") and self.session.solver:
                self.session.solver.leave_shape()
            try:
                if name.startswith("advice."):
                    self.session.take_solver()
                answer = lazy.call(name, action, self.session, *more)
                break
            except lazy.OUT_OF_MEMORY:
                if not tries:
                    self.refuse(NO_MEMORY)
            except Stopped:
                self.session.finger.wait_for_release()
                self.refuse("Stopped.")
                break
        self._resume_posting()
        return answer

    def _leave_page(self):
        """Free the shown page before another is loaded."""
        if self.session.display.root_group is not self.session.view.group:
            lazy.load("pages.page").leave(self.session)

    def _pause_posting(self):
        """Suspend the delivery and free its memory."""
        if self.session.poster:
            self.session.poster.pause()

    def _resume_posting(self):
        if self.session.poster:
            self.session.poster.resume()

    def show_menu(self, now_ms):
        """Show the menu or the result, then the game; returns whether there was advice.

        Advice draws the board itself, together with its marks: one redraw instead of two.
        """
        name = self._first_page()
        return self._show_pages(name, name, now_ms)

    def _first_page(self):
        """Return the page that the face leads to."""
        return "pages.result" if self.session.game.is_decided() else "pages.menu"

    def _show_pages(self, name, root, now_ms):
        """Show a page and those that it leads to, then the game; returns whether there was advice.

        The pages lead back to `root`.
        """
        session = self.session
        session.game.stop_clock(now_ms)
        session.saved.put_off(now_ms, MENU_MS)
        # The marks' memory goes to the page; the display keeps their picture.
        session.display.auto_refresh = False
        session.view.unmark()
        what, argument = self._ask(name, root)
        session.saved.put_off(self.device.ticks_ms(), REST_MS)
        self.apply()
        session.game.start_clock(self.device.ticks_ms())
        if what == _REFUSED[0]:
            return True
        if what != "advice":
            session.request = (what, argument) if what else None
            self.show_game()
            return False
        self.look(self.device.ticks_ms())
        sentence = self.advise(*argument)
        if sentence:
            session.view.banner.tell(sentence)
        return True

    def _ask(self, name, root):
        """Show a page and those that it leads to; returns a request, (None, None) to play on."""
        session = self.session
        while True:
            if name in _ROOTS:
                root = name
            session.root = root
            what, argument = self.page(name) or _REFUSED
            if name == "pages.choices":
                self.save_options()
            if what == _REFUSED[0]:
                return _REFUSED
            if argument == _STEPS:
                self.apply()
                self.look(self.device.ticks_ms())
                if not self.advise(*argument):
                    return _REFUSED
                # A replay that is asked for needs the memory of what the steps showed.
                session.view.unmark()
                session.solver.leave_shape()
                if session.console.waits():
                    return None, None
            elif what == "page":
                name = root if argument == "back" else argument
            else:
                return what, argument

    def advise(self, name, action):
        """Give advice and return a sentence; the game no longer counts, which is saved first."""
        game = self.session.game
        if game.outcome() == PLAYING and not game.hinted:
            game.hinted = True
            self.save()
        if name == "advice.hint":
            return self._hint(name, action)
        if action == "text":
            return self.page(name, action)
        return self._show_advice(name, action)

    def _show_advice(self, name, action):
        """Make moves, go through the steps, or lay the odds over the board."""
        if name == "advice.moves":
            self.show_all()
            return self.page(name, action, self.make)
        if name == "advice.steps":
            self.show_all()
            return self.page(name, action)
        sentence = self.page(name)
        if sentence is not None:
            # The board comes last: one redraw shows it with what is laid over it.
            self.show_board()
        return sentence

    def _hint(self, name, action):
        """Mark what follows and why; the next time do it."""
        session = self.session
        if session.advice:
            if action == "show":
                self.show_all()
            return self.page("advice.moves", "follow", self.make)
        answer = self.page(name, action)
        if not answer:
            return None
        sentence, session.advice = answer
        if action == "text":
            return sentence
        session.view.banner.tell(sentence)
        self.show_board()
        return ""

    def make(self, move, cell):
        """Make a move of the solver's on a cell, as a tap does; returns the changed cells."""
        game, now_ms = self.session.game, self.device.ticks_ms()
        changed = move(cell, now_ms)
        game.solved = game.outcome() != PLAYING
        self.show(changed, now_ms)
        return changed

    def _answer(self, now_ms):
        session = self.session
        self._pause_posting()
        reply, changed, request = session.console.answer(now_ms)
        self._resume_posting()
        self.show(changed, now_ms)
        what, argument = request or ("", ())
        if what == "print":
            reply = self.page(*argument)
        elif what == "advice":
            reply = self.advise(*argument)
        elif what:
            session.request = request
        if reply:
            print(reply)


def _voice(cell, count):
    """Return the voice of a change of so many cells, of which the first has this byte."""
    state = cell & STATE
    if state == OPEN:
        return "cascade" if count > 1 else "open"
    return "flag" if state == FLAG else "unflag"
