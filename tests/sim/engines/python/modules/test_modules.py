# SPDX-License-Identifier: MIT
"""The serial line as a stream, and keys, knobs and counters at pins."""


import pytest

from tests.support.programs.programs import run


def test_the_serial_line_gives_bytes_and_waits_as_long_as_it_is_told(write_program):
    portal = run(write_program("""
import time, usb_cdc
line = usb_cdc.console
line.timeout = 0.5
print(usb_cdc.data, line.read(3), time.monotonic(), line.readline())
while line.in_waiting < 9:
    pass
print(line.read(2), line.readline(), line.in_waiting)
buffer = bytearray(4)
print(line.readinto(buffer), buffer, line.write(b"out\\n"), line.connected)
line.reset_input_buffer()
print(line.in_waiting)
"""), 2)
    with pytest.raises(ValueError, match="surrogates"):
        portal.type("half of a pair: \udfbf")
    portal.type("é1\ntail++".encode())
    portal.run(1)
    assert portal.serial == ("None b'' 1.5 None\nb'\\xc3\\xa9' b'1\\n' 6\n"
                             "out\n4 bytearray(b'tail') 4 True\n0\n")


KEYS = """
import board, keypad, supervisor
start = supervisor.ticks_ms()
keys = keypad.Keys((board.D3, board.D4), value_when_pressed=False, {options})
event = keypad.Event()
while True:
    if keys.events.get_into(event):
        print(event.key_number, "down" if event.pressed else "up", event.timestamp - start)
"""


def press(portal, pin, seconds):
    portal.pins[pin].set(False)
    portal.run(seconds)
    portal.pins[pin].set(None)
    portal.run(0.1)


# Options, the presses after half a second, and the events with the earliest and latest time.
@pytest.mark.parametrize(("options", "presses", "events"), [
    ("", [("D3", 0.2), ("D4", 0.1)], ["0 down 500 521", "0 up 700 721", "1 down 800 821",
                                      "1 up 900 921"]),
    ("interval=0.5", [("D3", 0.2)], []),
    # Three scans of 20 ms must have agreed; the two presses begin at 500 and 630 ms.
    ("debounce_threshold=3", [("D3", 0.03), ("D3", 0.2)], ["0 down 670 691", "0 up 870 891"])])
def test_keys_tell_who_went_which_way_and_when(write_program, options, presses, events):
    portal = run(write_program(KEYS.format(options=options)), 0.6 if "interval" in options else 0.5)
    for pin, seconds in presses:
        press(portal, pin, seconds)
    found = portal.serial.splitlines()
    for line, event in zip(found, events, strict=True):
        (key, way, moment), (*expected, least, most) = line.split(), event.split()
        assert [key, way] == expected
        assert int(least) <= int(moment) <= int(most)


@pytest.mark.parametrize("to_anodes", [True, False])
def test_a_matrix_finds_the_key_at_a_crossing(write_program, to_anodes):
    portal = run(write_program(f"""
import board, keypad
matrix = keypad.KeyMatrix((board.D3, board.SCK), (board.D4, board.MISO, board.D13),
                          columns_to_anodes={to_anodes})
while True:
    event = matrix.events.get()
    if event:
        print(matrix.key_number_to_row_column(event.key_number), event.pressed)
"""), 0.1)
    for row, column in (("SCK", "D13"), ("D3", "MISO")):
        for wire in portal.pins[column], None:
            portal.pins[row].set(wire)
            portal.run(0.1)
    assert portal.serial == "(1, 2) True\n(1, 2) False\n(0, 1) True\n(0, 1) False\n"


@pytest.mark.parametrize(("divisor", "quarters", "position"),
                         [(4, 12, 3), (4, -12, -3), (2, 8, 4), (1, -4, -4), (4, 3, 0)])
def test_a_knob_is_followed_both_ways(write_program, divisor, quarters, position):
    """By quarters of a detent."""
    portal = run(write_program(f"""
import board, rotaryio
knob = rotaryio.IncrementalEncoder(board.D3, board.D4, {divisor})
input()
print(knob.position)
knob.position = 7
print(knob.position)
"""), 0.1)
    cycle = [(False, True), (False, False), (True, False), (True, True)]
    for quarter in range(abs(quarters)):
        levels = cycle[quarter % 4] if quarters > 0 else cycle[(2 - quarter) % 4]
        for pin, level in zip(("D3", "D4"), levels, strict=True):
            portal.pins[pin].set(level)
        portal.run(0.01)
    portal.type("\n")
    portal.run(0.1)
    assert portal.serial == f"{position}\n7\n"
