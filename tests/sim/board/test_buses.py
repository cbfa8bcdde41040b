# SPDX-License-Identifier: MIT
"""I2C, SPI and UART: chips on the board, chips that a test connects, and none that answers."""

import pytest

from sim.board.peripheral import I2CPeripheral, SPIPeripheral
from sim.board.sensors import SoilSensor, Thermocouple
from tests.support.programs.programs import PyPortal, outcomes, printed, run

ENODEV = "OSError: [Errno 19] No such device"
UNLOCKED = "RuntimeError: Function requires lock"
ESP32 = """
import board, busio
from digitalio import DigitalInOut
from adafruit_esp32spi.adafruit_esp32spi import ESP_SPIcontrol
pins = [DigitalInOut(pin) for pin in (board.ESP_CS, board.ESP_BUSY, board.ESP_RESET)]
esp = ESP_SPIcontrol(busio.SPI(board.SCK, board.MOSI, board.MISO), *pins)
print(esp.status, esp.is_connected, esp.firmware_version)
"""
SCAN = """
import board
i2c = board.I2C()
while not i2c.try_lock():
    pass
print([hex(address) for address in i2c.scan()], board.STEMMA_I2C() is i2c)
"""
# (program, output, board)
PROGRAMS = {
    "a PyPortal has a thermometer on I2C": (SCAN, "['0x48'] True\n", "pyportal"),
    "a Pynt has nothing on I2C": (SCAN, "[] True\n", "pyportal_pynt"),
    "the ESP32 is on SPI": (ESP32, "0 False 1.7.7\n", "pyportal"),
    "the board's bus is one object until it is released": ("""
import board
spi = board.SPI()
print(board.SPI() is spi)
spi.deinit()
print(board.SPI() is spi)
""", "True\nFalse\n", "pyportal"),
    "an SPI device holds the lock and its chip select": ("""
import board, digitalio
from adafruit_bus_device.spi_device import SPIDevice
cs = digitalio.DigitalInOut(board.D3)
device = SPIDevice(board.SPI(), cs, baudrate=1_000_000)
print(cs.value)
with device as spi:
    print(cs.value, spi.try_lock(), spi.frequency)
    spi.write(b"data")
print(cs.value, board.SPI().try_lock())
""", "True\nFalse False 1000000\nTrue True\n", "pyportal"),
    "a UART without input waits for its timeout": ("""
import board, busio, time
uart = busio.UART(board.D3, board.D4, baudrate=9600, timeout=0.25)
for read in uart.read, lambda: uart.read(5), uart.readline, lambda: uart.readinto(bytearray(4)):
    start = time.monotonic()
    print(read(), round(time.monotonic() - start, 2))
print(uart.write(b"hello"), uart.in_waiting, uart.baudrate)
""", "None 0.25\n" * 4 + "5 0 9600\n", "pyportal"),
    "bitbanged buses behave like the others": ("""
import bitbangio, board
i2c = bitbangio.I2C(board.SCL, board.SDA)
spi = bitbangio.SPI(board.SCK, board.MOSI)
print(i2c.try_lock(), i2c.scan(), spi.try_lock(), hasattr(spi, "frequency"))
spi.write(b"x")
""", "True [72] True False\n", "pyportal"),
}


@pytest.mark.parametrize("case", PROGRAMS)
def test_programs(write_program, case):
    program, output, board = PROGRAMS[case]
    assert printed(write_program(program), 5, board=board) == output


NO_BUFFER = "TypeError: object with buffer protocol required"
# The modules and setup of each kind of bus, then expressions with their result, in order.
REFUSED = {
    "i2c": ("board\nfrom adafruit_bus_device.i2c_device import I2CDevice\n"
            "i2c = board.I2C()\ni2c.try_lock()", {
        "i2c.writeto(0x20, b'x')": ENODEV,
        "i2c.readfrom_into(0x20, bytearray(1))": ENODEV,
        "i2c.writeto_then_readfrom(0x20, b'x', bytearray(1))": ENODEV,
        "i2c.probe(0x20)": "False",
        "i2c.readfrom_into(0x48, bytearray(0))": "ValueError: Buffer must be at least length 1",
        "i2c.readfrom_into(0x48, b'const')": NO_BUFFER,
        "i2c.writeto(0x48, 5)": NO_BUFFER,
        "i2c.unlock()": "None",
        "i2c.writeto(0x48, b'')": UNLOCKED,
        "i2c.scan()": UNLOCKED,
        "I2CDevice(i2c, 0x20)": "ValueError: No I2C device at address: 0x20",
    }),
    "spi": ("board, busio\nspi = board.SPI()\nwriter = busio.SPI(board.D3, board.D4)", {
        "spi.write(b'x')": UNLOCKED,
        "(spi.try_lock(), spi.try_lock())": "(True, False)",
        "spi.configure(polarity=2)": "ValueError: polarity must be 0-1",
        "spi.configure(bits=3)": "ValueError: bits must be 8-9",
        "spi.configure(baudrate=0)": "ValueError: baudrate must be >= 1",
        "spi.write_readinto(b'abc', bytearray(2))":
            "ValueError: buffer slices must be of equal length",
        "busio.SPI(board.D3)": "ValueError: Must provide MISO or MOSI pin",
        "busio.SPI(board.D3, half_duplex=True)":
            "NotImplementedError: Half duplex SPI is not implemented",
        "writer.try_lock()": "True",
        "writer.readinto(bytearray(1))": "ValueError: No MISO pin",
    }),
}


