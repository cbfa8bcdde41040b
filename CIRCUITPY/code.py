# SPDX-License-Identifier: MIT
"""Minesweeper for the Adafruit PyPortal: power on, then the road of a tap, board after board.

touch → gesture → cell → rule → changed cells → view; when a board is decided, sound and shake,
a pause, and the next board.
"""

import random

try:
    from minesweeper import gesture, guide, sheet
    from minesweeper.device import Device
    from minesweeper.field import Field
    from minesweeper.view import View
except ImportError as error:
    print("Minesweeper cannot start, {}: copy the whole CIRCUITPY folder again".format(error))
    raise SystemExit from None

POLL_MS = 8
SHAKE_FRAMES = 10
SHAKE_FRAME_MS = 40
SHAKE_PIXELS = 2
PAUSE_MS = 5000


def play(device, view, hand, field):
    """One board, until it is decided."""
    while guide.outcome(field) == guide.PLAYING:
        device.wait(POLL_MS)
        event = hand.update(device.touch(), device.ticks_ms())
        if event != gesture.NONE:
            act(event, view.cell_at(hand.x, hand.y), view, field)


def act(event, cell, view, field):
    """What a gesture does to the board and its picture."""
    if event == gesture.PRESS:
        view.press(cell)
    elif event == gesture.RIPE:
        view.ripen()
    else:
        view.lift(cell)
    if event == gesture.TAP:
        view.show(guide.tap(field, cell), field.cells)
    elif event == gesture.HOLD:
        view.show(guide.hold(field, cell), field.cells)


def finish(device, view, field):
    """Show, tell and wait until the next board may come."""
    if guide.outcome(field) == guide.WON:
        device.play("/sounds/win.wav")
    else:
        view.show(field.reveal(), field.cells)
        device.play("/sounds/lose.wav")
        shake(device, view)
    while device.playing:
        device.wait(POLL_MS)
    device.hush()
    device.wait(PAUSE_MS)


def shake(device, view):
    for _ in range(SHAKE_FRAMES):
        view.move(
            random.randint(-SHAKE_PIXELS, SHAKE_PIXELS), random.randint(-SHAKE_PIXELS, SHAKE_PIXELS)
        )
        device.wait(SHAKE_FRAME_MS)
    view.move(0, 0)


def main():
    device = Device()
    random.seed(device.entropy())
    view = View(device.display, *sheet.load())
    field = Field(view.width, view.height)
    hand = gesture.Gesture(view.bounds_at)
    while True:
        field.start(len(field.cells) // guide.CELLS_PER_MINE)
        field.lay(random.randrange)
        view.show(range(len(field.cells)), field.cells)
        hand.wait_for_release()
        play(device, view, hand, field)
        finish(device, view, field)


try:
    main()
except sheet.SheetError as error:
    print(error)
