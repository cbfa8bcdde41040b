# SPDX-License-Identifier: MIT
"""Keys, rotary encoders and counters at the pins: every event with its virtual time."""

import pytest

from tests.support.programs.programs import PyPortal, outcomes, printed, run

KEYS = """
import board, keypad, supervisor
start = supervisor.ticks_ms()
keys = keypad.Keys((board.D3, board.D4), value_when_pressed=False, {options})
event = keypad.Event()
while True:
    if keys.events.get_into(event):
        print(event.key_number, "down" if event.pressed else "up", event.timestamp - start)
"""


def keys(write_program, options=""):
    return PyPortal(write_program(KEYS.format(options=options)))


def press(portal, pin, seconds):
    portal.pins[pin].set(False)
    portal.run(seconds)
    portal.pins[pin].set(None)
    portal.run(0.1)


def events(portal):
    return [(int(key), way, int(ms)) for key, way, ms in map(str.split, portal.serial.splitlines())]


def test_keys_tell_who_went_which_way_and_when(write_program):
    portal = keys(write_program)
    portal.run(0.5)
    press(portal, "D3", 0.2)
    press(portal, "D4", 0.1)
    told = events(portal)
    assert [event[:2] for event in told] == [(0, "down"), (0, "up"), (1, "down"), (1, "up")]
    for (*_, ms), expected in zip(told, (500, 700, 800, 900), strict=True):
        assert expected <= ms <= expected + 21


def test_a_key_that_is_down_at_the_start_is_told_at_once(write_program):
    portal = keys(write_program)
    portal.pins["D4"].set(False)
    portal.run(0.2)
    assert events(portal) == [(1, "down", 0)]


def test_the_interval_is_how_often_keys_are_looked_at(write_program):
    portal = keys(write_program, "interval=0.5")
    portal.run(0.6)
    press(portal, "D3", 0.2)
    portal.run(1)
    assert portal.serial == ""


def test_a_debounce_threshold_hides_what_is_shorter(write_program):
    portal = keys(write_program, "debounce_threshold=3")
    portal.run(0.5)
    press(portal, "D3", 0.03)
    assert portal.serial == ""
    press(portal, "D3", 0.2)
    down, up = events(portal)
    assert (down[1], up[1]) == ("down", "up")
    # Three scans of 20 ms must have agreed; the two presses began at 500 and 630 ms.
    assert 630 + 40 <= down[2] <= 630 + 61


def test_events_that_find_no_room_are_lost_and_it_is_told(write_program):
    portal = PyPortal(write_program("""
import board, keypad, time
keys = keypad.Keys((board.D3,), value_when_pressed=False, max_events=2)
time.sleep(2)
print(len(keys.events), keys.events.overflowed, keys.events.get(), keys.events.get())
keys.events.clear()
print(len(keys.events), keys.events.overflowed, keys.events.get())
"""))
    for _ in range(3):
        press(portal, "D3", 0.2)
    portal.run(3)
    assert portal.serial == (
        "2 True <Event: key_number 0 pressed> <Event: key_number 0 released>\n0 False None\n")


def test_reset_tells_a_key_again_that_is_held(write_program):
    portal = PyPortal(write_program("""
import board, keypad
keys = keypad.Keys((board.D3,), value_when_pressed=False)
keys.reset()
print(keys.events.get(), keys.events.get(), keys.events.get())
"""))
    portal.pins["D3"].set(False)
    portal.run(1)
    assert portal.serial == ("<Event: key_number 0 pressed> <Event: key_number 0 pressed> None\n")


def test_a_matrix_finds_the_key_at_a_crossing(write_program):
    for to_anodes in (True, False):
        portal = PyPortal(write_program(f"""
import board, keypad
matrix = keypad.KeyMatrix((board.D3, board.SCK), (board.D4, board.MISO, board.D13),
                          columns_to_anodes={to_anodes})
while True:
    event = matrix.events.get()
    if event:
        print(matrix.key_number_to_row_column(event.key_number), event.pressed)
"""))
        portal.run(0.1)
        for row, column in (("SCK", "D13"), ("D3", "MISO")):
            portal.pins[row].set(portal.pins[column])
            portal.run(0.1)
            portal.pins[row].set(None)
            portal.run(0.1)
        assert portal.serial == "(1, 2) True\n(1, 2) False\n(0, 1) True\n(0, 1) False\n"