@pytest.mark.parametrize("bus", REFUSED)
def test_wrong_use_raises_as_on_the_device(write_program, bus):
    modules, results = REFUSED[bus]
    assert outcomes(write_program, modules, results) == [*results.values()]


def test_i2c_needs_lines_that_are_pulled_up(write_program):
    portal = run(write_program("""
import board, busio
for _ in range(2):
    try:
        busio.I2C(board.D4, board.D3)
        print("fine")
    except RuntimeError as error:
        print(error)
        input()
"""), 0.1)
    portal.pins["D3"].set(1.0)
    portal.pins["D4"].set(1.0)
    portal.type("\n")
    portal.run(0.1)
    assert portal.serial == "No pull up found on SDA or SCL; check your wiring\nfine\n"


def test_spi_reads_what_is_on_its_pin(write_program):
    portal = run(write_program("""
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
"""), 0.1)
    for level in (0.0, 1.0):
        portal.pins["MISO"].set(level)
        portal.type("\n")
        portal.run(0.1)
    assert portal.serial == "8000000\n[0, 0, 0]\n[0, 255, 255]\n"


class Echo(I2CPeripheral):
    """Gives back what was written to it."""

    def __init__(self):
        self.kept = b""

    def write(self, data):
        self.kept = data or self.kept

    def read(self, length):
        return self.kept[:length].ljust(length, b"?")


class Flash(SPIPeripheral):
    """Notes what happens to it; on READY it drives a pin while it is selected."""

    def __init__(self, ready):
        self.ready, self.busy, self.heard = ready, False, []

    def connect(self, pins):
        pins[self.ready].outside = lambda: float(self.busy)

    def select(self):
        self.busy = True
        self.heard.append("select")

    def transfer(self, sent):
        self.heard.append(bytes(sent))
        return bytes(255 - byte for byte in sent)

    def deselect(self):
        self.busy = False
        self.heard.append("deselect")


def test_a_chip_on_i2c_stays_connected_over_a_reset(write_program):
    portal = PyPortal(write_program("""
import board
i2c = board.I2C()
i2c.try_lock()
data = bytearray(3)
i2c.readfrom_into(0x20, data)
print(i2c.scan(), data)
i2c.writeto(0x20, b"abc")
"""))
    portal.board.i2c.connect(0x20, Echo())
    portal.run(1)
    portal.reset()
    portal.run(1)
    assert portal.serial == "[32, 72] bytearray(b'???')\n[32, 72] bytearray(b'abc')\n"


FLASH = r"""
import board, digitalio
cs, ready = digitalio.DigitalInOut(board.D3), digitalio.DigitalInOut(board.D4)
cs.switch_to_output(True)
spi = board.SPI()
spi.try_lock()
print(ready.value)
cs.value = False
print(ready.value)
data = bytearray(2)
spi.write_readinto(b"\x01\x02", data)
spi.write(b"\x03")
spi.readinto(data, end=1, write_value=9)
print(list(data))
"""


def test_a_chip_on_spi_is_selected_by_its_pin(write_program):
    portal = PyPortal(write_program(FLASH + "cs.value = True\nprint(ready.value)\n"))
    flash = Flash("D4")
    portal.board.spi.connect("D3", flash)
    portal.run(1)
    assert portal.serial == "False\nTrue\n[246, 253]\nFalse\n"
    assert flash.heard == ["select", b"\x01\x02", b"\x03", b"\x09", "deselect"]


