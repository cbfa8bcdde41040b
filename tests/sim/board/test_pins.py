# SPDX-License-Identifier: MIT
"""Pins: what a program does with them, and what is connected to them from outside."""

import pytest

from tests.support.programs.programs import TRY, PyPortal, outcomes, printed, run

DEINITIALIZED = "ValueError: Object has been deinitialized and can no longer be used. " \
                "Create a new object.\n"
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


@pytest.mark.parametrize(("held", "seen"), [(False, "False"), (True, "True"), (0.2, "False"),
                                            (0.9, "True"), (None, "True")])
def test_a_pin_reads_the_voltage_that_holds_it_or_its_pull(write_program, held, seen):
    portal = run(write_program(PRINT_KEYS))
    portal.pins["D3"].set(held)
    assert ask(portal) == seen


def test_a_wire_stays_over_a_reset(write_program):
    portal = run(write_program(PRINT_KEYS))
    portal.pins["D3"].set(False)
    portal.reset()
    portal.run(0.5)
    assert ask(portal) == "False"
    portal.pins["D3"].set(None)
    assert ask(portal) == "True"


def test_all_names_of_a_pin_share_one_wire(write_program):
    portal = run(write_program("pass"))
    portal.pins["A1"].set(0.25)
    assert portal.pins["D3"].voltage == portal.pins["PA04"].voltage == 0.25


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


def test_a_wire_shows_what_the_program_drives(write_program):
    portal = run(write_program("""
import board, digitalio
led = digitalio.DigitalInOut(board.D13)
led.switch_to_output(True)
input()
"""))
    assert portal.pins["D13"].driven
    assert portal.pins["D13"].voltage == 1.0
    assert not portal.pins["D4"].driven


@pytest.mark.parametrize("held", [-0.1, 1.1, float("nan"), 2])
def test_a_voltage_beyond_the_supply_is_refused(write_program, held):
    with pytest.raises(ValueError, match="is not between"):
        PyPortal(write_program("pass")).pins["D3"].set(held)


def test_a_value_that_is_no_voltage_and_an_unknown_pin_are_refused(write_program):
    portal = PyPortal(write_program("pass"))
    with pytest.raises(TypeError, match="'low' is not a voltage"):
        portal.pins["D3"].set("low")
    with pytest.raises(KeyError, match="no pin 'D99'"):
        portal.pins["D99"].set(True)


@pytest.mark.parametrize("make", [
    "analogio.AnalogIn(board.D3)", "analogio.AnalogOut(board.A0)", "countio.Counter(board.D3)",
    "digitalio.DigitalInOut(board.D3)", "pwmio.PWMOut(board.D4)", "touchio.TouchIn(board.D3)",
    "rotaryio.IncrementalEncoder(board.D3, board.D4)",
    "keypad.Keys((board.D3,), value_when_pressed=False)",
    "keypad.KeyMatrix((board.D3,), (board.D4,))", "busio.I2C(board.SCL, board.SDA)",
    "busio.SPI(board.SCK, board.MOSI)", "busio.UART(board.D3, board.D4)"])
def test_a_part_claims_its_pins_until_it_is_deinitialized(write_program, make):
    used = {"Counter": "count", "TouchIn": "raw_value", "PWMOut": "duty_cycle", "I2C": "try_lock()",
            "IncrementalEncoder": "position", "Keys": "events", "KeyMatrix": "events",
            "SPI": "try_lock()", "UART": "in_waiting"}
    kind = make.split("(")[0].partition(".")[2]
    use = "value = 5" if kind == "AnalogOut" else used.get(kind, "value")
    text = printed(write_program(f"""
import analogio, board, busio, countio, digitalio, keypad, pwmio, rotaryio, touchio
{TRY}
with {make} as part:
    attempt(lambda: {make})
part.deinit()
try:
    part.{use}
except ValueError as error:
    print("ValueError:", error)
again = {make}
print("claimed again")
"""))
    first, second, third = text.splitlines(keepends=True)
    assert first.startswith("ValueError:")
    assert first.endswith(" in use\n")
    assert (second, third) == (DEINITIALIZED, "claimed again\n")


def test_pins_of_a_failed_constructor_are_released(write_program):
    text = printed(write_program(f"""
import board, busio, digitalio
{TRY}
blocked = digitalio.DigitalInOut(board.MISO)
attempt(lambda: busio.SPI(board.SCK, board.MOSI, board.MISO))
blocked.deinit()
busio.SPI(board.SCK, board.MOSI, board.MISO)
print("fine")
"""))
    assert text == "ValueError: MISO in use\nfine\n"


WRONG = [
    ("digitalio.DigitalInOut(3)", "TypeError: pin must be of type Pin, not int"),
    ("digitalio.DigitalInOut(board.D3).switch_to_input(pull=1)",
     "TypeError: pull must be of type Pull or None, not int"),
    ("setattr(digitalio.DigitalInOut(board.SDA), 'value', 1)",
     "AttributeError: Cannot set value when direction is input."),
    ("setattr(digitalio.DigitalInOut(board.MISO), 'direction', 7)",
     "ValueError: Invalid direction."),
    ("digitalio.Pull()", "TypeError: cannot create 'Pull' instances"),
    ("analogio.AnalogIn(board.D13)", "ValueError: Invalid pin"),
    ("setattr(analogio.AnalogOut(board.A0), 'value', 65536)", "ValueError: value must be 0-65535"),
    ("pwmio.PWMOut(board.D4, frequency=0)", "ValueError: Invalid frequency"),
    ("pwmio.PWMOut(board.D4, duty_cycle=70000)", "ValueError: duty_cycle must be 0-65535"),
    ("setattr(pwmio.PWMOut(board.D4), 'frequency', 1000)",
     "AttributeError: PWM frequency not writable when variable_frequency is False on "
     "construction."),
    ("touchio.TouchIn(board.SCK, pull='up')",
     "TypeError: pull must be of type Pull or None, not str"),
]


def test_wrong_arguments_raise_as_on_the_device(write_program):
    modules = "analogio, board, digitalio, pwmio, touchio"
    told = outcomes(write_program, modules, [call for call, _ in WRONG])
    assert told == [error for _, error in WRONG]


def test_named_values_print_as_on_the_device(write_program):
    program = "from digitalio import *\nprint(Pull.UP, Direction.OUTPUT, DriveMode.OPEN_DRAIN)"
    assert printed(write_program(program)) == (
        "digitalio.Pull.UP digitalio.Direction.OUTPUT digitalio.DriveMode.OPEN_DRAIN\n")


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
