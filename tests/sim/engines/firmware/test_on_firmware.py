# SPDX-License-Identifier: MIT
"""Programs on a board that runs its own firmware: console, drive, memory, parts and pictures."""

import hashlib
import os
from datetime import datetime
from threading import Thread

import pytest

from sim import PyPortal
from tests.support import firmware, hang, seeds

firmware.require()

STARTED = """
import supervisor
print(supervisor.runtime.run_reason, supervisor.runtime.serial_connected)
"""


def test_a_program_prints_from_its_first_line_on(power_on):
    portal = power_on("print('first')\nprint('ä€')\n" + STARTED)
    portal.run(10)
    assert portal.serial == "first\nä€\nsupervisor.RunReason.STARTUP True\n"
    assert not portal.running
    assert not portal.failed
    assert 0 < portal.now < 2  # its end is drawn too


def test_an_exception_is_told(power_on):
    portal = power_on("print('before')\n1/0\n")
    portal.run(10)
    assert portal.engine.traceback.splitlines()[1:] == [
        '  File "code.py", line 2, in <module>', "ZeroDivisionError: division by zero"]


def test_the_same_seed_gives_the_same_run_and_another_another(power_on):
    runs = []
    for seed in 1, 1, 2:
        portal = power_on("import os, random\nprint(os.urandom(8), random.random())", seed=seed)
        portal.run(5)
        runs.append((portal.serial, portal.now, portal.framebuffer))
    assert runs[0] == runs[1] and runs[0][0] != runs[2][0]


def test_what_the_program_writes_appears_in_the_folder(power_on, tmp_path):
    boot = "import storage\nstorage.remount('/', readonly=False)\n"
    portal = power_on("with open('/log.txt', 'w') as file:\n    file.write('x' * 3000)\n",
                      {"boot.py": boot})
    portal.run(10)
    assert (tmp_path / "drive" / "log.txt").read_text() == "x" * 3000
    assert "Board ID:pyportal" in (tmp_path / "drive" / "boot_out.txt").read_text()


def test_a_saved_file_restarts_the_program(power_on, tmp_path):
    portal = power_on("print('old')\nwhile True:\n    pass\n")
    portal.run(1)
    (tmp_path / "drive" / "code.py").write_text("import more" + STARTED)
    (tmp_path / "drive" / "more.py").write_text("print('new')\n" + "#" * 3000)
    portal.engine.save()
    portal.run(8)
    assert portal.serial.endswith("new\nsupervisor.RunReason.AUTO_RELOAD True\n")


def test_the_clock_shows_the_date_that_is_given_and_else_the_firmwares_own(power_on):
    program = "import time\nprint('%d-%02d-%02d %d:%02d' % time.localtime()[:5])\ntime.sleep(60)"
    late = datetime(2026, 12, 31, 23, 59, 30)
    for date, shown in ((late, ["2026-12-31 23:59", "2027-01-01 0:00"]),
                        (None, ["2000-01-01 0:00", "2000-01-01 0:00"])):
        portal = power_on(program, date=date)
        portal.run(40)
        portal.reset()
        portal.run(1)
        assert portal.serial.splitlines() == shown


def test_nvm_is_written_and_kept_over_a_reset(power_on):
    portal = power_on("import microcontroller\nnvm = microcontroller.nvm\n"
                      "print(nvm[0], len(nvm))\nnvm[0:2] = b'\\x07\\x08'\n",
                      nvm=b"\x05")
    portal.run(5)
    assert portal.nvm[:3] == b"\x07\x08\xff"
    assert portal.nvm_writes == 1
    portal.nvm[0] = 9
    portal.reset()
    portal.run(5)
    assert portal.serial == "5 8192\n9 8192\n"


@pytest.mark.parametrize(("moment", "left"), [
    ("before", (1, 1)), ("erased", (255, 255)), ("half", (2, 255)), ("after", (2, 2))])
def test_power_can_fail_in_a_write_to_nvm(power_on, moment, left):
    portal = power_on("import microcontroller\n"
                      "microcontroller.nvm[0:8192] = b'\\x02' * 8192\nprint('written')\n",
                      nvm=b"\x01" * 8192)
    portal.faults.cut_power_at_write(1, moment)
    portal.run(5)
    assert not portal.running
    assert "written" not in portal.serial
    assert (portal.nvm[0], portal.nvm[8191]) == left
    portal.reset()
    portal.run(5)
    assert portal.serial.endswith("written\n")


