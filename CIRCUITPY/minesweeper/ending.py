# SPDX-License-Identifier: MIT
"""The end of a game: the board revealed, the sound, the shake, a banner, and the wait.

A tap leads to the result, which leads on; Guide's next board comes by itself too, and a tap beside
the banner of Flowers' board brings the next. In memory only until the next board.
"""

import random

from micropython import const

from minesweeper import gesture
from minesweeper.rules import controls, field, presets
from minesweeper.screen import panel, text

# How long after the sound Guide's next board comes.
_PAUSE_MS = const(5000)
# How long the mines take to bloom after a win.
_BLOOM_MS = const(1500)
# A touch this soon after the end was still meant for the game.
_SETTLE_MS = const(700)
_SOLVED = const("The solver finished this game.")
_ON, _ARROW = " Tap to go on.", " " + text.NEXT
# So many cells are drawn without a frame of the shake being late.
_FEW = const(12)
_NEXT = ("board", None)
# After a loss, a win, and a win that is the best.
_WORDS = ("Lost after {}.", "Won in {}!", "New best, {}!")

_FRAMES = const(10)
_FRAME_MS = const(40)
_FLASH_MS = const(200)
# Between two steps of a computation, a frame may come this much early rather than late.
_EARLY_MS = const(25)
_PIXELS = const(2)
# Other things that move are looked at this often.
_WAIT_MS = const(10)


