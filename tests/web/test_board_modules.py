# SPDX-License-Identifier: MIT
"""The modules of the page's worker: random bytes, voltages and files go through the board's parts
and through the simulator's.
"""

import base64
from random import Random

import numpy as np
import pytest

from sim.board import panel, sdcard
from sim.board.boards import find_board
from sim.board.fat import BLOCK, FatVolume, Store
from sim.board.faults import Faults
from sim.board.pins import Pins
from sim.board.touchpanel import Touch, TouchPanel
from sim.clock import Clock
from tests.support import seeds
from tests.support.network import webpage
from tools import boardfacts

BOARD = find_board(boardfacts.BOARD)
TOUCH_PINS = "TOUCH_XL", "TOUCH_XR", "TOUCH_YD", "TOUCH_YU"
AWAKE = [["c", [panel.SLEEP_OUT]], ["c", [panel.DISPLAY_ON]],
         ["c", [panel.PIXEL_FORMAT]], ["b", [panel.RGB565]]]
SWITCHES = sorted(panel.SWITCHES)


def command(code, *values):
    return [["c", [code]], ["b", list(values)]]


def span(random, size):
    """Two ends, now and then beyond the memory or the wrong way round."""
    first, last = random.randrange(size), random.randrange(size + 20)
    return first >> 8, first & 0xFF, last >> 8, last & 0xFF


def long(value):
    return value >> 8, value & 0xFF


def any_step(random):
    """Windows and pixels more often than the rest."""
    def window(code):
        return command(code, *span(random, 320))

    def write(code):
        return command(code, *random.randbytes(2 * random.randrange(3000)))

    return random.choice([
        lambda: command(panel.MADCTL, random.randrange(256) & 0xE8),
        lambda: [["c", [random.choice(SWITCHES)]]],
        lambda: command(panel.SCROLL_AREA, *long(random.randrange(330)),
                        *long(random.randrange(330)), 0, 0),
        lambda: command(panel.SCROLL_START, *long(random.randrange(330))),
        *[lambda: window(panel.COLUMN_ADDRESS), lambda: window(panel.PAGE_ADDRESS)] * 2,
        *[lambda: write(panel.MEMORY_WRITE)] * 2,
        lambda: write(panel.MEMORY_WRITE_CONTINUE),
    ])()


def any_stream(seed):
    """Three of four are awake at the end."""
    random = Random(seed)
    steps = AWAKE + [part for _ in range(40) for part in any_step(random)]
    return steps + AWAKE[:2] if seed % 4 else steps


def picture_of(stream):
    screen = panel.Panel(BOARD.display.width, BOARD.display.height, BOARD.display.madctl, lambda: 0)
    for kind, data in stream:
        if kind == "c":
            screen.command(data[0])
        else:
            screen.data(bytes(data))
    return screen.pixels().astype("<u2").tobytes().hex()


def cut(stream, random):
    """The same bytes in pieces of any length."""
    for kind, data in stream:
        ends = sorted(random.randrange(len(data) + 1) for _ in range(3 if kind == "b" else 0))
        for start, end in zip([0, *ends], [*ends, len(data)], strict=True):
            yield [kind, data[start:end]]


def test_the_pages_panel_shows_what_the_simulators_shows_however_the_bytes_are_cut():
    streams = [any_stream(seed) for seed in range(40)]
    pieces = [list(cut(stream, Random(seed))) for seed, stream in enumerate(streams[:20])]
    seen = webpage.node("panel.mjs", {"facts": boardfacts.facts(), "streams": streams + pieces})
    expected = [picture_of(stream) for stream in streams]
    assert [seed for seed, (one, other) in enumerate(zip(seen, expected + expected[:20],
                                                         strict=True)) if one != other] == []
    assert len(set(expected)) > 20  # not all of them black


def any_case(random):
    touch = {"x": random.uniform(-5, 330), "y": random.uniform(-5, 250),
             "pressure": random.uniform(0.1, 1)}
    return {"levels": {pin: random.choice([None, 0.0, 1.0]) for pin in TOUCH_PINS},
            "touch": random.choice([None, touch, touch])}


def readings(case):
    pins = Pins(BOARD.pins)
    glass = TouchPanel(pins.by_name, (BOARD.display.width, BOARD.display.height),
                       Clock(0), Random(0), Faults())
    glass.touch = case["touch"] and Touch(**case["touch"])
    for name, level in case["levels"].items():
        pins[name].level = level
    lines = [pins[name] for name in case["levels"]]
    outside = [line.outside() if glass.touch and line.level is None else None for line in lines]
    return ([round(line.voltage() * 65535) for line in lines],
            [None if voltage is None else int(voltage > 0.5) for voltage in outside])


