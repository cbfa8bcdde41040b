# SPDX-License-Identifier: MIT
"""The chip with a board's own firmware, where PYPORTAL_FIRMWARE names one or a folder of them."""

from functools import cache
from pathlib import Path

import pytest

from tests.support.chip.bench import (
    FIRMWARE,
    Booted,
    firmware_files,
)

FILES = firmware_files()
pytestmark = pytest.mark.skipif(not FILES, reason=f"{FIRMWARE} names no firmware")
MODULES = ["aesio", "alarm", "analogio", "array", "audiobusio", "audiocore", "audioio",
           "audiomixer", "audiomp3", "bitmaptools", "busio", "countio", "digitalio",
           "displayio", "frequencyio", "json", "neopixel_write", "nvm", "onewireio", "pulseio",
           "pwmio", "rotaryio", "sdcardio", "supervisor", "synthio", "touchio", "ulab",
           "usb_hid", "usb_midi", "vectorio", "watchdog", "zlib"]


STORAGE = 8 << 20


@cache
def formatted(firmware: Path) -> bytes:
    """The drive as this firmware makes it on an empty flash."""
    chip = Booted(firmware)
    assert chip.wait_for(lambda: b"Done" in chip.serial, 15), chip.serial
    return bytes(chip.read(chip.chip_storage(), STORAGE))


@pytest.fixture(scope="module", params=FILES, ids=lambda path: path.stem)
def firmware(request):
    return request.param


@pytest.fixture(scope="module")
def chip(firmware):
    """One chip at its prompt, for all tests that leave it there."""
    chip = Booted(firmware, formatted(firmware), i2c_start=lambda sercom, address, reads:
                  address == 0x48, i2c_write=lambda *_: 1, i2c_read=lambda _: 0x2A,
                  spi=lambda sercom, byte: byte ^ 0x55,
                  uart=lambda sercom, byte: chip.chip_uart_receive(sercom, byte ^ 0x20))
    chip.prompt()
    return chip


def test_it_formats_an_empty_drive_and_the_first_words_are_heard(firmware):
    drive = formatted(firmware)
    assert drive[510:512] == b"\x55\xaa"
    chip = Booted(firmware, drive)
    assert chip.wait_for(lambda: b"Hello World!" in chip.serial, 5)
    assert not [text for text, in chip.heard("note")]


def test_a_run_in_other_slices_is_the_same_run(firmware):
    def run(cycles):
        chip = Booted(firmware, formatted(firmware))
        while chip.chip_now() < 250_000_000:
            chip.chip_run(min(250_000_000, chip.chip_now() + cycles))
        return chip.chip_instructions(), chip.calls, bytes(chip.read(chip.chip_ram(), 0x40000))

    one, other = run(1_200_000), run(44_447)
    assert one == other


WAITING = {
    "a pin": "import board, digitalio\npin = digitalio.DigitalInOut(board.D3)\n"
             "while True: pin.value\n",
    "keys": "import board, keypad\nkeys = keypad.Keys((board.D3,), value_when_pressed=False)\n"
            "while True: keys.events.get()\n",
    "the serial port": "import supervisor\nwhile True: supervisor.runtime.serial_bytes_available\n",
    "a redraw": "import board\nwhile True: board.DISPLAY.refresh()\n",
    "the time": "import time\nlast = time.monotonic()\nwhile True:\n"
                " if time.monotonic() - last > 0.02: last = time.monotonic()\n",
    "the time in a variable": "import time\nlast = time.monotonic()\nwhile True:\n"
                              " now = time.monotonic()\n if now - last > 0.013:\n  last = now\n",
    "milliseconds": "import supervisor\nlast = supervisor.ticks_ms()\nwhile True:\n"
                    " now = supervisor.ticks_ms()\n if now - last >= 3: last = now\n",
    "milliseconds before": "import supervisor\nold = new = supervisor.ticks_ms()\ncount = 0\n"
                           "while True:\n count += old != new\n old = new\n"
                           " new = supervisor.ticks_ms()\n",
    "two clocks": "import supervisor, time\nlast = time.monotonic()\nwhile True:\n"
                  " if supervisor.ticks_ms() & 15 and time.monotonic() - last > 0.02:\n"
                  "  last = time.monotonic()\n",
    "the time in ns": "import time\nwhile True:\n if time.monotonic_ns() % 1000 < 20: pass\n",
    "sleep": "import time\nwhile True: time.sleep(0.01)\n",
    "sleep after work": "import time\nwhile True:\n for turn in range(150): pass\n"
                        " time.sleep(0.0043)\n",
    "sleep in two places": "import time\ndef rest(): time.sleep(0.003)\nwhile True:\n rest()\n"
                           " time.sleep(0.0051)\n",
    "tasks": "import select, time\nwhile True:\n select.poll().poll(3)\n time.monotonic()\n",
}
# Too short for the chip to find that a loop waits, and long enough.
STEPS = 1_499, 1_200_000


