# SPDX-License-Identifier: MIT
"""The time of a program's work on a PyPortal, in cycles of its 120 MHz clock.

`STEPS` is written by `python -m tools.calibrate_cost --fit`: the least squares over the programs of
tools/calibration/fitted.toml, which the firmware named there ran on the emulated chip.
"""

# To use a local variable or a constant; to look up another name or an attribute; an operation,
# comparison or jump; to load or store an item; to begin a loop's turn; to call; to enter a function
# of the program; to make a tuple, list, dict or function; to make another object; to make a text;
# and a byte of what a C function takes or gives.
STEPS: dict[str, float] = {
    "stack": 48.82, "look up": 174, "operation": 57.63, "item": 271.1, "turn": 232.6,
    "call": 384.5, "enter": 436.7, "make": 646.7, "object": 2518, "text": 7794, "byte": 37.5,
}
# Painting: see work.py.
DRAWING: dict[str, float] = {
    "fill": 36.79, "layer": 112, "tile": 268.9, "opaque": 43.9, "dithered": 171.2,
    "on_disk": 592, "shape": 221.8, "polygon": 191.8, "point": 40.44,
}
# To bring in a module or a text.
LOADING: dict[str, float] = {
    "source": 111000, "compiled": 101750, "frozen": 9250, "text": 59200,
}
# To bring in a byte of its source.
LOADED: dict[str, float] = {
    "source": 2128, "compiled": 140, "frozen": 0, "text": 2405,
}
# A garbage collection, and a byte in use.
COLLECTING: dict[str, float] = {
    "base": 35000, "byte": 5,
}
# Changing a pixel of a bitmap, a byte of one that is filled or made, and one pixel by an item.
BITMAPS: dict[str, float] = {
    "blit": 132, "rotozoom": 124, "fill_region": 65, "arrayblit": 72,
    "draw": 110, "fill": 3.6, "made": 19, "pixel": 820,
}
# Multiplying and dividing long numbers: for each pair of their digits of 16 bits, and for each of a
# dividend (py/mpz.c; measured with numbers of 4,000 to 48,000 bits).
NUMBERS: dict[str, float] = {"product": 23, "quotient": 35, "digit": 130}