def test_the_pages_touch_panel_reads_what_the_simulators_reads():
    random = Random(1)
    cases = [any_case(random) for _ in range(500)]
    seen = webpage.node("touch.mjs", {"facts": boardfacts.facts(), "cases": cases})
    (found, levels), (expected, driven) = (zip(*each, strict=True) for each in (
        seen, map(readings, cases)))
    assert np.abs(np.subtract(found, expected)).max() <= 1
    assert list(map(tuple, levels)) == list(map(tuple, driven))


PACES = {
    "a board goes on as real time does":
        ([(0, 1000), (0, 1010), (10, 1030), (40, 1035)], [0, 10, 30, 35]),
    "a minute's sleep of the computer is not caught up with":
        ([(0, 1000), (10, 61000), (60, 61010)], [0, 60, 70]),
    "a short delay is caught up with": ([(0, 1000), (10, 1200), (200, 1201)], [0, 200, 201]),
    "until the first picture it goes as far as it likes":
        ([{"hurries": True}, (0, 1000), (740, 1009), {"hurries": False}, (741, 1010), (741, 1020)],
         [None, None, 741, 751]),
    "as fast as it goes it goes as far as it likes":
        ([{"on": False}, (0, 1000), (9000, 1020)], [None, None]),
    "held time goes on from where it stood":
        ([(0, 1000), {"held": True}, (10, 1010), {"held": False}, (10, 9000), (10, 9020)],
         [0, 10, 10, 30]),
    "time rested is caught up with, however many pieces it takes":
        ([(0, 1000), {"rest": 500}, (10, 1520), (200, 1700), (520, 9000)], [0, 520, 700, 1070]),
    "once it is on time it may be no later than before":
        ([(0, 1000), {"rest": 500}, (10, 1520), {"rest": 5}, (520, 1800)], [0, 520, 575]),
}


def test_a_board_goes_up_to_these_ms_at_each_pair_of_its_own_and_the_real_ms():
    cases = [[{"now": step[0], "real": step[1]} if isinstance(step, tuple) else step
              for step in steps] for steps, _ in PACES.values()]
    seen = dict(zip(PACES, webpage.node("pace.mjs", cases), strict=True))
    assert seen == {name: goals for name, (_, goals) in PACES.items()}


def printed(text, size):
    data = text.encode()
    pieces = [data[at:at + size] for at in range(0, len(data), size)]
    return "".join(webpage.node("terminal.mjs", [base64.b64encode(piece).decode()
                                                 for piece in pieces]))


def test_escape_sequences_are_not_shown_however_they_are_cut():
    text = "\x1b]0;🐍 code.py | 10.3.0\x1b\\hello\r\n\x1b[2K\x1b[1;31mred\x1b[0m, é\r\n"
    for size in (1, 100):
        assert printed(text, size) == "hello\nred, é\n"


def came_back(files, steps, random):
    """Return what the page hears of the drive at each look."""
    def text(data):
        return base64.b64encode(data).decode()

    looks = webpage.node("drive.mjs", {
        "files": {path: text(data) for path, data in files.items()},
        "steps": [[part if not isinstance(part, bytes) else text(part) for part in step]
                  for step in steps],
        "order": [random.randrange(1000) for _ in range(1000)]})
    return [[(path, data and base64.b64decode(data)) for path, data in look] for look in looks]


def any_save(random):
    path = random.choice(["code.py", "lib/helper.py", "new/folder/notes.txt"])
    return "save", path, random.randbytes(random.choice([0, 13, 700, 5000]))


def test_nothing_of_a_file_that_is_being_saved_comes_back_at_any_moment():
    """Blocks reach the flash in any order; the board's program writes when all are there."""
    for seed in range(int(seeds.more(2, 40))):
        random = Random(seed)
        files = {"code.py": random.randbytes(60), "lib/helper.py": random.randbytes(3000)}
        steps = [any_save(random)]
        for _ in range(100):
            steps += [("land", 1), ("look",)]
            steps += [any_save(random)] if random.random() < 0.05 else []
        steps += [("land", 1000), ("look",), ("write", "log.txt", b"by the board"), ("look",),
                  ("remove", "log.txt"), ("look",)]
        *quiet, written, removed = came_back(files, steps, random)
        assert [look for look in quiet if look] == [], seed
        assert (written, removed) == ([("log.txt", b"by the board")], [("log.txt", None)])


# Bytes of the flash that holds the drive.
STORAGE = 8 << 20
NAMES = ["code.py", "Lib", "lib", "a b.txt", "x", "READ.ME", "data", "a_long_name_of_a_file.mpy",
         "a_long_name_of_another.mpy", "é.txt", "settings.toml", "n" * 100 + ".py"]


def on_volume(path, steps, made=False):
    packed = [[act, name, *(base64.b64encode(data).decode() for data in rest)]
              for act, name, *rest in steps]
    seen = webpage.node("fat.mjs", {"image": str(path), "made": made, "steps": packed})
    files = seen["files"] and {name: base64.b64decode(data) for name, data in
                               seen["files"].items()}
    return files, seen["written"]