@pytest.mark.parametrize("program", WAITING.values(), ids=WAITING)
def test_a_program_that_waits_gets_as_far_whether_turns_are_skipped_or_not(firmware, program):
    def run(step):
        chip = Booted(firmware, formatted(firmware))
        chip.prompt()
        chip.type(b"\x01" + program.encode() + b"\x04")
        chip.wait(0.3)
        until = chip.chip_now() + 12_000_000
        while chip.chip_now() < until:
            chip.chip_run(min(until, chip.chip_now() + step))
        return chip.chip_instructions(), bytes(chip.read(chip.chip_ram(), 0x40000))

    one, other = map(run, STEPS)
    assert one == other


def test_the_prompt_answers(chip):
    assert chip.execute("print(6 * 7)") == "42\n"


def test_its_modules_can_be_imported(chip):
    program = f"for name in {MODULES}:\n try: __import__(name)\n except ImportError: print(name)"
    assert chip.execute(program) == ""


def test_the_computer_reads_and_writes_the_drive(chip):
    chip.chip_disk_read(0, 1)
    assert chip.wait_for(chip.chip_disk_status, 2) and chip.chip_disk_status() == 1
    sector = bytes(chip.read(chip.chip_buffer(), 512))
    assert sector[510:] == b"\x55\xaa"
    last = int.from_bytes(sector[0x1CA:0x1CE], "little")  # of the partition table: its size
    chip.write(chip.chip_buffer(), bytes(range(256)) * 2)
    chip.chip_disk_write(last, 1)
    assert chip.wait_for(chip.chip_disk_status, 2) and chip.chip_disk_status() == 1
    chip.chip_disk_read(last, 1)
    assert chip.wait_for(chip.chip_disk_status, 2)
    assert bytes(chip.read(chip.chip_buffer(), 512)) == bytes(range(256)) * 2


def test_keys_and_notes_arrive_at_the_computer(chip):
    chip.execute("import usb_hid, usb_midi, time\n"
                 "keyboard = [d for d in usb_hid.devices if d.usage == 6][0]\n"
                 "keyboard.send_report(bytes([2, 0, 4, 0, 0, 0, 0, 0]))\n"
                 "usb_midi.ports[1].write(bytes([0x90, 60, 100]))\ntime.sleep(0.05)")
    assert (0, b"\1\2\0\4\0\0\0\0\0") in chip.heard("report")
    assert (1, b"\x09\x90\x3c\x64") in chip.heard("report")


def test_buses_reach_the_board(chip):
    assert chip.execute("import board\ni = board.I2C()\ni.try_lock()\nprint(i.scan())\n"
                        "b = bytearray(2)\ni.readfrom_into(0x48, b)\nprint(b)\ni.unlock()\n"
                        "s = board.SPI()\ns.try_lock()\ns.write(b'abc')\n"
                        "s.readinto(b, write_value=0xff)\nprint(b)\ns.unlock()") == (
        "[72]\nbytearray(b'**')\nbytearray(b'\\xaa\\xaa')\n")


def test_a_serial_line_sends_and_receives(chip):
    assert chip.execute("import board, busio\n"
                        "line = busio.UART(board.D3, board.D4, baudrate=19200, timeout=0.1)\n"
                        "line.write(b'hello')\nprint(line.read(5), line.read(1))\n"
                        "line.deinit()") == "b'HELLO' None\n"


def test_time_passes_and_the_chip_sleeps(chip):
    before, slept = chip.chip_now(), chip.chip_slept()
    printed = chip.execute("import time\nt = time.monotonic_ns()\ntime.sleep(1)\n"
                           "print((time.monotonic_ns() - t) // 1000000)")
    # A redraw of the console, which takes some 200 ms, may be under way when the second ends.
    assert 999 <= int(printed) <= 1300
    assert chip.chip_slept() - slept > 0.7 * 120e6
    assert chip.chip_now() - before < 2 * 120e6


def test_nvm_is_in_the_program_flash(chip):
    chip.execute("import microcontroller\nmicrocontroller.nvm[0:4] = b'abcd'")
    assert bytes(chip.read(chip.chip_flash() + 0xFE000, 4)) == b"abcd"
    assert (0, 0xFE000, 8192, 1) in chip.heard("programmed")


def test_the_cable_can_be_pulled_and_put_back(chip):
    chip.chip_usb_plug(0)
    chip.wait(0.1)
    assert not chip.chip_serial_open()
    chip.chip_usb_plug(1)
    assert chip.wait_for(chip.chip_serial_open, 1)
    chip.prompt()
    assert chip.execute("print('back')") == "back\n"


def test_a_reset_by_the_program_starts_it_again(chip):
    heard = len(chip.serial)
    chip.type(b"import microcontroller; microcontroller.reset()\r")
    assert chip.wait_for(lambda: b"Hello World!" in chip.serial[heard:], 5)
    chip.prompt()