class Ending:
    """Ends the game of a loop; `run` returns when the next board is due."""

    def __init__(self, loop):
        self._loop = loop
        self._session = loop.session
        self._ended_ms = self._quiet_ms = loop.device.ticks_ms()
        self._won = self._session.game.outcome() == controls.WON
        self._best = False
        # Whether the next board comes by itself.
        self._counts = self._session.options.controls == controls.GUIDE
        self._verdict = "", ()
        self._is_told = False

    def run(self):
        loop, session = self._loop, self._session
        # Else a MemoryError has interrupted this end, which is shown now.
        if not session.saved.is_over:
            self._note()
            self._play()
        self._post()
        session.finger.wait_for_release()
        self._quiet_ms = loop.device.ticks_ms()
        while not session.request:
            loop.turn(self._act)
            self._go_on_ending()
        self._post(True)
        loop.device.hush()

    def _play(self):
        loop, session = self._loop, self._session
        before = session.solver.copy(session.game.field)
        loop.motion.finish()
        if session.game.solved:
            session.view.show(session.game.end(), session.game.field.cells)
        elif self._won:
            self._reveal(session.game.moved, _BLOOM_MS)
            loop.device.play("win")
        else:
            self._reveal(session.game.field.fatal_cell)
            loop.device.play("lose")
            self._verdict = self._judge(before)

    def _post(self, is_last=False):
        """Post the result, if there was no memory for it before."""
        if self._session.poster:
            self._session.poster.settle(self._session, is_last)

    def _note(self):
        """Keep the result: in the records, in the outbox, in nvm."""
        session = self._session
        session.game.stop_clock(self._ended_ms)
        session.best_before = session.saved.best(session.game.preset)
        self._best = session.saved.finished(session.game, self._won, self._ended_ms)
        if session.poster:
            session.poster.finished(session)
        self._loop.save()

    def _go_on_ending(self):
        """Tell the verdict once nothing moves any more, and bring Guide's next board."""
        if self._loop.motion.is_done():
            if not self._is_told:
                self._is_told = True
                self._tell()
            self._rank()
            self._hurry()

    def _rank(self):
        """Tell the rank among today's players as soon as it is known."""
        poster = self._session.poster
        if poster and poster.rank and poster.take_message():
            self._session.view.banner.show(poster.rank + _ON, True)

    def _tell(self):
        """Show the verdict's marks, and the banner where it hides neither them nor the mine."""
        session = self._session
        view, game = session.view, session.game
        words = _WORDS[self._won + self._best].format(panel.clock(game.played_ms // 1000))
        sentence, marks = self._verdict
        session.verdict = sentence
        if marks:
            view.mark(marks)
        view.keep([] if self._won else [game.field.fatal_cell] + _wrong_flags(game.field.cells))
        if game.solved:
            view.banner.tell(_SOLVED + _ON)
        else:
            view.banner.show(sentence + _ARROW if sentence else words + _ON, self._won)

    def _reveal(self, cell, *lasts_ms):
        """Let the mines bloom or go off outward from a cell; a touch shows them all."""
        loop, game = self._loop, self._session.game
        loop.motion.show(self._session.view, game.end(), game.field.cells, cell,
                         loop.device.ticks_ms(), *lasts_ms)

    def _judge(self, before):
        """Shake the board while the verdict is found: (sentence, marks)."""
        loop = self._loop
        shake = Shake(loop.device, self._go_on, loop.motion.on)
        self._session.solver.diagram.poll = shake.go_on
        verdict = loop.page("advice.verdict", "give", before)
        shake.finish()
        loop.motion.finish()
        return verdict or ("", ())

    def _go_on(self, now_ms):
        self._loop.motion.go_on(now_ms, _FEW)

    def _hurry(self):
        """Bring Guide's next board some seconds after the sound."""
        loop = self._loop
        now_ms = loop.device.ticks_ms()
        if loop.device.playing or not self._counts:
            self._quiet_ms = now_ms
        elif now_ms - self._quiet_ms >= _PAUSE_MS:
            self._session.request = _NEXT

    def _act(self, event, target, now_ms):
        """Show the result at a tap, or Flowers' next board, as its tutorial does.

        A touch stops the countdown, and one while something moves shows the rest of it at once.
        """
        loop, session = self._loop, self._session
        if event == gesture.PRESS:
            if now_ms - self._ended_ms < _SETTLE_MS or not loop.motion.is_done():
                session.finger.wait_for_release()
                if now_ms - self._ended_ms >= _SETTLE_MS:
                    loop.motion.hurry()
                return
            self._counts = False
        if event == gesture.TAP and target not in (panel.MENU, panel.BANNER):
            if session.game.preset == presets.FLOWERS:
                session.request = _NEXT
                return
        if event in (gesture.TAP, gesture.HOLD, gesture.LONG):
            self._ask(now_ms)

    def _ask(self, now_ms):
        """Show the result and what it leads to, and then the end again."""
        proved = self._loop.show_menu(now_ms)
        self._tell()
        self._quiet_ms = self._loop.device.ticks_ms()
        if proved:
            # A tap too many on the steps is not meant for what follows.
            self._ended_ms = self._quiet_ms


def _wrong_flags(cells):
    return [cell for cell in range(len(cells))
            if cells[cell] & (field.STATE | field.MINE) == field.FLAG]


class Shake:
    """Shakes a lost board sideways, after a flash if it `flashes`: nothing is drawn again.

    It lasts as long as a computation that calls `go_on` now and then, and at least its ten frames,
    the last of which `finish` shows. `beside(now_ms)` is called where there is time for something
    else that moves. There is a single flash, for eyes that more would harm.
    """

    def __init__(self, device, beside, flashes=False):
        self._device = device
        self._beside = beside
        self._side = 1
        self._frames = 0
        # The panel's state holds for so long.
        self._rest_ms = _FLASH_MS if flashes else 0
        self._moved_ms = device.ticks_ms()
        if flashes:
            device.invert(True)

    def go_on(self):
        """Show the next frame, if it is about due."""
        if self._left_ms() <= _EARLY_MS:
            self._move()
        else:
            self._beside(self._device.ticks_ms())

    def finish(self):
        """Show the frames that are left, and the board where it was before."""
        while self._frames < _FRAMES:
            self._wait()
            self._move()
        self._wait()
        self._device.scroll(0)

    def _wait(self):
        left_ms = self._left_ms()
        while left_ms:
            self._beside(self._device.ticks_ms())
            self._device.wait(min(_WAIT_MS, left_ms))
            left_ms = self._left_ms()

    def _move(self):
        if not self._frames:
            self._device.invert(False)
        self._side = -self._side
        self._frames += 1
        self._rest_ms = _FRAME_MS
        self._device.scroll(self._side * random.randint(1, _PIXELS))
        self._moved_ms = self._device.ticks_ms()

    def _left_ms(self):
        """Return the time until the next frame; without a flash the first one is due at once."""
        return max(0, self._moved_ms + self._rest_ms - self._device.ticks_ms())
