# SPDX-License-Identifier: MIT
"""Pins and buses: what a program does with them, and what is connected to them from outside."""

import pytest

from sim.board.peripheral import SPIPeripheral
from tests.support.programs.programs import TRY, PyPortal, printed, run

FLASH = """
import board, digitalio
from adafruit_bus_device.spi_device import SPIDevice
cs, ready = digitalio.DigitalInOut(board.D3), digitalio.DigitalInOut(board.D4)
device = SPIDevice(board.SPI(), cs, baudrate=1_000_000)
print(cs.value, ready.value)
with device as spi:
    print(cs.value, ready.value, spi.try_lock(), spi.frequency)
    data = bytearray(2)
    spi.write_readinto(b"\\x01\\x02", data)
    spi.write(b"\\x03")
    spi.readinto(data, end=1, write_value=9)
    print(list(data))
print(cs.value, ready.value, board.SPI().try_lock())
cs.value = False
while True:
    pass
"""
OWN_CHIPS = """
import board, busio
from digitalio import DigitalInOut
from adafruit_esp32spi.adafruit_esp32spi import ESP_SPIcontrol
i2c = board.I2C()
while not i2c.try_lock():
    pass
print(i2c.scan(), board.STEMMA_I2C() is i2c)
pins = [DigitalInOut(pin) for pin in (board.ESP_CS, board.ESP_BUSY, board.ESP_RESET)]
spi = busio.SPI(board.SCK, board.MOSI, board.MISO)
esp = ESP_SPIcontrol(spi, *pins)
print(esp.status, esp.is_connected, esp.firmware_version)
spi.deinit()
spi = board.SPI()
print(board.SPI() is spi)
spi.deinit()
print(board.SPI() is spi)
"""
UNANSWERED = """
import board, digitalio
i2c, spi = board.I2C(), board.SPI()
i2c.try_lock(), spi.try_lock()
i2c.scan()
for address in (0x20, 0x48, 0x20, 0x21):
    try:
        i2c.writeto(address, b"x")
    except OSError:
        pass
spi.write(b"\\xff" * 10)
spi.write(b"\\x9f\\x00")
spi.write(b"\\x05")
digitalio.DigitalInOut(board.SD_CS).switch_to_output(False)
spi.write(b"\\x40\\x00\\x00\\x00\\x00\\x95")
"""
PARTS = {
    "analogio.AnalogIn(board.D3)": "part.value",
    "analogio.AnalogOut(board.A0)": "setattr(part, 'value', 5)",
    "digitalio.DigitalInOut(board.D3)": "part.value",
    "pwmio.PWMOut(board.D4)": "part.duty_cycle",
    "keypad.Keys((board.D3,), value_when_pressed=False)": "part.events",
    "busio.I2C(board.SCL, board.SDA)": "part.try_lock()",
    "busio.SPI(board.SCK, board.MOSI)": "part.configure()",
    "busio.UART(board.D3, board.D4)": "part.in_waiting",
}
DEINITIALIZED = "ValueError: Object has been deinitialized and can no longer be used. " \
                "Create a new object."
INPUT = """
import board, digitalio
pin = digitalio.DigitalInOut(board.D3)
pin.switch_to_input(pull=digitalio.Pull.UP)
"""
PRINT_KEYS = INPUT + """
while True:
    input()
    print(pin.value)
"""


def ask(portal):
    before = len(portal.serial)
    portal.type("\n")
    portal.run(0.1)
    return portal.serial[before:].strip()


def test_a_pin_reads_the_voltage_that_holds_it_or_its_pull_also_after_a_reset(write_program):
    portal = run(write_program(PRINT_KEYS))
    for held, seen in (None, "True"), (True, "True"), (0.2, "False"), (0.9, "True"), \
                      (False, "False"):
        portal.pins["D3"].set(held)
        assert ask(portal) == seen
    portal.reset()
    portal.run(0.5)
    assert ask(portal) == "False"
    portal.pins["D3"].set(None)
    assert ask(portal) == "True"


def test_a_part_that_is_pulled_out_lets_go_of_its_pin(write_program, tmp_path):
    (tmp_path / "parts.toml").write_text('[door]\nkind = "button"\n')
    portal = run(write_program(PRINT_KEYS))
    portal.set("pressed", True)
    assert ask(portal) == "False"
    (tmp_path / "parts.toml").write_text("")
    portal.plug()
    assert ask(portal) == "True"


