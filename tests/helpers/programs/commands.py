# SPDX-License-Identifier: MIT
"""Programs and a script for the command line."""

# Turns the screen white, black, white … at every touch, and says where it was and a random number.
FLASH = """
import board, displayio, os, time, adafruit_touchscreen
screen = adafruit_touchscreen.Touchscreen(
    board.TOUCH_XL, board.TOUCH_XR, board.TOUCH_YD, board.TOUCH_YU,
    calibration=((9000, 59000), (8000, 57000)), size=(320, 240))
palette = displayio.Palette(1)
group = displayio.Group()
group.append(displayio.TileGrid(displayio.Bitmap(320, 240, 2), pixel_shader=palette))
board.DISPLAY.root_group = group
down = False
while True:
    point = screen.touch_point
    if point and not down:
        palette[0] ^= 0xFFFFFF
        print(point[0], point[1], os.urandom(2))
    down = bool(point)
    time.sleep(0.01)
"""
RAINBOW = """
import board, displayio, time
bitmap = displayio.Bitmap(320, 240, 65536)
for i in range(0, 320 * 240, 3):
    bitmap[i] = i % 2048
shader = displayio.ColorConverter(input_colorspace=displayio.Colorspace.RGB565)
group = displayio.Group()
group.append(displayio.TileGrid(bitmap, pixel_shader=shader))
board.DISPLAY.root_group = group
time.sleep(0.1)
"""
COUNT_STARTS = "import microcontroller as m\nm.nvm[0] = (m.nvm[0] + 1) % 256\nprint(m.nvm[0])"
MOVES = "instant\n1 tap 10 20\n2 tap 30 40\n3 press 50 60\n"
