# SPDX-License-Identifier: MIT
"""Measures how fast pictures are drawn: this simulator, stock Blinka, Blinka in a pygame window.

    python -m tools.benchmark_display [--repeats N]

Each draws the same scenes on 320×240 pixels in one run. The output has medians in milliseconds on
one core, and how many times as long the others take. The pygame window is that of
blinka-displayio-pygamedisplay, if it is installed; it draws the whole screen for every change.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from types import ModuleType
from typing import Any, NamedTuple

from PIL import Image

from sim.board.boards import find_board
from sim.board.drive import Drive
from sim.board.motherboard import Motherboard
from sim.engines.python.machine import Machine
from sim.engines.python.modules import BuiltIns
from sim.engines.python.native.classes import pin_of
from sim.engines.python.native.private import hidden

WIDTH, HEIGHT, TILE = 320, 240, 16
PHOTO = "photo.bmp"
SCENES = ("whole screen", "one tile", "new 24-bit file", "24-bit file again")
# The simulator's limits, in ms.
BARS = (1.5, 0.1, 5.0, 5.0)
PYGAME = "blinka_displayio_pygamedisplay"
INIT = b"\x36\x01\xa8\x3a\x01\x55\x11\x80\x00\x29\x80\x00"


class Subject(NamedTuple):
    """Something that draws. `core` is Blinka's part of its display, and `photo` the argument that
    its OnDiskBitmap takes for the file.
    """

    name: str
    displayio: Any
    display: Any
    core: Any
    photo: str


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures how fast pictures are drawn.")
    parser.add_argument("--repeats", type=int, default=30, help="of each scene (default 30)")
    repeats = parser.parse_args().repeats
    with TemporaryDirectory() as folder:
        drive = Path(folder)
        (drive / "code.py").touch()
        noise(Random(1)).save(drive / PHOTO)
        print("".join(f"{title:>20}" for title in ("ms", *SCENES)))
        own = measure(simulator(drive), repeats)
        print_row("this simulator", own, own)
        print_row("stock Blinka", measure(stock_blinka(drive), max(2, repeats // 10)), own)
        try:
            with pygame_window(drive) as subject:
                print_row("in a pygame window", measure(subject, max(2, repeats // 10)), own)
        except ImportError as error:
            print(f"Not measured: blinka-displayio-pygamedisplay ({error}).")
    print("".join(f"{text:>20}" for text in ("at most", *map(str, BARS))))
    missed = [scene for scene, ms, bar in zip(SCENES, own, BARS, strict=True) if ms > bar]
    print(f"Too slow: {', '.join(missed)}." if missed else "All of this simulator's bars are met.")


def noise(random: Random) -> Image.Image:
    return Image.frombytes("RGB", (WIDTH, HEIGHT), random.randbytes(3 * WIDTH * HEIGHT))


def print_row(name: str, times: list[float], own: list[float]) -> None:
    cells = [f"{ms:.3f}" if times is own else f"{ms:.2f} (×{ms / mine:.0f})"
             for ms, mine in zip(times, own, strict=True)]
    print("".join(f"{cell:>20}" for cell in (name, *cells)))


def _machine(drive: Path) -> Machine:
    return Machine(Motherboard(find_board("pyportal"), Drive(drive), seed=1), BuiltIns,
                   instant=True)


def simulator(drive: Path) -> Subject:
    machine = _machine(drive)
    display = machine.built_ins("board").DISPLAY
    display.auto_refresh = False
    return Subject("this simulator", machine.built_ins("displayio"), display, core_of(display),
                   PHOTO)


def core_of(display: Any) -> Any:
    """Return Blinka's part of a display on a simulated machine."""
    return getattr(display, hidden("_core"))


def stock_blinka(drive: Path) -> Subject:
    """Return Blinka's layers and loops over the simulator's bus and panel."""
    machine = _machine(drive)
    pins = {name: pin_of(machine.pins[pin]) for name, pin in (
        ("data0", "PA16"), ("command", "PB05"), ("chip_select", "PB06"), ("write", "PB09"),
        ("read", "PB04"), ("reset", "PA00"))}
    displayio = machine.blinka.load("displayio")
    display = machine.blinka.load("busdisplay").BusDisplay(
        machine.built_ins("paralleldisplaybus").ParallelBus(**pins), INIT, width=WIDTH,
        height=HEIGHT, auto_refresh=False)
    return Subject("stock Blinka", displayio, display, core_of(display), str(drive / PHOTO))


@contextmanager
def pygame_window(drive: Path) -> Iterator[Subject]:
    """Open a window without a screen; its modules are the computer's own."""
    os.environ.setdefault("BLINKA_OS_AGNOSTIC", "1")
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    # Version 4.1.0 was published without its module for keys, which no picture needs.
    keys = ModuleType("keypad_pygame")
    keys.PyGameKeys = object  # type: ignore[attr-defined]
    sys.modules.setdefault(keys.__name__, keys)
    window, displayio = import_module(PYGAME), import_module("displayio")
    display = window.PyGameDisplay(width=WIDTH, height=HEIGHT, auto_refresh=False)
    try:
        yield Subject("in a pygame window", displayio, display, display._core, str(drive / PHOTO))
    finally:
        stop = getattr(displayio, "_stop_background", None)
        if stop:
            stop()
        displayio.release_displays()


def measure(subject: Subject, repeats: int) -> list[float]:
    """Return the median of each of `SCENES`, in ms."""
    grid = board_of_tiles(subject, Random(2))
    show(subject, grid)
    random = Random(3)

    def change_tile() -> None:
        grid[random.randrange(grid.width * grid.height)] = random.randrange(TILE)
        subject.display.refresh()

    def show_file() -> None:
        bitmap = subject.displayio.OnDiskBitmap(subject.photo)
        show(subject, subject.displayio.TileGrid(bitmap, pixel_shader=bitmap.pixel_shader))

    def redraw() -> None:
        subject.core.full_refresh = True
        subject.display.refresh()

    return [milliseconds(action, repeats) for action in (redraw, change_tile, show_file, redraw)]


def board_of_tiles(subject: Subject, random: Random) -> Any:
    """Return a grid of 20×15 tiles from a sheet of 16 in 16 colours."""
    displayio = subject.displayio
    sheet, palette = displayio.Bitmap(TILE * 16, TILE, 16), displayio.Palette(16)
    for at in range(TILE * 16 * TILE):
        sheet[at] = random.randrange(16)
    for index in range(16):
        palette[index] = random.randrange(1 << 24)
    grid = displayio.TileGrid(sheet, pixel_shader=palette, width=WIDTH // TILE,
                              height=HEIGHT // TILE, tile_width=TILE, tile_height=TILE)
    for at in range(grid.width * grid.height):
        grid[at] = random.randrange(16)
    return grid


def show(subject: Subject, layer: Any) -> None:
    group = subject.displayio.Group()
    group.append(layer)
    subject.display.root_group = group
    subject.display.refresh()


def milliseconds(action: Callable[[], None], repeats: int) -> float:
    action()
    times = []
    for _ in range(repeats):
        start = perf_counter()
        action()
        times.append(perf_counter() - start)
    return median(times) * 1000


if __name__ == "__main__":
    main()
