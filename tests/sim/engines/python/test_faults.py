# SPDX-License-Identifier: MIT
"""Faults of the board, as a program meets them."""

import wave

import pytest

from sim.board.faults import MOMENTS
from tests.support.programs.programs import TOUCHSCREEN, PyPortal, run

SAVE_TWICE = """
from microcontroller import nvm
try:
    nvm[0:4] = b"abcd"
    nvm[2:6] = b"WXYZ"
    print("saved")
finally:
    print("last words")
    nvm[0] = 0
"""
ERASED = b"\xff"
SOUND = """
import board
from audiocore import WaveFile
from audioio import AudioOut
try:
    audio = AudioOut(board.SPEAKER)
    audio.play(WaveFile("/a.wav"))
    print("played")
except (ValueError, RuntimeError) as error:
    print(type(error).__name__, error)
"""
TOUCH = TOUCHSCREEN + """
for _ in range(200):
    print(screen.touch_point)
"""


def cut_at(folder, n, moment):
    portal = PyPortal(folder)
    portal.faults.cut_power_at_write(n, moment)
    portal.run(1)
    return portal


@pytest.mark.parametrize(("moment", "left"), [
    ("before", b"abcd" + ERASED * 2),
    ("erased", ERASED * 6),
    ("half", b"abWX" + ERASED * 2),
    ("after", b"abWXYZ"),
])
def test_power_fails_at_a_moment_of_the_second_write(write_program, moment, left):
    portal = cut_at(write_program(SAVE_TWICE), 2, moment)
    assert not portal.running
    assert portal.nvm == left + ERASED * (8192 - len(left))
    assert (portal.serial, portal.failed) == ("", False)


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_board_starts_again_with_what_is_left(write_program, moment):
    program = "from microcontroller import nvm\nprint(nvm[0])\nnvm[0] = 7\nprint('saved')"
    portal = cut_at(write_program(program), 1, moment)
    left = 7 if moment == "after" else 255
    again = run(write_program(program), nvm=portal.nvm)
    assert again.serial == f"{left}\nsaved\n"
    portal.reset()
    portal.run(1)
    assert portal.serial == f"255\n{left}\nsaved\n"


def test_a_write_erases_what_lies_beside_it(write_program):
    nvm = b"old!" * 2048
    portal = PyPortal(write_program("from microcontroller import nvm\nnvm[5] = 1"), nvm=nvm)
    portal.faults.cut_power_at_write(1, "half")
    portal.run(1)
    assert portal.nvm == b"old!o" + ERASED * 8187


def test_the_plug_can_be_pulled_in_the_middle_of_a_write(write_program):
    portal = run(write_program(SAVE_TWICE), 0.002)
    portal.cut_power()
    assert not portal.running
    assert portal.nvm == ERASED * 8192
    portal.run(1)
    assert portal.serial == ""


def test_a_cut_reaches_a_program_that_catches_everything(write_program):
    portal = cut_at(write_program("""
from microcontroller import nvm
while True:
    try:
        nvm[0] = 1
    except:
        print("caught")
"""), 3, "erased")
    assert (portal.running, portal.serial, portal.nvm_writes) == (False, "", 3)


def test_writes_are_counted_over_resets_and_only_when_they_erase(write_program):
    program = "from microcontroller import nvm\nnvm[0] = 1\nnvm[0:2] = b'ab'\nprint(nvm[0])"
    portal = run(write_program(program))
    assert portal.nvm_writes == 2
    portal.faults.cut_power_at_write(2, "before")
    portal.reset()
    portal.run(1)
    assert portal.nvm_writes == 3


@pytest.mark.parametrize(("how", "said"), [
    ("pin", "ValueError SPEAKER in use\n"),
    ("dac", "RuntimeError DAC already in use\n"),
    ("dma", "RuntimeError No DMA channel found\n"),
])
def test_sound_is_lost_as_a_device_loses_it(write_program, tmp_path, how, said):
    with wave.open(str(tmp_path / "a.wav"), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(8000)
        file.writeframes(bytes(800))
    portal = PyPortal(write_program(SOUND))
    portal.faults.lose_sound(how)
    portal.run(1)
    assert (portal.serial, portal.sounds) == (said, [])


def touched(folder, press=None, **faults):
    """The points that a program reads in 200 looks."""
    portal = PyPortal(folder, seed=3)
    for name, value in faults.items():
        setattr(portal.faults, name, value)
    if press:
        portal.press(*press)
    portal.run(1)
    return [eval(line) for line in portal.serial.splitlines()]


def test_a_stuck_panel_feels_a_touch_that_is_not_there(write_program):
    folder = write_program(TOUCH)
    for press in None, (200, 200):
        assert {point[:2] for point in touched(folder, press, touch_stuck=(40, 30))} == {(40, 30)}


def test_a_dead_panel_feels_nothing(write_program):
    assert set(touched(write_program(TOUCH), (40, 30), touch_dead=True)) == {None}


@pytest.mark.parametrize(("readings", "corner"), [(0, (0, 0)), (65535, (319, 239))])
def test_readings_can_be_out_of_range(write_program, readings, corner):
    points = touched(write_program(TOUCH), touch_readings=readings)
    assert {point[:2] for point in points} == {corner}


def test_sparks_are_touches_now_and_then_at_random(write_program):
    points = touched(write_program(TOUCH), touch_sparks=0.05)
    felt = [point for point in points if point]
    assert 1 < len(felt) < 100
    assert len({point[:2] for point in felt}) > 1


def test_faults_stay_over_a_reset_and_can_be_taken_back(write_program, tmp_path):
    (tmp_path / "f.txt").write_text("text")
    portal = PyPortal(write_program("print(open('f.txt').read())"))
    portal.faults.spoil("f.txt")
    portal.reset()
    portal.run(1)
    assert portal.failed
    portal.faults.unreadable.clear()
    portal.reset()
    portal.run(1)
    assert portal.serial.endswith("text\n")


def test_a_fault_that_does_not_exist_is_refused(write_program):
    faults = PyPortal(write_program("")).faults
    with pytest.raises(ValueError, match="'during' is not one of before, erased, half, after"):
        faults.cut_power_at_write(1, "during")
    with pytest.raises(ValueError, match="n is 0: the next write is 1"):
        faults.cut_power_at_write(0)
    with pytest.raises(ValueError, match="'all' is not one of pin, dac, dma"):
        faults.lose_sound("all")
    with pytest.raises(ValueError, match="'write' is not one of open, read"):
        faults.spoil("f.txt", "write")
    with pytest.raises(AttributeError):
        faults.touch_stuk = 1, 2
