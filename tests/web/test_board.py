# SPDX-License-Identifier: MIT
"""The page's board runs a PyPortal's firmware, and its parts do what the firmware expects."""

import re

import numpy as np
import pytest

from tests.support.network import webpage
from tools import firmware

PARTS = """
import board, busio, digitalio, gc, microcontroller, neopixel, os, time
import analogio, audiocore, audioio, array
from adafruit_esp32spi import adafruit_esp32spi
neopixel.NeoPixel(board.NEOPIXEL, 1)[0] = (255, 0, 10)
board.DISPLAY.brightness = 0.25
print("light", analogio.AnalogIn(board.LIGHT).value // 656)
i2c = board.I2C()
while not i2c.try_lock():
    pass
found, answer = i2c.scan(), bytearray(2)
i2c.writeto_then_readfrom(0x48, b"\\x00", answer)
print("at", found, "degrees", (answer[0] << 8 | answer[1]) / 128)
print("random", os.urandom(4).hex(), "date", time.localtime().tm_year)
print("kept", microcontroller.nvm[0])
microcontroller.nvm[0:3] = b"abc"
pin = digitalio.DigitalInOut
esp = adafruit_esp32spi.ESP_SPIcontrol(
    board.SPI(), pin(board.ESP_CS), pin(board.ESP_BUSY), pin(board.ESP_RESET))
print("radio", esp.firmware_version, [point.ssid for point in esp.scan_networks()])
wave = array.array("h", [8000, -8000] * 400)
with audioio.AudioOut(board.SPEAKER) as speaker:
    speaker.play(audiocore.RawSample(wave, sample_rate=8000), loop=True)
    time.sleep(0.3)
big = bytearray(50000)
gc.collect()
print("heap", gc.mem_alloc())
while True:
    time.sleep(1)
"""
CARD = """
import board, busio, os, sdcardio, storage, usb_midi
storage.mount(storage.VfsFat(sdcardio.SDCard(board.SPI(), board.SD_CS)), "/sd")
print(os.listdir("/sd"), open("/sd/a.txt").read())
with open("/sd/b.txt", "w") as file:
    file.write("from the board")
storage.umount("/sd")
busio.UART(board.D3, board.D4).write(b"by wire\\n")
usb_midi.ports[1].write(bytes([0x90, 60, 127]))
while True:
    pass
"""
WRITES_PROGRAM = {
    "boot.py": "import storage\nstorage.remount('/', False)\n",
    "code.py": """
import os
os.mkdir("/logs")
with open("/logs/a.txt", "w") as file:
    file.write("noted " * 500)
os.remove("/old.txt")
print("you said", input())
""",
    "old.txt": "old",
}
WRITES = {name: text.encode() for name, text in WRITES_PROGRAM.items()}


@pytest.fixture(scope="module")
def parts():
    return webpage.run_board({"code.py": PARTS.encode()}, [11])


def test_the_program_reaches_every_part(parts):
    assert parts.printed.startswith("light 29\n")
    assert "at [72] degrees 23.0" in parts.printed
    assert re.search(r"random [0-9a-f]{8} date 2000", parts.printed)
    assert "kept 255" in parts.printed
    assert re.search(r"radio (b.)?\d\.\d\.\d", parts.printed)
    assert parts.look["pixel"] == [255, 0, 10]
    assert parts.look["backlight"] == pytest.approx(0.25, abs=0.01)
    assert parts.nvm == b"abc" + b"\xff" * 8189
    assert any("code.py" in title for title in parts.titles)
    (allocated,) = map(int, re.findall(r"heap (\d+)", parts.printed))
    assert parts.heap["used"] == pytest.approx(allocated, abs=2000)
    assert 0 < parts.heap["largest"] <= parts.heap["free"]


def test_the_speaker_is_heard(parts):
    samples = np.concatenate([sound["samples"] for sound in parts.sounds])
    rates = {round(sound["rate"], -1) for sound in parts.sounds}
    assert rates == {8000} and len(samples) > 2000
    assert samples.max() == pytest.approx(8000 / 32768, abs=0.01)
    assert samples.min() == pytest.approx(-8000 / 32768, abs=0.01)


def test_a_run_is_the_same_however_it_is_cut_and_another_has_other_random_numbers(parts):
    moments = [0.001, 1.2345, 3, 3.01, *(3.5 + 0.11 * n for n in range(30)), 11]
    again = webpage.run_board({"code.py": PARTS.encode()}, moments)
    assert (again.printed, again.nvm, again.cycles) == (parts.printed, parts.nvm, parts.cycles)
    assert again.pictures[-1] == parts.pictures[-1]
    assert again.sounds == parts.sounds
    other = webpage.run_board({"code.py": PARTS.encode()}, [5], seed=bytes(16))
    found = [re.search(r"random (\w+)", run.printed)[1] for run in (parts, other)]
    assert found[0] != found[1]


def test_what_the_board_writes_is_told_and_keys_wait_until_it_listens():
    run = webpage.run_board(WRITES, [6], events=[(0, "hello\n")])
    assert "you said hello" in run.printed
    assert {path: data and bytes(data) for path, data in run.changed.items()} == {
        "logs/a.txt": b"noted " * 500, "old.txt": None}


