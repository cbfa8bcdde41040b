# SPDX-License-Identifier: MIT
"""One game: a board, the way it is played, where the first cell may lie, and how long it takes.

Screens and the console act on it and get the cells that changed; it knows neither.
"""

from minesweeper.rules.controls import PLAYING, WON
from minesweeper.rules.field import COVERED, FLAG, OPEN, QUESTION, Field
from minesweeper.rules.recording import (
    CHORDED,
    FLAGGED,
    OPENED,
    QUESTIONED,
    UNFLAGGED,
    UNQUESTIONED,
    Recording,
)

# Where the first opened cell may lie.
ANY = 0
SAFE = 1
OPENING = 2
# A fourth first-click rule: an opening, and the board needs no guess.
NO_GUESS = 3

# How a recording calls a mark that is put on, or taken off for another than a flag.
_PUT_ON = {FLAG: FLAGGED, QUESTION: QUESTIONED}
_TAKEN_OFF = {FLAG: UNFLAGGED, QUESTION: UNQUESTIONED}


class Game:
    """A game on a preset, as in `presets`, with an object of `controls`; begun by `begin`.

    Allocates for boards of `most_cells`. `dice` is the mine generator, reseeded for each board;
    `first` is ANY, SAFE or OPENING.

    `deal(cell)` may return the truth of a board that needs no guess from there, which is then
    `proved`; `first_cell` is the one that the mines were laid for, None if they were laid before
    it. `dealing_ms` is the time that this, or arranging them, took within the present move: the
    clock does not count it. `hinted` and `repeated` games set no records, `daily` is the board of
    a day, `typed` games have moves from the console, and the last move of `solved` ones was the
    solver's; `played_ms` is the time before the clock last stopped. `moved` is the cell of the last
    move, `recording` keeps all moves.

    `arrange(cells)`, where fair guesses are the rule, may `rearrange` the mines before these cells
    open, and returns whether they may; `rearranged` boards have no number.
    """

    def __init__(self, preset, controls, first, dice, most_cells=0):
        self.field = Field(preset[1], preset[2], most_cells)
        self.field.lay_for = self._lay_for
        self.field.arrange_for = self._arrange_for
        self.dice = dice
        self.recording = Recording()
        self.change(preset, controls, first)
        self.begin()

    def change(self, preset, controls, first):
        """Change to another preset, controls and rule; after a MemoryError all is as it was."""
        self.field.shape(preset[1], preset[2])
        self.preset = preset
        self.first = first
        self.deal = None
        self.arrange = None
        self.play_by(controls)

    def play_by(self, controls):
        """Change the controls, for this game too."""
        self.controls = controls
        self.field.flood_questions(controls.flood_questions)

    def begin(self):
        self.begin_empty()
        self.dice.shuffle()
        if self.first == ANY:
            self.field.lay(self.dice.randrange)

    def begin_empty(self):
        """Begin a new board, the mines still to be laid."""
        self.field.start(self.preset[3])
        self.rearranged = False
        self.first_cell = None
        self.proved = False
        self._reset(False)

    def begin_as(self, seed, cell, daily=False):
        """Begin the board of a seed, for this first cell if the rule asks for one."""
        self.begin_empty()
        self.daily = daily
        self.dice.start(seed)
        if self.first == ANY:
            self.field.lay(self.dice.randrange)
        else:
            self._lay_for(cell)
        self.repeated = True
        # Every player's board of a day needs no guess: another one is not it.
        self.daily = daily and self.proved

    def repeat(self):
        self.field.cover()
        self._reset(True)

    def _reset(self, repeated):
        self.recording.begin(True)
        self.repeated = repeated
        self.daily = False
        self.hinted = False
        self.typed = self.solved = False
        self.moves = self.moved = 0
        self._is_moving = False
        self.dealing_ms = 0
        self.played_ms = 0
        self._started_ms = None
        self._outcome = PLAYING

    def _lay_for(self, cell):
        """Lay the mines for the first cell, before it opens."""
        self.first_cell = cell
        truth = self.deal(cell) if self.deal else None
        self.proved = truth is not None
        if truth:
            self.field.lay_all(truth)
            return
        if self.deal:
            # Not from where the search left them: a number holds the seed.
            self.dice.shuffle()
        clear = [cell]
        if self.first == OPENING:
            clear += [cell + step for step in self.field.neighbours.steps(cell)]
        self.field.lay(self.dice.randrange, clear)

    def _arrange_for(self, cells):
        """Ask `arrange` whether cells may open; a board that somebody knows stays as it is."""
        return self.arrange is None or self.repeated or self.arrange(cells)

    def repair(self):
        """Repair the state after a MemoryError; the move counts but is not recorded."""
        self.field.recount()
        if self._is_moving:
            self._is_moving = False
            self.moves += 1
            self.recording.whole = False

    def rearrange(self, truth):
        """Replace the mines, a byte a cell, by others that fit what is seen."""
        self.field.lay_anew(truth)
        self.rearranged = True
        self.proved = False

    def tap(self, cell, now_ms):
        return self._move(self.controls.tap, cell, now_ms)

    def hold(self, cell, now_ms):
        return self._move(self.controls.hold, cell, now_ms)

    def open(self, cell, now_ms):
        return self._move(Field.open, cell, now_ms)

    def open_certain(self, cell, now_ms):
        """Open a cell that was proved to be safe."""
        arrange, self.arrange = self.arrange, None
        try:
            return self.open(cell, now_ms)
        finally:
            self.arrange = arrange

    def flag(self, cell, now_ms):
        """Put a flag on an unopened cell, or take it off."""
        return self._move(_flag, cell, now_ms)

    def chord(self, cell, now_ms):
        return self._move(Field.chord, cell, now_ms)

    def _move(self, act, cell, now_ms):
        """Make a move; the clock runs from the first change to the move that decides."""
        before = self.field.state(cell)
        self._is_moving, self.dealing_ms = True, 0
        changed = act(self.field, cell)
        now_ms += self.dealing_ms
        if self._started_ms is not None:
            self._started_ms += self.dealing_ms
        if len(changed):
            self.moves += 1
            self.moved = cell
            if self._started_ms is None:
                self._started_ms = now_ms
            self._record(before, cell, now_ms)
            if self.outcome() != PLAYING:
                self.stop_clock(now_ms)
        self._is_moving = False
        return changed

    def _record(self, before, cell, now_ms):
        """Record the change of a cell, whatever gesture made it."""
        ms = self.elapsed_ms(now_ms)
        after = self.field.state(cell)
        if after == OPEN:
            kind = CHORDED if before == OPEN else OPENED
            self.recording.add(kind, cell, ms)
            return
        if before in _TAKEN_OFF and after != FLAG:
            self.recording.add(_TAKEN_OFF[before], cell, ms)
        if after in _PUT_ON:
            self.recording.add(_PUT_ON[after], cell, ms)

    def outcome(self):
        """Return PLAYING, WON or LOST; after `end` it stays, whatever the board shows."""
        if self._outcome == PLAYING:
            return self.controls.outcome(self.field)
        return self._outcome

    def is_decided(self):
        return self.outcome() != PLAYING

    def end(self):
        """Reveal, defuse or, after the solver, flag a decided board; returns the changed cells."""
        self._outcome = self.outcome()
        return self.field.flag_mines() if self.solved else self.controls.end(self.field)

    def mines_left(self):
        """Return the mines less the flags; 0 after a win."""
        return 0 if self.outcome() == WON else self.field.mines - self.field.flags

    def start_clock(self, now_ms):
        """Start it again after a stop, if the game is in play."""
        if self.moves and self._started_ms is None and self.outcome() == PLAYING:
            self._started_ms = now_ms

    def stop_clock(self, now_ms):
        """Stop it until the next move, or `start_clock`."""
        self.played_ms = self.elapsed_ms(now_ms)
        self._started_ms = None

    def elapsed_ms(self, now_ms):
        if self._started_ms is None:
            return self.played_ms
        return self.played_ms + max(0, now_ms - self._started_ms)


def _flag(field, cell):
    return field.mark(cell, COVERED if field.state(cell) == FLAG else FLAG)
