# SPDX-License-Identifier: MIT
"""Chips that a test connects to I2C and SPI, and what is remarked where none is."""

from sim import PyPortal
from sim.board.peripheral import I2CPeripheral, SPIPeripheral


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


def test_a_chip_can_be_connected_to_i2c_and_stays_over_a_reset(write_program):
    portal = PyPortal(write_program("""
import board
i2c = board.I2C()
i2c.try_lock()
data = bytearray(3)
i2c.readfrom_into(0x20, data)
print(i2c.scan(), data)
i2c.writeto(0x20, b"abc")
"""))
    portal.machine.i2c.connect(0x20, Echo())
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
    portal.machine.spi.connect("D3", flash)
    portal.run(1)
    assert portal.serial == "False\nTrue\n[246, 253]\nFalse\n"
    assert flash.heard == ["select", b"\x01\x02", b"\x03", b"\x09", "deselect"]


def test_a_reset_lets_go_of_the_chip_select(write_program):
    portal = PyPortal(write_program(FLASH + "while True: pass"))
    flash = Flash("D4")
    portal.machine.spi.connect("D3", flash)
    portal.run(1)
    portal.reset()
    portal.run(1)
    assert portal.serial == "False\nTrue\n[246, 253]\n" * 2
    assert flash.heard.count("deselect") == 1


def remarks_of(portal):
    remarks = []
    portal.machine.console.adviser = remarks.append
    portal.run(1)
    return remarks


def test_an_address_where_nothing_is_simulated_is_remarked_once(write_program):
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


def test_bytes_that_nobody_hears_on_spi_are_remarked_once(write_program):
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
