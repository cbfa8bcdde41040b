# SPDX-License-Identifier: MIT
"""Pins: what a program does with them, and what is connected to them from outside."""

import pytest

from tests.support.programs.programs import TRY, PyPortal, outcomes, printed, run

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


def test_two_pins_can_be_joined_and_disconnected(write_program):
    portal = run(write_program("""
import board, digitalio
one, other = digitalio.DigitalInOut(board.D3), digitalio.DigitalInOut(board.D4)
one.switch_to_output(True)
while True:
    input()
    print(other.value)
    one.value = not one.value
"""))
    assert portal.pins["D3"].driven and portal.pins["D3"].voltage == 1.0
    assert not portal.pins["D4"].driven
    portal.pins["D3"].set(portal.pins["D4"])
    assert [ask(portal), ask(portal), ask(portal)] == ["True", "False", "True"]
    portal.pins["D4"].set(None)
    assert [ask(portal), ask(portal)] == ["False", "False"]


def test_a_function_is_called_for_each_reading(write_program):
    portal = PyPortal(write_program(INPUT + "print([pin.value for _ in range(6)])"))
    answers = iter([True, False, False, True, None, False])
    portal.pins["D3"].set(lambda: next(answers))
    portal.run(1)
    assert portal.serial == "[True, False, False, True, True, False]\n"


def test_names_of_a_pin_share_one_wire_and_what_is_no_voltage_is_refused(write_program):
    pins = run(write_program("pass")).pins
    pins["A1"].set(0.25)
    assert pins["D3"].voltage == pins["PA04"].voltage == 0.25
    for held in -0.1, 1.1, float("nan"), 2:
        with pytest.raises(ValueError, match="is not between"):
            pins["D3"].set(held)
    with pytest.raises(TypeError, match="'low' is not a voltage"):
        pins["D3"].set("low")
    with pytest.raises(KeyError, match="no pin 'D99'"):
        pins["D99"].set(True)


# What claims pins, with a use of it.
PARTS = {
    "analogio.AnalogIn(board.D3)": "value",
    "analogio.AnalogOut(board.A0)": "__setattr__('value', 5)",
    "countio.Counter(board.D3)": "count",
    "digitalio.DigitalInOut(board.D3)": "value",
    "pwmio.PWMOut(board.D4)": "duty_cycle",
    "touchio.TouchIn(board.D3)": "raw_value",
    "rotaryio.IncrementalEncoder(board.D3, board.D4)": "position",
    "keypad.Keys((board.D3,), value_when_pressed=False)": "events",
    "keypad.KeyMatrix((board.D3,), (board.D4,))": "events",
    "busio.I2C(board.SCL, board.SDA)": "try_lock()",
    "busio.SPI(board.SCK, board.MOSI)": "try_lock()",
    "busio.UART(board.D3, board.D4)": "in_waiting",
}


def test_a_part_claims_its_pins_until_it_is_deinitialized(write_program):
    text = printed(write_program(f"""
import analogio, board, busio, countio, digitalio, keypad, pwmio, rotaryio, touchio
{TRY}
""" + "".join(f"""
with {make} as part:
    attempt(lambda: {make})
part.deinit()
attempt(lambda: part.{use})
{make}.deinit()
print("claimed again")
""" for make, use in PARTS.items())))
    lines = text.splitlines()
    assert len(lines) == 3 * len(PARTS)
    assert all(line.startswith("ValueError:") and line.endswith(" in use") for line in lines[::3])
    assert lines[1::3] == [DEINITIALIZED] * len(PARTS)
    assert lines[2::3] == ["claimed again"] * len(PARTS)


# The value or the error of each expression, in order.
RESULTS = {
    "(digitalio.Pull.UP, digitalio.Direction.OUTPUT, digitalio.DriveMode.OPEN_DRAIN)":
        "(digitalio.Pull.UP, digitalio.Direction.OUTPUT, digitalio.DriveMode.OPEN_DRAIN)",
    "digitalio.DigitalInOut(3)": "TypeError: pin must be of type Pin, not int",
    "digitalio.DigitalInOut(board.D3).switch_to_input(pull=1)":
        "TypeError: pull must be of type Pull or None, not int",
    "setattr(digitalio.DigitalInOut(board.SDA), 'value', 1)":
        "AttributeError: Cannot set value when direction is input.",
    "blocked.deinit()": "None",
    "busio.SPI(board.SCK, board.MOSI, board.MISO).deinit()": "None",
    "setattr(digitalio.DigitalInOut(board.MISO), 'direction', 7)": "ValueError: Invalid direction.",
    "digitalio.Pull()": "TypeError: cannot create 'Pull' instances",
    "analogio.AnalogIn(board.D13)": "ValueError: Invalid pin",
    "setattr(analogio.AnalogOut(board.A0), 'value', 65536)": "ValueError: value must be 0-65535",
    "pwmio.PWMOut(board.D4, frequency=0)": "ValueError: Invalid frequency",
    "pwmio.PWMOut(board.D4, duty_cycle=70000)": "ValueError: duty_cycle must be 0-65535",
    "setattr(pwmio.PWMOut(board.D4), 'frequency', 1000)":
        "AttributeError: PWM frequency not writable when variable_frequency is False on "
        "construction.",
    "touchio.TouchIn(board.SCK, pull='up')":
        "TypeError: pull must be of type Pull or None, not str",
}


def test_wrong_arguments_raise_as_on_the_device_and_claim_no_pins(write_program):
    modules = """analogio, board, busio, digitalio, pwmio, touchio
blocked = digitalio.DigitalInOut(board.MISO)"""
    calls = "busio.SPI(board.SCK, board.MOSI, board.MISO)", *RESULTS
    assert outcomes(write_program, modules, calls) == [
        "ValueError: MISO in use", *RESULTS.values()]


def test_an_open_drain_output_does_not_drive_a_high_level(write_program):
    portal = PyPortal(write_program("""
import board, digitalio
pin = digitalio.DigitalInOut(board.D3)
pin.switch_to_output(True, digitalio.DriveMode.OPEN_DRAIN)
print(pin.value)
pin.value = False
print(pin.value)
"""))
    portal.pins["D3"].set(1.0)
    portal.run(1)
    assert portal.serial == "True\nFalse\n"


def test_a_touch_pad_reads_a_whole_and_half_a_touch(write_program):
    portal = run(write_program("""
import board, touchio
pad = touchio.TouchIn(board.D4)
while True:
    input()
    print(pad.value, pad.raw_value > pad.threshold + 1500)
"""))
    seen = [ask(portal)]
    for held in (True, 0.5, None):
        portal.pins["D4"].set(held)
        seen.append(ask(portal))
    assert seen == ["False False", "True True", "True False", "False False"]