def test_a_file_that_is_put_onto_the_drive_runs():
    files = {"code.py": b"import words\nprint(words.WORDS)\n", "words.py": b"WORDS = 'before'\n"}
    run = webpage.run_board(files, [9], saves=[
        (4, "words.py", b"WORDS = 'after " + b"x" * 3000 + b"'\n"), (4.1, "lib/new.py", b"1\n")])
    assert "before" in run.printed and "after xxx" in run.printed
    assert run.changed == {}


def test_a_board_whose_program_hides_the_drive_takes_no_file_and_the_page_hears_of_it():
    files = {"boot.py": b"import storage\nstorage.disable_usb_drive()\n",
             "code.py": b"while True:\n    pass\n"}
    run = webpage.run_board(files, [12], saves=[(5, "code.py", b"print('new')\n")])
    assert run.unsaved and "new" not in run.printed


@pytest.mark.parametrize("between", [0.05, 0.4, 0.9, 1.6])
def test_saved_files_come_back_neither_cut_nor_as_they_were(between):
    """Each save is longer than the one before, and the next comes while the board takes it."""
    texts = [f"print({'again ' * 40 * number!r}, {number})\n".encode() for number in range(6)]
    saves = [(5 + number * between, name, text) for number, text in enumerate(texts[1:])
             for name in ("code.py", "lib/helper.py")]
    run = webpage.run_board({"code.py": texts[0], "lib/helper.py": b""}, [18], saves=saves)
    assert not run.unsaved and run.changed == {}
    assert run.printed.count(" 5\n") == 1


def test_the_game_is_played_by_touch_and_console(drive):
    touches = [(5.5, {"x": 160, "y": 120, "pressure": 1}), (5.7, None)]
    run = webpage.run_board(firmware.files(drive), [5.4, 8, 11], events=[
        *touches, (7, "deal 10280-6603372\n"), (8.5, "4 4\n"), (9.5, "board\n")])
    assert "Board 10280-6603372." in run.printed
    assert run.printed.count("\n  4 ") >= 1
    assert len(set(run.pictures)) == 3


PLATES = b"""
import board, digitalio
x, y = map(digitalio.DigitalInOut, (board.TOUCH_XR, board.TOUCH_YU))
y.pull = digitalio.Pull.UP
while True:
    x.switch_to_output(False)
    low, x.value = y.value, True
    print(low, y.value)
"""


def test_a_touch_joins_the_plates_pins_at_once():
    touch = {"x": 160, "y": 120, "pressure": 1}
    run = webpage.run_board({"code.py": PLATES}, [6], events=[(5, touch)])
    untouched, touched = run.printed.count("True True"), run.printed.count("False True")
    assert min(untouched, touched) > 100 and "False False" not in run.printed


def test_a_board_that_begins_from_a_snapshot_runs_as_one_that_boots(parts):
    again = webpage.run_board({"code.py": PARTS.encode()}, [11], again=True)
    assert (again.printed, again.nvm, again.cycles) == (parts.printed, parts.nvm, parts.cycles)
    assert again.pictures == parts.pictures and again.sounds == parts.sounds


def test_the_page_is_shown_each_frame_of_a_shake(drive):
    run = webpage.run_board(firmware.files(drive), [14, 17], watched=True, events=[
        (6.5, {"x": 160, "y": 120, "pressure": 1}), (6.7, None), (8, "deal 10280-6603372\n"),
        (14, "1 1\n")])
    assert "You have lost" in run.printed
    sent, shown = run.shakes
    assert shown == sent >= 10


@pytest.mark.parametrize(("period", "least", "most"), [(1, 800, 1000), (0.2, 0, 300)])
def test_a_board_whose_picture_changes_once_a_second_is_looked_after_seldom(period, least, most):
    program = f"import board, time\nwhile True:\n    time.sleep({period})\n"
    program += "    board.DISPLAY.brightness = 1.5 - board.DISPLAY.brightness\n"
    run = webpage.run_board({"code.py": program.encode()}, [4, 8], watched=True)
    assert least <= run.stillness <= most




def test_an_sd_card_is_read_and_written_and_other_outputs_are_lines_of_text():
    run = webpage.run_board({"code.py": CARD.encode(), "sd/placeholder": b""}, [7],
                            card={"a.txt": b"from the page"})
    assert "['a.txt'] from the page" in run.printed
    written = b"".join(bytes(data) for message in run.messages if "cardBlocks" in message
                       for _, data in message["cardBlocks"])
    assert b"from the board" in written
    lines = [message["line"] for message in run.messages if "line" in message]
    # The last letters leave a UART after the write has ended.
    assert sorted(lines) == ["MIDI: 09 90 3c 7f", "UART: by wire"]


def test_a_titano_runs_its_own_firmware():
    run = webpage.run_board({"code.py": b"import board\nprint(board.DISPLAY.width)\n"}, [6],
                            board="pyportal_titano")
    assert "480" in run.printed
    assert len(run.pictures[0]) == 2 * 480 * 320 and len(set(run.pictures[0][::2])) > 1
