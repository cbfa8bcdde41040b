# SPDX-License-Identifier: MIT
"""Measures how many times as fast as stock Blinka the simulator draws, 320×240 pixels."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple

from PIL import Image

from sim.board.boards import find_board
from sim.board.drive import Drive
from sim.board.motherboard import Motherboard
from sim.engines.python.machine import Machine
from sim.engines.python.modules import BuiltIns
from sim.engines.python.native.classes import pin_of
from sim.engines.python.native.private import hidden
from tools.bench.ratio import Ratio

WIDTH, HEIGHT, TILE = 320, 240, 16
PHOTO = "photo.bmp"
# How many times as fast as stock Blinka, which loops over single pixels.
FASTER = {"whole screen": 100, "one tile": 1, "new 24-bit file": 10, "24-bit file again": 100}
INIT = b"\x36\x01\xa8\x3a\x01\x55\x11\x80\x00\x29\x80\x00"


class Subject(NamedTuple):
    """A thing that draws. `core` is Blinka's part of its display, and `photo` the argument that
    its OnDiskBitmap takes for the file.
    """

    displayio: Any
    display: Any
    core: Any
    photo: str


def ratios() -> Iterator[Ratio]:
    with TemporaryDirectory() as folder:
        drive = Path(folder)
        (drive / "code.py").touch()
        noise(Random(1)).save(drive / PHOTO)
        ours = measure(simulator(drive), 20)
        theirs = measure(stock_blinka(drive), 3)
    for (scene, bar), own, other in zip(FASTER.items(), ours, theirs, strict=True):
        yield Ratio(f"display: {scene}, times as fast as Blinka", other / own, bar, True)


def noise(random: Random) -> Image.Image:
    return Image.frombytes("RGB", (WIDTH, HEIGHT), random.randbytes(3 * WIDTH * HEIGHT))


def _machine(drive: Path) -> Machine:
    return Machine(Motherboard(find_board("pyportal"), Drive(drive), seed=1), BuiltIns,
                   instant=True)


def simulator(drive: Path) -> Subject:
    machine = _machine(drive)
    display = machine.built_ins("board").DISPLAY
    display.auto_refresh = False
    return Subject(machine.built_ins("displayio"), display, core_of(display),
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
    return Subject(displayio, display, core_of(display), str(drive / PHOTO))


def measure(subject: Subject, repeats: int) -> list[float]:
    """Return the median of each scene of FASTER, in ms."""
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
