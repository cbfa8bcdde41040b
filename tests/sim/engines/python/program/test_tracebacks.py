# SPDX-License-Identifier: MIT
"""A traceback lists the calls that a board's lists."""


def test_a_built_in_library_is_not_listed(pyportal, write_program):
    portal = pyportal(write_program(
        "import board\n"
        "from adafruit_bus_device.i2c_device import I2CDevice\n"
        "with I2CDevice(board.I2C(), 0x18, probe=False) as device:\n"
        "    device.write(b'a')\n"))
    portal.run(2)
    assert portal.serial == ('Traceback (most recent call last):\n'
                             '  File "code.py", line 4, in <module>\n'
                             'OSError: [Errno 5] Input/output error\n')
