# SPDX-License-Identifier: MIT
"""Minesweeper for the Adafruit PyPortal: power on, then the road of a tap, board after board.

touch → gesture → target → rule → changed cells → view; the console walks the same road from a
typed line. When a board is decided: sound and shake, a word about it, and the next board.
"""

import random

try:
    from minesweeper import aside, controls, ending, gesture, panel, sheet, theme, tiles
    from minesweeper.controls import PLAYING
    from minesweeper.device import Device
    from minesweeper.game import OPENING, Game
    from minesweeper.glow import Glow
    from minesweeper.line import Line
    from minesweeper.memory import Memory
    from minesweeper.ticks import since
    from minesweeper.view import View
except ImportError as error:
    print("Minesweeper cannot start, {}: copy the whole CIRCUITPY folder again".format(error))
    raise SystemExit from None

SLIP_PIXELS = 2


class Table:
    """Where the stations meet: one device, one player, game after game.

    `wish` is what the player asked for from a page or the console: a method of this class that
    brings another board, or None.
    """

    def __init__(self, device):
        self.device = device
        self.display = device.display
        self.memory = Memory(device.nvm, (self.display.width, self.display.height))
        for sentence in self.memory.load(device.setting):
            print(sentence)
        self.options = self.memory.options
        device.calibrate(self.options.calibration)
        self.hand = gesture.Gesture(None)
        self.glow = Glow(device)
        self.line = Line(self)
        self.wish = None
        self.asked = None
        self.advice = None
        self.news = self.verdict = ""
        self.since_ms = device.ticks_ms()
        self.set_up()
        self.memory.resume(self.game)

    def run(self):
        self.page("title")
        self.dress()
        while True:
            self.play()
            if not self.wish:
                ending.Ending(self).run()
            deal, self.wish = self.wish or self.next_board, None
            self.unmark()
            deal()

    def next_board(self):
        self.game.begin()
        self.memory.new_game()
        self.show_all()

    def same_board(self):
        self.game.repeat()
        self.memory.new_game()
        self.show_all()

    def other_board(self):
        """Another preset, or another rule for where the first cell may lie."""
        self.set_up()
        self.memory.new_game()
        self.dress()

    def other_preset(self, preset):
        """As soon as may be; None for another board of the present one."""
        if preset:
            self.options.choose(preset)
        self.wish = self.other_board

    def set_up(self):
        options = self.options
        first = OPENING if options.no_guess else options.first
        self.game = Game(options.board(), options.make_controls(), first, random.randrange)
        self.game.deal = self.deal if options.no_guess else None

    def deal(self, cell):
        """A board that needs no guess, None for another one."""
        return self.page("dealer", "deal")

    def randrange(self, count):
        return random.randrange(count)

    def dress(self):
        """The game's picture, and the device, as the options have them."""
        options = self.options
        self.device.calibrate(options.calibration)
        self.device.volume = options.sound
        self.glow.on = options.pixel
        self.glow.light = options.light
        self.hand.hold_ms = options.hold_ms()
        self.game.play_by(options.make_controls())
        bitmap, palette = sheet.load(self.game.preset[4])
        theme.apply(palette, options.theme)
        self.view = View(self.display, self.game.preset, bitmap, palette)
        if not self.wish:
            self.show_all()
            self.look(self.device.ticks_ms())

    def show_all(self):
        cells = self.game.field.cells
        self.view.unmark()
        self.view.show(range(len(cells)), cells)
        self.display.root_group = self.view.group
        self.hand.aim(self.view.bounds_at)

    def page(self, name, action="show"):
        """A page over the game, or advice on it: in memory only while it is wanted."""
        answer = aside.call(name, action, self)
        self.hand.wait_for_release()
        return answer

    def pause(self, now_ms):
        """The pause sheet, and the game as it was, or as the options now want it."""
        self.game.stop_clock(now_ms)
        action = self.page("pause")
        self.dress()
        self.game.start_clock(self.device.ticks_ms())
        if action and not self.wish:
            text = self.page(*action)
            if text:
                self.view.banner.tell(text)

    def play(self):
        """One board, until it is decided."""
        while self.game.outcome() == PLAYING and not self.wish:
            self.turn(self.act)

    def turn(self, act):
        """One look at everything that may have happened."""
        self.device.rest()
        now_ms = self.device.ticks_ms()
        event = self.hand.update(self.device.touch(), now_ms)
        if event != gesture.NONE:
            act(event, self.view.target_at(self.hand.x, self.hand.y), now_ms)
        self.line.listen(now_ms)
        self.look(now_ms)

    def act(self, event, target, now_ms):
        """What a gesture does to the board and its picture."""
        if target < 0:
            self.press_button(event, target, now_ms)
        elif event == gesture.PRESS:
            self.view.press(target)
        elif event == gesture.RIPE:
            self.view.frame(target, tiles.RIPE)
        else:
            self.view.lift(target)
            self.commit(event, target, now_ms)

    def commit(self, event, cell, now_ms):
        if event == gesture.HOLD:
            if self.game.field.is_open(cell):
                self.pause(now_ms)
            else:
                self.show(self.game.hold(cell, now_ms), now_ms)
        elif event == gesture.TAP and not self.slipped(cell):
            self.show(self.game.tap(cell, now_ms), now_ms)

    def show(self, changed, now_ms):
        if len(changed):
            self.unmark()
            self.view.show(changed, self.game.field.cells)
            self.tell_news()
            self.memory.note_change(now_ms)
            self.device.click()

    def tell_news(self):
        """Of a new board."""
        if self.news:
            print(self.news)
            self.view.banner.tell(self.news)
            self.news = ""

    def unmark(self):
        """Advice is good until the next change."""
        self.advice = None
        self.view.unmark()

    def slipped(self, cell):
        """A tap close to a border is asked about: the cell is framed and wants a second one."""
        close = self.view.near_border(self.hand.x, self.hand.y, SLIP_PIXELS)
        if not self.options.guard or not close or self.asked == cell:
            self.asked = None
            return False
        self.asked = cell
        self.view.frame(cell, tiles.CURSOR)
        return True

    def press_button(self, event, button, now_ms):
        if event == gesture.TAP and button == panel.PAUSE:
            self.pause(now_ms)
        elif event == gesture.TAP and button == panel.SWITCH:
            self.switch()

    def switch(self):
        """The next controls, of which only digging and flagging take turns once left."""
        flagging = self.options.controls == controls.FLAGS
        self.options.controls = controls.DIG if flagging else controls.FLAGS
        self.game.play_by(self.options.make_controls())
        self.device.click()

    def look(self, now_ms):
        """Panel, light and memory, each when it has something to do."""
        outcome = self.game.outcome()
        self.view.panel.show(
            self.game.mines_left(),
            self.game.elapsed_ms(now_ms) // 1000,
            tiles.FACES[outcome],
            self.options.controls == controls.FLAGS,
        )
        self.glow.show(outcome, since(self.since_ms, now_ms), now_ms)
        if self.memory.due(now_ms):
            self.memory.save(self.game, now_ms)


def main():
    device = Device()
    random.seed(device.entropy())
    try:
        Table(device).run()
    except sheet.SheetError as error:
        print(error)


main()