def test_a_byte_of_nvm_is_read_back_as_soon_as_it_is_written(power_on):
    portal = power_on("from microcontroller import nvm\nfor at in 0, 7679, 7680, 8191:\n"
                      "    nvm[at] = 5\n    print(nvm[at])\n")
    portal.run(5)
    assert portal.serial.endswith("5\n" * 4)


PINS_LAMPS = """
import analogio, board, busio, digitalio, neopixel, time
pixel = neopixel.NeoPixel(board.NEOPIXEL, 1)
pixel[0] = (10, 20, 30)
switch = digitalio.DigitalInOut(board.D3)
switch.switch_to_input(pull=digitalio.Pull.UP)
led = digitalio.DigitalInOut(board.D4)
led.switch_to_output(True)
light = analogio.AnalogIn(board.LIGHT)
board.DISPLAY.brightness = 0.5
i2c = board.I2C()
i2c.try_lock()
print(switch.value, light.value // 1000, [hex(place) for place in i2c.scan()])
time.sleep(2)
print(switch.value)
"""


def test_pins_lamps_and_sensors_are_the_boards(power_on):
    portal = power_on(PINS_LAMPS)
    portal.light = 0.5
    portal.run(1)
    assert "True 32 ['0x48']" in portal.serial
    assert portal.pixel == (10, 20, 30)
    assert portal.pins["D4"].voltage == 1.0
    assert portal.backlight == pytest.approx(0.5, abs=0.02)
    portal.pins["D3"].set(False)
    portal.run(3)
    assert portal.serial.endswith("False\n")


LIGHT_POLLED = """
import analogio, board
light = analogio.AnalogIn(board.LIGHT)
last = None
while True:
    if light.value != last:
        last = light.value
        print(last * 100 // 65536)
"""


def test_a_program_that_polls_the_light_sees_each_change_of_it(power_on):
    portal = power_on(LIGHT_POLLED)
    for light in (0.25, 0.5):
        portal.light = light
        portal.run(0.3)
    portal.pins["LIGHT"].set(0.75)
    portal.run(0.3)
    dawn = portal.now + 0.15
    portal.pins["LIGHT"].set(lambda: 0.875 if portal.now > dawn else 0.125)
    portal.run(0.3)
    portal.pins["LIGHT"].set(None)
    portal.run(0.3)
    assert portal.serial.split() == ["25", "50", "74", "12", "87", "50"]


TOUCH_FELT = """
import adafruit_touchscreen, board
screen = adafruit_touchscreen.Touchscreen(
    board.TOUCH_XL, board.TOUCH_XR, board.TOUCH_YD, board.TOUCH_YU,
    calibration=((9000, 59000), (8000, 57000)), size=(320, 240))
while True:
    point = screen.touch_point
    if point:
        print(point)
        break
"""


def test_touch_is_felt_where_it_is(power_on):
    portal = power_on(TOUCH_FELT)
    portal.run(3)
    portal.press(200, 60)
    portal.run(1)
    x, y, _ = eval(portal.serial)
    assert abs(x - 200) <= 2
    assert abs(y - 60) <= 2


NETWORK_ANSWERS = """
import board
from digitalio import DigitalInOut
from adafruit_esp32spi import adafruit_esp32spi
import adafruit_connection_manager, adafruit_requests
radio = adafruit_esp32spi.ESP_SPIcontrol(board.SPI(), DigitalInOut(board.ESP_CS),
                                         DigitalInOut(board.ESP_BUSY),
                                         DigitalInOut(board.ESP_RESET))
radio.connect_AP("network", "password")
pool = adafruit_connection_manager.get_radio_socketpool(radio)
session = adafruit_requests.Session(pool, None)
print(session.get("http://host.example/x").json())
"""


def test_the_network_answers_a_request(power_on):
    portal = power_on(NETWORK_ANSWERS)
    portal.network["host.example"] = lambda request: {"asked": request.path}
    portal.run(20)
    assert portal.serial.endswith("{'asked': '/x'}\n")


CARD_READ = """
import board, sdcardio, storage
storage.mount(storage.VfsFat(sdcardio.SDCard(board.SPI(), board.SD_CS)), "/sd")
print(open("/sd/there.txt").read())
with open("/sd/new.txt", "w") as file:
    file.write("from the board")
"""


def test_a_card_is_read_and_written(power_on, tmp_path):
    card = tmp_path / "card"
    card.mkdir()
    (card / "there.txt").write_text("from the card")
    portal = power_on(CARD_READ, sd=card)
    portal.run(10)
    assert portal.serial == "from the card\n"
    assert (card / "new.txt").read_text() == "from the board"


@pytest.fixture(scope="module")
def guide(drive_with):
    """The game's drive, whose settings answer its first question."""
    return drive_with('MINES_CONTROLS = "guide"')