# Objects that claim pins, each with a use.


def test_a_part_claims_its_pins_until_it_is_deinitialized(write_program):
    text = printed(write_program(f"""
import analogio, board, busio, digitalio, keypad, pwmio
{TRY}
""" + "".join(f"""
with {make} as part:
    attempt(lambda: {make})
part.deinit()
attempt(lambda: {use})
{make}.deinit()
print("claimed again")
""" for make, use in PARTS.items())))
    lines = text.splitlines()
    assert len(lines) == 3 * len(PARTS)
    assert all(line.startswith("ValueError:") and line.endswith(" in use") for line in lines[::3])
    assert lines[1::3] == [DEINITIALIZED] * len(PARTS)
    assert lines[2::3] == ["claimed again"] * len(PARTS)


def test_a_pyportal_has_a_thermometer_on_i2c_and_the_esp32_on_spi(write_program):
    assert printed(write_program(OWN_CHIPS), 5) == (
        "[72] True\n0 False 1.7.7\nTrue\nFalse\n")
    scan = "import board\ni2c = board.I2C()\nprint(i2c.try_lock(), i2c.scan())"
    assert printed(write_program(scan), board="pyportal_pynt") == "True []\n"


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


def test_a_chip_on_spi_is_selected_by_its_pin_until_a_reset(write_program):
    portal = PyPortal(write_program(FLASH))
    flash = Flash("D4")
    portal.board.spi.connect("D3", flash)
    portal.run(1)
    once = ["select", b"\x01\x02", b"\x03", b"\x09", "deselect", "select"]
    assert flash.heard == once
    assert [portal.pins[name].driven for name in ("D3", "D4")] == [True, False]
    portal.reset()
    portal.run(1)
    assert flash.heard == [*once, "deselect", *once]
    assert portal.serial == ("True False\nFalse True False 1000000\n[246, 253]\n"
                             "True False True\n") * 2


def test_addresses_and_bytes_without_a_chip_are_remarked_once(write_program):
    portal = PyPortal(write_program(UNANSWERED))
    remarks = []
    portal.board.console.adviser = remarks.append
    portal.run(1)
    assert remarks == [
        "nothing is simulated at the I2C address 0x20",
        "nothing is simulated at the I2C address 0x21",
        "nothing answers on the SPI bus: no chip that is simulated is selected, "
        "and 0x9F was sent first",
        "nothing answers on the SPI bus: SD_CS is selected, and 0x40 was sent first"]


WIRED = """
import board, digitalio
out, into = digitalio.DigitalInOut(board.D3), digitalio.DigitalInOut(board.D4)
into.switch_to_input(pull=digitalio.Pull.UP)
def both():
    return [into.value for out.value in (False, True)]
out.switch_to_output()
print(both())
while True:
    pass
"""


def test_two_pins_that_are_joined_follow_each_other_also_after_a_reset(write_program):
    portal = PyPortal(write_program(WIRED))
    portal.pins["D3"].set(portal.pins["D4"])
    portal.run(1)
    portal.reset()
    portal.run(1)
    assert (portal.pins["D3"].voltage, portal.pins["D3"].driven) == (1.0, True)
    portal.pins["D4"].set(None)
    portal.reset()
    portal.run(1)
    assert portal.serial == "[False, True]\n[False, True]\n[True, True]\n"


@pytest.mark.parametrize(("voltage", "error", "sentence"), [
    ("high", TypeError, "'high' is not a voltage: use True, False, 0.0 to 1.0, a pin or None"),
    (1.1, ValueError, "the voltage 1.1 is not between 0.0 and 1.0"),
    (float("nan"), ValueError, "the voltage nan is not between 0.0 and 1.0")])
def test_what_is_no_voltage_and_no_pin_is_refused(write_program, voltage, error, sentence):
    portal = PyPortal(write_program("pass"))
    with pytest.raises(error) as caught:
        portal.pins["D3"].set(voltage)
    assert str(caught.value) == sentence
    with pytest.raises(KeyError, match="the board has no pin 'D5'"):
        portal.pins["D5"].set(True)


def test_a_function_gives_a_pin_its_voltage_whenever_it_is_read(write_program):
    portal = run(write_program(PRINT_KEYS))
    values = iter([0.8, 0.2, None])
    portal.pins["D3"].set(lambda: next(values))
    assert [ask(portal) for _ in range(3)] == ["True", "False", "True"]