def test_a_reset_releases_the_chip_select(write_program):
    portal = PyPortal(write_program(FLASH + "while True: pass"))
    flash = Flash("D4")
    portal.board.spi.connect("D3", flash)
    portal.run(1)
    portal.reset()
    portal.run(1)
    assert portal.serial == "False\nTrue\n[246, 253]\n" * 2
    assert flash.heard.count("deselect") == 1


def remarks_of(portal):
    remarks = []
    portal.board.console.adviser = remarks.append
    portal.run(1)
    return remarks


def test_an_i2c_address_without_a_chip_is_remarked_once(write_program):
    portal = PyPortal(write_program("""
import board
i2c = board.I2C()
i2c.try_lock()
i2c.scan()
for address in (0x20, 0x48, 0x20, 0x21):
    try:
        i2c.writeto(address, b"x")
    except OSError:
        pass
"""))
    assert remarks_of(portal) == ["nothing is simulated at the I2C address 0x20",
                                  "nothing is simulated at the I2C address 0x21"]


def test_spi_bytes_without_a_chip_are_remarked_once(write_program):
    portal = PyPortal(write_program(r"""
import board, digitalio
spi = board.SPI()
spi.try_lock()
spi.write(b"\xff" * 10)
spi.write(b"\x9f\x00")
spi.write(b"\x05")
digitalio.DigitalInOut(board.SD_CS).switch_to_output(False)
spi.write(b"\x40\x00\x00\x00\x00\x95")
"""))
    assert remarks_of(portal) == [
        "nothing answers on the SPI bus: no chip that is simulated is selected, "
        "and 0x9F was sent first",
        "nothing answers on the SPI bus: SD_CS is selected, and 0x40 was sent first"]


READ = """
import board, struct
from adafruit_bus_device.i2c_device import I2CDevice
device = I2CDevice(board.I2C(), ADDRESS)
def read(asked, size):
    answer = bytearray(size)
    with device:
        device.write(bytes(asked))
        device.readinto(answer)
    return bytes(answer)
"""


@pytest.mark.parametrize(("celsius", "steps"), [(25.0, 25 * 16), (21.53, 344),
                                                (-10.0, 0x2000 - 10 * 16), (0.0, 0)])
def test_the_thermometer_measures_in_steps_of_a_sixteenth_degree(write_program, celsius, steps):
    """The 13 bits are those of its data sheet."""
    with PyPortal(write_program(READ.replace("ADDRESS", "0x48") + """
print(read([0x0B], 1), int.from_bytes(read([0], 2), "big") / 8)
""")) as portal:
        portal.temperature = celsius
        portal.run(1)
        assert portal.serial == f"b'\\xcb' {float(steps)}\n"


def test_adafruits_thermometer_library_runs(write_program):
    with PyPortal(write_program("""
import board, adafruit_adt7410
sensor = adafruit_adt7410.ADT7410(board.I2C())
print(sensor.temperature)
sensor.high_resolution = True
print(sensor.temperature)
""")) as portal:
        portal.temperature = 21.3
        portal.run(1)
        coarse, fine = map(float, portal.serial.split())
    assert coarse == pytest.approx(21.3, abs=1 / 16)
    assert fine == pytest.approx(21.3, abs=1 / 256)


def printed_with(write_program, address, chip, program):
    with PyPortal(write_program(READ.replace("ADDRESS", str(address)) + program)) as portal:
        portal.board.i2c.connect(address, chip)
        portal.run(1)
        return portal.serial


def test_the_soil_sensor_gives_its_identity_moisture_and_temperature(write_program):
    """The numbers are those of Adafruit's guide: SAMD09, product 4026, degrees in 16.16 bits."""
    assert printed_with(write_program, 0x36, SoilSensor(moisture=812, celsius=-3.5), """
print(read([0, 1], 1), struct.unpack(">I", read([0, 2], 4))[0] >> 16)
print(int.from_bytes(read([0x0F, 0x10], 2), "big"), struct.unpack(">i", read([0, 4], 4))[0] / 65536)
""") == "b'U' 4026\n812 -3.5\n"


def test_the_thermocouple_gives_three_temperatures_and_keeps_its_settings(write_program):
    assert printed_with(write_program, 0x67, Thermocouple(hot=180.25, cold=24.5), """
print(*(struct.unpack(">h", read([register], 2))[0] / 16 for register in (0, 1, 2)))
print(read([0x20], 1), read([4], 1), read([5], 1))
with device:
    device.write(bytes([5, 0x07]))
print(read([5], 1))
""") == "180.25 155.75 24.5\nb'@' b'@' b'\\x00'\nb'\\x07'\n"