def test_a_shift_register_hands_its_keys_over_one_by_one(write_program):
    portal = PyPortal(write_program("""
import board, keypad
keys = keypad.ShiftRegisterKeys(clock=board.D3, data=board.D4, latch=board.D13, key_count=8,
                                value_when_pressed=True)
while True:
    event = keys.events.get()
    if event:
        print(event.key_number, event.pressed)
"""))
    pressed, read = set(), [0]

    def register():
        """An 8-bit register, read once for each of its inputs in a scan."""
        read[0] += 1
        return float((read[0] - 1) % 8 in pressed)

    portal.pins["D4"].set(register)
    portal.run(0.1)
    for now in ({5}, {2, 5}, {2}):
        pressed.clear()
        pressed.update(now)
        portal.run(0.1)
    assert portal.serial == "5 True\n2 True\n5 False\n"


WRONG = [
    ("keypad.Keys((), value_when_pressed=True)", "ValueError: pins length must be >= 1"),
    ("keypad.Keys((3,), value_when_pressed=True)", "TypeError: pins must be of type Pin, not int"),
    ("keypad.Keys((board.D3, board.D3), value_when_pressed=True)", "ValueError: D3 in use"),
    ("keypad.Keys((board.D3,), value_when_pressed=True, interval=-1)",
     "ValueError: interval must be >= 0"),
    ("keypad.Keys((board.D3,), value_when_pressed=True, max_events=0)",
     "ValueError: max_events must be >= 1"),
    ("keypad.Event(-1)", "ValueError: key_number must be 0-65535"),
    ("keypad.EventQueue()", "TypeError: cannot create 'EventQueue' instances"),
    ("matrix.key_number_to_row_column(4)", "ValueError: key_number must be 0-3"),
    ("matrix.row_column_to_key_number(0, 1)", "1"), ("matrix.row_column_to_key_number(1, 0)", "2"),
    ("matrix.row_column_to_key_number(0, 2)", "ValueError: column must be 0-1"),
    ("matrix.row_column_to_key_number(0, -1)", "ValueError: column must be 0-1"),
    ("matrix.row_column_to_key_number(2, 0)", "ValueError: row must be 0-1"),
    ("matrix.row_column_to_key_number(-1, 0)", "ValueError: row must be 0-1"),
]


def test_a_wrong_argument_raises_what_the_device_raises(write_program):
    modules = ("board, keypad\n"
               "matrix = keypad.KeyMatrix((board.MISO, board.MOSI), (board.SCK, board.D13))")
    told = outcomes(write_program, modules, [call for call, _ in WRONG])
    assert told == [error for _, error in WRONG]


def test_events_are_equal_by_key_and_way_only(write_program):
    program = """
from keypad import Event
print(Event(1, True, 5) == Event(1, True, 9), Event(1, True) == Event(1, False), Event(1) == 1)
print(len({Event(1, True, 5), Event(1, True, 6)}), Event(2, False).released)
"""
    assert printed(write_program(program)) == "True False False\n1 True\n"


def turn(portal, quarters):
    """A knob between D3 and D4, by quarters of a detent: a leads b."""
    cycle = [(False, True), (False, False), (True, False), (True, True)]
    for quarter in range(1, abs(quarters) + 1):
        a, b = cycle[(quarter - 1) % 4] if quarters > 0 else cycle[(3 - quarter) % 4]
        portal.pins["D3"].set(a)
        portal.pins["D4"].set(b)
        portal.run(0.01)


@pytest.mark.parametrize(("divisor", "quarters", "position"),
                         [(4, 12, 3), (4, -12, -3), (2, 8, 4), (1, -4, -4), (4, 3, 0)])
def test_a_knob_is_followed_both_ways(write_program, divisor, quarters, position):
    portal = run(write_program(f"""
import board, rotaryio
knob = rotaryio.IncrementalEncoder(board.D3, board.D4, {divisor})
input()
print(knob.position)
knob.position = 7
print(knob.position)
"""), 0.1)
    turn(portal, quarters)
    portal.type("\n")
    portal.run(0.1)
    assert portal.serial == f"{position}\n7\n"


@pytest.mark.parametrize(("edge", "count"), [("RISE", 3), ("FALL", 4), ("RISE_AND_FALL", 7)])
def test_a_counter_counts_the_edges_it_is_told_to(write_program, edge, count):
    portal = run(write_program(f"""
import board, countio, digitalio
counter = countio.Counter(board.D3, edge=countio.Edge.{edge}, pull=digitalio.Pull.UP)
input()
print(counter.count)
counter.reset()
print(counter.count)
"""), 0.1)
    for level in (False, True, False, None, False, False, True, False):
        portal.pins["D3"].set(level)
    portal.type("\n")
    portal.run(0.1)
    assert portal.serial == f"{count}\n0\n"
