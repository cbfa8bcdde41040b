# SPDX-License-Identifier: MIT
"""A ball that follows the finger and bounces: something to try the simulator with."""

import time

import board
import displayio
import terminalio
import vectorio
from adafruit_display_text.label import Label
from adafruit_touchscreen import Touchscreen

wires = board.TOUCH_XL, board.TOUCH_XR, board.TOUCH_YD, board.TOUCH_YU
screen = Touchscreen(*wires, calibration=((9000, 59000), (8000, 57000)), size=(320, 240))

colors = displayio.Palette(2)
colors[0], colors[1] = 0x103060, 0xFFB020
picture = displayio.Group()
picture.append(vectorio.Rectangle(pixel_shader=colors, width=320, height=240))
picture.append(Label(terminalio.FONT, text="Touch me", scale=3, x=88, y=40, color=0xFFFFFF))
ball = vectorio.Circle(pixel_shader=colors, color_index=1, radius=24, x=160, y=120)
picture.append(ball)
board.DISPLAY.root_group = picture

dx, dy, down = 4, 3, False
while True:
    touch = screen.touch_point
    if touch:
        ball.x, ball.y = min(max(touch[0], 24), 296), min(max(touch[1], 24), 216)
        if not down:
            print("touched at", touch[0], touch[1])
    down = bool(touch)
    if not 24 <= ball.x + dx <= 296:
        dx = -dx
    if not 24 <= ball.y + dy <= 216:
        dy = -dy
    ball.x, ball.y = ball.x + dx, ball.y + dy
    time.sleep(0.02)
