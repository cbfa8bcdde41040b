# SPDX-License-Identifier: MIT
"""I2C, SPI and UART: what is soldered to the board answers, and nothing else does."""

import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest

from instantly import PyPortal, outcomes, printed
from sim.board.boards import DISPLAYS, find_board
from sim.board.connections import CONNECTIONS

ENODEV = "OSError: [Errno 19] No such device"
UNLOCKED = "RuntimeError: Function requires lock"


@pytest.fixture
def with_library(write_program, tmp_path):
    """Writes a program beside copies of installed libraries."""

    def write(program, *names):
        (tmp_path / "lib").mkdir(exist_ok=True)
        for name in names:
            origin = Path(find_spec(name).origin)
            if origin.name == "__init__.py":
                shutil.copytree(origin.parent, tmp_path / "lib" / name)
            else:
                shutil.copy(origin, tmp_path / "lib")
        return write_program(program)

    return write


def test_only_a_first_pyportal_has_something_on_its_i2c(write_program):
    program = """
import board
i2c = board.I2C()
while not i2c.try_lock():
    pass
print([hex(address) for address in i2c.scan()], board.STEMMA_I2C() is i2c)
"""
    for board, found in (("pyportal", "['0x48']"), ("pyportal_pynt", "[]")):
        assert printed(write_program(program), board=board) == f"{found} True\n"


def test_the_thermometer_tells_what_it_feels(write_program):
    """In steps of 1/16 °C in 13 bits, as its data sheet has it."""
    portal = PyPortal(write_program("""
import board
from adafruit_bus_device.i2c_device import I2CDevice
device = I2CDevice(board.I2C(), 0x48)
raw = bytearray(2)
while True:
    input()
    with device:
        device.write_then_readinto(b"\\x0b", raw, in_end=1)
        kind = raw[0]
        device.write_then_readinto(b"\\x00", raw)
    print(hex(kind), (raw[0] << 8 | raw[1]) / 8)
"""))
    steps = []
    for celsius in (25.0, 21.53, -10.0, 0.0):
        portal.temperature = celsius
        portal.type("\n")
        portal.run(0.2)
        kind, step = portal.serial.splitlines()[-1].split()
        assert kind == "0xcb"
        steps.append(float(step))
    assert steps == [25 * 16, 344, 0x2000 - 10 * 16, 0]


def test_what_nobody_answers_is_an_error(write_program):
    calls = ["i2c.writeto(0x20, b'x')", "i2c.readfrom_into(0x20, bytearray(1))",
             "i2c.writeto_then_readfrom(0x20, b'x', bytearray(1))", "i2c.probe(0x20)",
             "i2c.readfrom_into(0x48, bytearray(0))", "i2c.readfrom_into(0x48, b'const')",
             "i2c.writeto(0x48, 5)", "i2c.unlock()", "i2c.writeto(0x48, b'')", "i2c.scan()",
             "I2CDevice(i2c, 0x20)"]
    modules = "board\nfrom adafruit_bus_device.i2c_device import I2CDevice\n" \
              "i2c = board.I2C()\ni2c.try_lock()"
    assert outcomes(write_program, modules, calls) == [
        ENODEV, ENODEV, ENODEV, "False", "ValueError: Buffer must be at least length 1",
        "TypeError: object with buffer protocol required",
        "TypeError: object with buffer protocol required", "None", UNLOCKED, UNLOCKED,
        "ValueError: No I2C device at address: 0x20"]


def test_i2c_needs_lines_that_are_pulled_up(write_program):
    portal = PyPortal(write_program("""
import board, busio
for _ in range(2):
    try:
        busio.I2C(board.D4, board.D3)
        print("fine")
    except RuntimeError as error:
        print(error)
        input()
"""))
    portal.run(0.1)
    portal.pins["D3"].set(1.0)
    portal.pins["D4"].set(1.0)
    portal.type("\n")
    portal.run(0.1)
    assert portal.serial == "No pull up found on SDA or SCL; check your wiring\nfine\n"


def test_the_boards_buses_are_one_object_each(write_program):
    program = """
import board
spi = board.SPI()
print(board.SPI() is spi)
spi.deinit()
print(board.SPI() is spi)
"""
    assert printed(write_program(program)) == "True\nFalse\n"