def any_files(random, count):
    """Files by path, two of which have no name in common but for its case."""
    found = {}
    for _ in range(count):
        parts = [random.choice(NAMES) for _ in range(random.randrange(1, 4))]
        path = "/".join([*(f"{part}.d" for part in parts[:-1]), parts[-1]])
        if path.lower() not in {name.lower() for name in found}:
            found[path] = random.randbytes(random.choice([0, 1, 1024, random.randrange(9000)]))
    return found


@pytest.fixture
def image(tmp_path):
    path = tmp_path / "drive.img"
    path.write_bytes(b"\xff" * STORAGE)
    return path


def opened(path):
    """Return the file, which has to be closed, and its volume as the firmware reads it."""
    file = path.open("r+b")
    return file, FatVolume(Store(file), lambda: 1_800_000_000)


def everything(volume, folder=""):
    found = {}
    for entry in volume.entries(folder):
        path = f"{folder}/{entry.name}".lstrip("/")
        found |= everything(volume, path) if entry.is_folder else {path: volume.read(path)}
    return found


@pytest.mark.parametrize("seed", range(2))
def test_the_drive_holds_what_was_put_there(image, seed):
    random = Random(seed)
    files = any_files(random, 60)
    steps = [("write", path, data) for path, data in files.items()]
    for path in random.sample(sorted(files), 10):
        files[path] = random.randbytes(random.randrange(5000))
        steps.append(("write", path, files[path]))
    for path in random.sample(sorted(files), 10):
        del files[path]
        steps.append(("remove", path))
    seen, _ = on_volume(image, steps, made=True)
    file, volume = opened(image)
    with file:
        lower = {path.lower(): data for path, data in files.items()}
        for found in seen, everything(volume):
            assert {path.lower(): data for path, data in found.items()} == lower
        assert volume.label == "CIRCUITPY"
        used = sum(-(-len(data) // 1024) for data in files.values())
        folders = {path.lower().rpartition("/")[0] for path in files} - {""}
        assert volume.statvfs()[2] - volume.statvfs()[3] >= used + len(folders)


@pytest.mark.parametrize("seed", range(2))
def test_a_damaged_file_system_ends(image, seed):
    random = Random(seed)
    on_volume(image, [("write", path, data) for path, data in any_files(random, 20).items()],
              made=True)
    with image.open("r+b") as file:
        for _ in range(40):
            file.seek(random.randrange(BLOCK, 80 * BLOCK))
            file.write(random.randbytes(random.choice([1, 2, 40])))
    on_volume(image, [])


def any_command(random):
    """Most of them well-formed, of few blocks, with some bytes after them."""
    number = random.choice([8, 9, 10, 12, 13, 16, 17, 18, *[24, 25] * 3, 32, 33, 38, 55, 41, 58, 59,
                            22, 13, 51, 7])
    address = random.choice([512 * random.randrange(40), random.randrange(1 << 32), 512, 0x1AA])
    if number in (32, 33):  # the simulated card erases beyond its end as well
        address = 512 * random.randrange(40)
    head = bytes([0x40 | number]) + address.to_bytes(4, "big")
    check = sdcard.crc7(head) if random.random() < 0.9 else 0x55
    token = random.choice([0xFE, 0xFC, 0xFD])
    block = bytes(byte & 0xBF for byte in random.randbytes(512))  # no byte begins a command
    sum_ = sdcard.crc16(block) if random.random() < 0.8 else b"\0\0"
    tail = bytes([0xFF]) * random.choice([2, 12, 530, 1100])
    return [*head, check, *tail[:8], token, *block, *sum_, *tail]


def test_the_pages_sd_card_says_what_the_simulators_says(tmp_path):
    random, blocks = Random(3), 512
    image = bytes((at * 7 + (at >> 9)) & 0xFF for at in range(512 * blocks))
    (tmp_path / "card.img").write_bytes(image)
    begin = [[0x40 | number, *argument.to_bytes(4, "big"),
              sdcard.crc7(bytes([0x40 | number]) + argument.to_bytes(4, "big")), *[0xFF] * 8]
             for number, argument in ((0, 0), (8, 0x1AA), (55, 0), (41, 1 << 30), (55, 0),
                                      (41, 1 << 30))]
    steps = [step for _ in range(5) for step in begin + [
        random.choice([any_command(random)] * 9 + [None]) for _ in range(60)]]
    inserted = sdcard.insert(tmp_path / "card.img")
    interface = sdcard.SpiInterface(inserted)
    expected = [[*interface.exchange(bytes(step))] if step else interface.pause() or []
                for step in steps]
    inserted.close()
    seen = webpage.node("sdcard.mjs", {"facts": boardfacts.facts(), "blocks": blocks,
                                       "steps": steps})
    assert seen["said"] == expected
    assert base64.b64decode(seen["image"]) == (tmp_path / "card.img").read_bytes() != image
