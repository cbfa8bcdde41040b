# SPDX-License-Identifier: MIT
"""The worker's modules besides the board's parts: pace, drive, text."""

import base64
from random import Random

import pytest

from sim.board.fat.structure import BLOCK, Store
from sim.board.fat.volume import FatVolume
from tests.support.network import webpage


def goals(*steps):
    return webpage.node("pace.mjs", [
        dict(zip(("now", "real"), step, strict=True)) if isinstance(step, tuple) else step
        for step in steps])


def test_a_board_goes_on_as_real_time_does():
    assert goals((0, 1000), (0, 1010), (10, 1030), (40, 1035)) == [0, 10, 30, 35]


def test_what_was_long_missed_is_not_caught_up_with():
    """A computer that slept for a minute."""
    assert goals((0, 1000), (10, 61_000), (60, 61_010)) == [0, 60, 70]


def test_a_short_delay_is_caught_up_with():
    assert goals((0, 1000), (10, 1200), (200, 1201)) == [0, 200, 201]


def test_until_the_first_picture_it_goes_as_far_as_it_likes():
    assert goals({"hurries": True}, (0, 1000), (740, 1009), {"hurries": False}, (741, 1010),
                 (741, 1020)) == [None, None, 741, 751]


def test_as_fast_as_it_goes_it_goes_as_far_as_it_likes():
    assert goals({"on": False}, (0, 1000), (9000, 1020)) == [None, None]


def test_held_time_goes_on_from_where_it_stood():
    assert goals((0, 1000), {"held": True}, (10, 1010), {"held": False}, (10, 9000),
                 (10, 9020)) == [0, 10, 10, 30]


def printed(text, size):
    data = text.encode()
    pieces = [data[at:at + size] for at in range(0, len(data), size)]
    return "".join(webpage.node("terminal.mjs", [base64.b64encode(piece).decode()
                                                 for piece in pieces]))


def test_escape_sequences_are_not_shown_however_they_are_cut():
    text = "\x1b]0;🐍 code.py | 10.3.0\x1b\\hello\r\n\x1b[2K\x1b[1;31mred\x1b[0m, é\r\n"
    for size in (1, 2, 3, 5, 100):
        assert printed(text, size) == "hello\nred, é\n"


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


@pytest.mark.parametrize("seed", range(6))
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


def test_the_page_reads_what_the_board_wrote(image):
    on_volume(image, [("write", "code.py", b"print()")], made=True)
    file, volume = opened(image)
    with file:
        volume.mkdir("logs")
        for name, data in (("logs/a.txt", b"1" * 3000), ("B.TXT", b"2"), ("long name.csv", b"3")):
            with volume.open(name, "wb") as written:
                written.write(data)
    files, _ = on_volume(image, [])
    assert files == {"code.py": b"print()", "logs/a.txt": b"1" * 3000, "B.TXT": b"2",
                     "long name.csv": b"3"}


def test_a_changed_file_changes_few_blocks(image):
    on_volume(image, [("write", f"lib/{n}.py", bytes(5000)) for n in range(50)], made=True)
    before = image.read_bytes()
    _, written = on_volume(image, [("write", "lib/7.py", b"x" * 4000)])
    after = image.read_bytes()
    differ = {at // BLOCK for at in range(0, STORAGE, BLOCK)
              if before[at:at + BLOCK] != after[at:at + BLOCK]}
    assert differ <= set(written) and len(written) < 20


@pytest.mark.parametrize("damage", [b"", b"\0" * BLOCK, b"\xff" * BLOCK])
def test_what_is_no_file_system_is_none(image, damage):
    with image.open("r+b") as file:
        file.write(damage)
    assert on_volume(image, [])[0] is None


@pytest.mark.parametrize("seed", range(20))
def test_a_damaged_file_system_ends(image, seed):
    random = Random(seed)
    on_volume(image, [("write", path, data) for path, data in any_files(random, 20).items()],
              made=True)
    with image.open("r+b") as file:
        for _ in range(40):
            file.seek(random.randrange(BLOCK, 80 * BLOCK))
            file.write(random.randbytes(random.choice([1, 2, 40])))
    on_volume(image, [])