def test_spi_reads_what_is_on_its_pin(write_program):
    portal = PyPortal(write_program("""
import board
spi = board.SPI()
spi.try_lock()
spi.configure(baudrate=8_000_000)
print(spi.frequency)
while True:
    input()
    data = bytearray(3)
    spi.readinto(data, start=1)
    spi.write(b"abc")
    print(list(data))
"""))
    portal.run(0.1)
    for level in (0.0, 1.0):
        portal.pins["MISO"].set(level)
        portal.type("\n")
        portal.run(0.1)
    assert portal.serial == "8000000\n[0, 0, 0]\n[0, 255, 255]\n"


def test_spi_refuses_what_the_device_refuses(write_program):
    calls = ["spi.write(b'x')", "spi.try_lock()", "spi.try_lock()", "spi.configure(polarity=2)",
             "spi.configure(bits=3)", "spi.configure(baudrate=0)",
             "spi.write_readinto(b'abc', bytearray(2))", "busio.SPI(board.D3)",
             "busio.SPI(board.D3, half_duplex=True)", "writer.try_lock()",
             "writer.readinto(bytearray(1))"]
    modules = "board, busio\nspi = board.SPI()\nwriter = busio.SPI(board.D3, board.D4)"
    assert outcomes(write_program, modules, calls) == [
        UNLOCKED, "True", "False", "ValueError: polarity must be 0-1",
        "ValueError: bits must be 8-9",
        "ValueError: baudrate must be >= 1", "ValueError: buffer slices must be of equal length",
        "ValueError: Must provide MISO or MOSI pin",
        "NotImplementedError: Half duplex SPI is not implemented", "True",
        "ValueError: No MISO pin"]


def test_an_spi_device_holds_the_lock_and_its_chip_select(write_program):
    assert printed(write_program("""
import board, digitalio
from adafruit_bus_device.spi_device import SPIDevice
cs = digitalio.DigitalInOut(board.D3)
device = SPIDevice(board.SPI(), cs, baudrate=1_000_000)
print(cs.value)
with device as spi:
    print(cs.value, spi.try_lock(), spi.frequency)
    spi.write(b"data")
print(cs.value, board.SPI().try_lock())
""")) == "True\nFalse False 1000000\nTrue True\n"


def test_a_uart_waits_in_vain_as_long_as_it_should(write_program):
    assert printed(write_program("""
import board, busio, time
uart = busio.UART(board.D3, board.D4, baudrate=9600, timeout=0.25)
for read in uart.read, lambda: uart.read(5), uart.readline, lambda: uart.readinto(bytearray(4)):
    start = time.monotonic()
    print(read(), round(time.monotonic() - start, 2))
print(uart.write(b"hello"), uart.in_waiting, uart.baudrate)
"""), 3) == "None 0.25\n" * 4 + "5 0 9600\n"


def test_bitbanged_buses_behave_like_the_others(write_program):
    assert printed(write_program("""
import bitbangio, board
i2c = bitbangio.I2C(board.SCL, board.SDA)
spi = bitbangio.SPI(board.SCK, board.MOSI)
print(i2c.try_lock(), i2c.scan(), spi.try_lock(), hasattr(spi, "frequency"))
spi.write(b"x")
""")) == "True [72] True False\n"


ESP32 = """
import board, busio
from digitalio import DigitalInOut
from adafruit_esp32spi.adafruit_esp32spi import ESP_SPIcontrol
pins = [DigitalInOut(pin) for pin in (board.ESP_CS, board.ESP_BUSY, board.ESP_RESET)]
esp = ESP_SPIcontrol(busio.SPI(board.SCK, board.MOSI, board.MISO), *pins)
"""


def test_the_esp32_is_there_and_idle(with_library):
    program = ESP32 + "print(esp.status, esp.is_connected, esp.firmware_version)"
    assert printed(with_library(program, "adafruit_esp32spi"), 5) == "0 False 1.7.7\n"


def test_adafruits_thermometer_library_runs(with_library):
    portal = PyPortal(with_library("""
import board, adafruit_adt7410
sensor = adafruit_adt7410.ADT7410(board.I2C())
print(sensor.temperature)
sensor.high_resolution = True
print(sensor.temperature)
""", "adafruit_adt7410", "adafruit_register"))
    portal.temperature = 21.3
    portal.run(1)
    coarse, fine = map(float, portal.serial.split())
    assert coarse == pytest.approx(21.3, abs=1 / 16)
    assert fine == pytest.approx(21.3, abs=1 / 256)


def test_every_board_has_its_connections_on_pins_that_it_has():
    assert CONNECTIONS.keys() == DISPLAYS.keys()
    for name, connections in CONNECTIONS.items():
        assert connections.spi.keys() <= find_board(name).pins.keys()