@pytest.fixture(scope="module")
def compiled(guide, tmp_path_factory):
    """The game as a board has it."""
    from tools import firmware as shipped

    folder = tmp_path_factory.mktemp("device") / "CIRCUITPY"
    shipped.write(shipped.files(guide), folder)
    return folder


@pytest.mark.parametrize("board", ["pyportal", "pyportal_titano"])
def test_the_games_pictures_are_the_python_engines(power_on, compiled, guide, board):
    portals = [power_on(drive=compiled, board=board, seed=1), PyPortal(guide, board=board, seed=1)]
    pictures = []
    for portal in portals:
        portal.run(8)
        shots = []  # the title moves at each engine's own moments
        for place in (160, 120), (40, 200), (40, 200), (200, 50):
            portal.tap(*place)
            portal.run(2)
            shots.append(portal.framebuffer)
        pictures.append(shots)
    assert pictures[0] == pictures[1]
    assert len(set(pictures[0])) > 3


def test_a_trace_and_the_latency_of_a_touch_are_recorded(power_on, compiled, tmp_path):
    portal = power_on(drive=compiled, seed=1)
    portal.run(6)
    with portal.trace(tmp_path / "trace.json"):
        portal.tap(160, 120)
        portal.run(1)
    assert 0 < portal.latency.first_ms < portal.latency.last_ms < 1000
    text = (tmp_path / "trace.json").read_text()
    assert '"press"' in text
    assert '"pixels"' in text


def digest(portal):
    return hashlib.sha256(portal.framebuffer + portal.serial.encode()).hexdigest()


def test_a_snapshot_starts_as_a_boot_does(power_on, monkeypatch, tmp_path):
    from sim.engines.firmware import snapshots

    monkeypatch.setattr(snapshots, "cache_folder", lambda: tmp_path / "cache")
    runs = []
    for _ in range(3):
        portal = power_on("import time\nprint(time.monotonic_ns())\n")
        portal.run(3)
        runs.append((portal.now, digest(portal)))
    assert len(set(runs)) == 1
    assert len(list((tmp_path / "cache" / "snapshots").iterdir())) == 3


@pytest.mark.parametrize("damage", [
    lambda data: data[:-1], lambda data: data[:90] + bytes([data[90] ^ 4]) + data[91:]])
def test_a_damaged_snapshot_is_made_anew(power_on, monkeypatch, tmp_path, damage):
    from sim.engines.firmware import snapshots

    monkeypatch.setattr(snapshots, "cache_folder", lambda: tmp_path / "cache")
    runs = []
    for _ in range(2):
        portal = power_on("print('hello')")
        portal.run(3)
        runs.append((portal.serial, portal.now))
        for path in (tmp_path / "cache" / "snapshots").iterdir():
            path.write_bytes(damage(path.read_bytes()))
    assert runs[0] == runs[1]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes in folders")
def test_a_pipe_in_the_cache_is_no_snapshot(monkeypatch, tmp_path):
    """Opening it would wait for a writer for ever."""
    from sim.engines.firmware import snapshots

    monkeypatch.setattr(snapshots, "cache_folder", lambda: tmp_path)
    (tmp_path / "snapshots").mkdir()
    os.mkfifo(tmp_path / "snapshots" / "name.snapshot")
    loaded = []
    Thread(target=lambda: loaded.append(snapshots.load("name")), daemon=True).start()
    hang.until(lambda: loaded, "the answer")
    assert loaded == [None]


@pytest.mark.parametrize("seed", seeds.some(int(seeds.more(2, 1_000))))
def test_a_damaged_flash_starts_or_says_what_is_wrong(power_on, monkeypatch, seed):
    """Damage before the drive's tables and files, and in nvm, ends no run with an error of ours."""
    from sim.engines.firmware.storage import Storage

    fill = Storage.fill

    def damaged(self, memory):
        fill(self, memory)
        chance = seeds.chance(seed)
        for _ in range(chance.choice([1, 10, 500])):
            memory[chance.randrange(60_000)] = chance.randrange(256)

    monkeypatch.setattr(Storage, "fill", damaged)
    monkeypatch.setattr("sim.engines.firmware.snapshots.load", lambda name: None)
    monkeypatch.setattr("sim.engines.firmware.snapshots.save", lambda name, snapshot: None)
    portal = power_on("print('started')\n", nvm=seeds.chance(seed).randbytes(8192))
    portal.board.console.attended = True
    portal.run(6)
    if not portal.serial.strip():  # all was printed before the computer had opened the port
        portal.type("\r")
        portal.run(2)
    assert portal.serial.strip()
