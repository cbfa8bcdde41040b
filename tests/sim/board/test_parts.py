# SPDX-License-Identifier: MIT
"""Parts that are plugged in: each is read by its own library on both engines, and parts.toml."""

import json
import re

import pytest

from sim import PyPortal
from sim.board.boards import find_board
from sim.board.drive import Drive
from sim.board.parts import Part
from sim.board.parts.plugged import KINDS, Parts
from sim.board.sensors import LightAndTemperature
from sim.engines.firmware.storage import Storage
from tests.support import firmware
from tests.support.network import webpage
from tools import boardfacts

LOOP = """
while True:
    input()
    print({0})
"""
PIXELS = """
import board, neopixel
pixels = neopixel.NeoPixel(board.D4, 3, pixel_order={!r}, auto_write=False)
pixels.fill(0x102030)
pixels[1] = 0xFFFFFF
pixels.show()
"""
PULSES = """\
import board, pulseio
pulses = pulseio.PulseIn(board.D4, 6, idle_state=True)
def rounded():
    return [(pulses[place] + 5) // 10 * 10 for place in range(len(pulses))]
while len(pulses) < 6:
    pass
pulses.pause()
seen = rounded()
while len(pulses) > 1:
    pulses.popleft()
print(pulses.paused, seen, rounded())
pulses.clear()
pulses.resume()
while not pulses.paused:
    pass
try:
    pulses.popleft()
except RuntimeError as error:
    print(len(pulses), pulses.paused, error)
print(pulses.popleft(), len(pulses))
"""
OWN = """\
from {package} import I2CPart, Choice, Setting
class Dice(I2CPart):
    address = Choice(0x20)
    number = Setting(4, 1, 6)
    def write(self, data):
        pass
    def read(self, length):
        return bytes([self.number] * length)
class Plain:
    pass
"""
THROW = """\
import board
bus, found = board.I2C(), bytearray(1)
bus.try_lock()
while True:
    bus.readfrom_into(0x20, found)
    print(found[0])
    input()
"""
# Texts of parts.toml, and what is said of them.
WRONG = {
    "[sht4x": " is not TOML: Expected ']' at the end of a table declaration (at end of document)",
    "count = 3": ", count: write a table, [count], with the part's keys below it",
    "['a.b']\nkind = 'pir'": ", a.b: a part's name has no dot and is not empty",
    "[knob]": ', knob, kind: "knob" is not one of {kinds}',
    "[pir]\npins = 'D3'": ", pir, pins: there is no such key: use pin or motion",
    "[pir]\npin = 'D7'": ", pir, pin: D7 is not D3 or D4",
    "[pir]\nmotion = 1": ", pir, motion: 1 is not true or false",
    "[sht4x]\naddress = 0x50": ", sht4x, address: 0x50 is not 0x44 or 0x45 or 0x46",
    "[sht4x]\nhumidity = 101": ", sht4x, humidity: 101 is not a number from 0 to 100",
    "[sht4x]\nhumidity = nan": ", sht4x, humidity: nan is not a number from 0 to 100",
    "[neopixel]\ncount = 2.5": ", neopixel, count: 2.5 is not a whole number from 1 to 500",
    "[board]\nlight = 'dim'": ', board, light: "dim" is not a number from 0 to 1',
    "[pir]\n[relay]": ", relay, pin: D3 is taken by the part pir: use D4",
    "[a]\nkind = 'vcnl4040'\n[b]\nkind = 'vcnl4040'": (
        ", b, address: 0x60 is taken by the part a, and b can have no other"),
    "[sd]\ncard = 'none'": (
        ", sd, card: {folder}/none is neither a folder nor an image: name one to be the SD "
        "card"),
    "[a]\nclass = 'dice'": ', a, class: "dice" is not "module:Class"',
    "[a]\nclass = 'no_such_module:X'": (
        ", a, class: no_such_module cannot be imported: ModuleNotFoundError: No module named "
        "'no_such_module'"),
    "[a]\nclass = 'dice:Plain'": (
        ", a, class: dice has no class Plain that is derived from {package}.Part"),
}
# A part with its keys, a program that reads it with its own library, the expressions that the
# program prints, and settings that are changed, with what is then printed.
CASES = {
    "sht4x": ({"address": 69, "humidity": 40},
              "import board, adafruit_sht4x\nchip = adafruit_sht4x.SHT4x(board.I2C(), 0x45)\n",
              "hex(chip.serial_number), *(round(value, 1) for value in chip.measurements)",
              {
                  "": "0xf4a1b2c 23.0 40.0",
                  "temperature=-12.5": "0xf4a1b2c -12.5 40.0",
                  "humidity=100": "0xf4a1b2c -12.5 100",
              }),
    "bme280": ({"pressure": 990},
               """\
import board
from adafruit_bme280 import basic
chip = basic.Adafruit_BME280_I2C(board.I2C())
""", "*(round(value, 1) for value in (chip.temperature, chip.humidity, chip.pressure))",
               {
                   "": "23.0 45.0 990.0",
                   "temperature=-20": "-20.0 45.0 990.0",
                   "humidity=80.5": "-20.0 80.5 990.0",
                   "pressure=300": "-20.0 80.5 300.0",
               }),
    "veml7700": ({},
                 """\
import board, adafruit_veml7700
chip = adafruit_veml7700.VEML7700(board.I2C())
""", "round(chip.lux), round(chip.autolux / 100)",
                 {"": "300 3", "lux=20000": "20000 737", "lux=0": "0 0"}),
    "lis3dh": ({"address": 25},
               """\
import board, adafruit_lis3dh
chip = adafruit_lis3dh.LIS3DH_I2C(board.I2C(), address=0x19)
chip.range = adafruit_lis3dh.RANGE_8_G
chip.set_tap(2, 20)
""", "*(round(each, 1) for each in chip.acceleration), chip.tapped",
               {
                   "": "0.0 0.0 9.8 False",
                   "x=-30.5": "-30.5 0.0 9.8 False",
                   "z=100": "-30.5 0.0 78.4 False",
                   "tapped=1": "-30.5 0.0 78.4 True",
               }),
    "vcnl4040": ({},
                 """\
import board, adafruit_vcnl4040
chip = adafruit_vcnl4040.VCNL4040(board.I2C())
chip.proximity_high_threshold, chip.proximity_interrupt = 1000, chip.PS_INT_CLOSE
def near(bits):
    chip.proximity_bits = bits == 16
    return chip.proximity
""", "near(12), near(16), round(chip.lux), round(chip.white), chip.proximity_high_interrupt",
                 {
                     "": "0 0 300 300 False",
                     "proximity=5000": "4095 5000 300 300 True",
                     "lux=12": "4095 5000 12 12 True",
                 }),
    "soil": ({"moisture": 812},
             """\
import board
from adafruit_seesaw.seesaw import Seesaw
chip = Seesaw(board.I2C(), addr=0x36)
""", "chip.get_version() >> 16, chip.moisture_read(), round(chip.get_temp(), 2)",
             {
                 "": "4026 812 23.0",
                 "moisture=300": "4026 300 23.0",
                 "temperature=30.5": "4026 300 30.5",
             }),
    "encoder": ({"address": 55},
                """\
import board
from adafruit_seesaw import digitalio, neopixel, rotaryio, seesaw
chip = seesaw.Seesaw(board.I2C(), addr=0x37)
chip.pin_mode(24, chip.INPUT_PULLUP)
button, knob = digitalio.DigitalIO(chip, 24), rotaryio.IncrementalEncoder(chip)
neopixel.NeoPixel(chip, 6, 1).fill(0x0A141E)
""", "knob.position, button.value",
                {"": "0 True", "turned=-5": "-5 True", "pressed=on": "-5 False"}),
    "mcp9600": ({"hot": 180.25},
                "import board, adafruit_mcp9600\nchip = adafruit_mcp9600.MCP9600(board.I2C())\n",
                "chip.temperature, chip.delta_temperature, chip.ambient_temperature",
                {"": "180.25 159.25 21.0", "hot=-3.5": "-3.5 -24.5 21.0"}),
    "button": ({"pin": "D4"},
               """\
import board, digitalio
pin = digitalio.DigitalInOut(board.D4)
pin.switch_to_input(pull=digitalio.Pull.UP)
""", "pin.value", {"": "True", "pressed=on": "False", "pressed=off": "True"}),
    "button to 3V": ({"kind": "button", "pin": "D4", "to": "3V"},
                     """\
import board, digitalio
pin = digitalio.DigitalInOut(board.D4)
pin.switch_to_input(pull=digitalio.Pull.DOWN)
""", "pin.value", {"": "False", "pressed=on": "True"}),
    "pir": ({"pin": "D4"},
            """\
import board, digitalio
pin = digitalio.DigitalInOut(board.D4)
pin.switch_to_input(pull=digitalio.Pull.UP)
""", "pin.value", {"": "False", "motion=on": "True"}),
    "potentiometer": ({}, "import analogio, board\npin = analogio.AnalogIn(board.D3)\n",
                      "pin.value // 656", {"": "49", "position=0.2": "19", "position=1": "99"}),
}
ENCODER = CASES["encoder"][1]


@pytest.fixture(params=["python", "firmware"])
def plug_in(request, write_program):
    """Powers a board on with a program and parts, on each engine."""
    if request.param == "firmware":
        firmware.require()
    options = {"engine": request.param, "instant": request.param == "python"}
    made = []

    def power_on(program, parts):
        made.append(PyPortal(write_program(program), parts=parts, **options))
        return made[-1]

    yield power_on
    for portal in made:
        portal.close()


@pytest.mark.parametrize("name", CASES)
def test_a_part_is_read_by_its_library(plug_in, name):
    keys, program, printed, steps = CASES[name]
    portal = plug_in(program + LOOP.format(printed), {name: keys})
    portal.run(4)
    for change, expected in steps.items():
        setting, _, word = change.partition("=")
        if setting:
            portal.set(setting, portal.parts.parse(setting, word))
        before = len(portal.serial)
        portal.type("\n")
        portal.run(4)
        assert portal.serial[before:].strip() == expected, portal.serial


def test_a_button_that_is_held_when_its_key_is_made_gives_an_event_only_after_a_reset(plug_in):
    portal = plug_in("""
import board, keypad, time
input()
keys = keypad.Keys((board.D3,), value_when_pressed=False, interval=0.01)
for again in keys.reset, keys.deinit:
    time.sleep(0.1)
    print(keys.events.get())
    again()
""", {"button": {"pin": "D3"}})
    portal.run(4)
    portal.set("pressed", True)
    portal.type("\n")
    portal.run(4)
    assert portal.serial.endswith("None\n<Event: key_number 0 pressed>\n")


EDGES_US = (1000, 1100, 1350, 1420, 71_420, 71_720, 71_760, 500_000, 800_000, 1_100_000,
            1_400_000, 1_700_000, 2_000_000, 2_300_000)


def test_pulses_at_a_pin_are_measured_and_those_that_take_too_long_refused(write_program):
    firmware.require()
    portal = PyPortal(write_program(PULSES), engine="firmware")
    portal.run(1)
    clock, wire, started = portal.board.clock, portal.pins["D4"], portal.board.clock.now
    wire.set(True)
    for place, edge in enumerate(EDGES_US):
        clock.at(started + edge * 1000, lambda high=place % 2 == 1: wire.set(high))
    portal.run(4)
    assert portal.serial == ("True [100, 250, 70, 65540, 300, 40] [40]\n"
                             "4 True Input taking too long\n65535 3\n")


@pytest.fixture
def run_page(write_program):
    """Runs a program on the page's own modules, with parts in the tables of a parts.toml."""
    firmware.require()

    def run(program, tables, seconds, events):
        board = find_board("pyportal")
        storage = Storage(Drive(write_program(program)), board.frozen, board.modules, "", print)
        files = {path: data for path, data in storage.files.items() if data}
        text = "".join(f"[{name}]\n" + "".join(f"{key} = {json.dumps(value)}\n"
                                               for key, value in table.items())
                       for name, table in tables.items())
        return webpage.run_board(files, [seconds], parts=text, events=events)

    return run


ON_PAGE = boardfacts.facts()["parts"]


@pytest.mark.parametrize("name", [
    name for name, (keys, *_) in CASES.items() if keys.get("kind", name) in ON_PAGE])
def test_the_page_has_the_same_part(run_page, name):
    """Those that are in Python only are refused on the page."""
    keys, program, printed, steps = CASES[name]
    tables = {"part": {"kind": name, **keys}}
    parts, events = Parts(LightAndTemperature(), what=tables), []
    for at, change in enumerate(steps):
        setting, _, word = change.partition("=")
        if setting:
            full = f"part.{setting}"
            events.append((4 + 3 * at, {"set": [full, parts.parse(full, word)]}))
        events.append((4.2 + 3 * at, "\n"))
    ran = run_page(program + LOOP.format(printed), tables, 7 + 3 * len(steps), events)
    assert ran.printed.replace("\r", "").split("\n")[1::2] == [*steps.values()], ran.printed


@pytest.mark.parametrize(("order", "shown"), [
    ("GRB", [(16, 32, 48), (255, 255, 255), (16, 32, 48)]),
    ("RGBW", [(16, 32, 48, 0), (0, 0, 0, 255), (16, 32, 48, 0)])])
def test_a_strip_shows_what_it_is_sent(plug_in, order, shown):
    portal = plug_in(PIXELS.format(order) + "pixels[0] = 0\nprint('sent')\npixels.show()\ninput()",
                     {"strip": {"kind": "neopixel", "pin": "D4", "count": 2, "order": order}})
    portal.run(4)
    assert portal.serial == "sent\n"
    assert portal.parts["strip"].pixels == [(0,) * len(order), shown[1]]
    assert portal.parts["strip"].lamps == [(0, 0, 0), (255, 255, 255)]


def test_the_page_lights_a_strip_and_a_relay(run_page):
    ran = run_page(PIXELS.format("RGBW") + """
import digitalio
digitalio.DigitalInOut(board.D3).switch_to_output(True)
input()
""", {"relay": {}, "strip": {"kind": "neopixel", "pin": "D4", "count": 2, "order": "RGBW"}}, 4, [])
    assert ran.look["lamps"] == {"relay": [[255, 48, 32]],
                                 "strip": [[16, 32, 48], [255, 255, 255]]}


RELAY = """
import digitalio
relay = digitalio.DigitalInOut(board.D3)
relay.switch_to_output(True)
knob.position = 20
print(chip.encoder_delta(), knob.position)
input()
relay.value = False
print(chip.encoder_delta(), knob.position)
"""


def test_a_relay_follows_its_pin_and_the_encoders_pixel_its_program(plug_in):
    portal = plug_in(ENCODER + RELAY,
                     {"relay": {}, "knob": {"kind": "encoder", "address": 0x37}})
    portal.run(4)
    assert portal.parts["relay"].on
    assert portal.parts["knob"].pixel == (10, 20, 30)
    portal.set("knob.turned", 3)
    portal.type("\n")
    portal.run(2)
    assert portal.parts["relay"].lamps == [(0, 0, 0)]
    assert portal.serial.split() == ["0", "20", "3", "23"]


def test_a_part_of_ones_own_lies_beside_the_program_and_stays_over_a_reset(write_program):
    folder = write_program(THROW)
    (folder / "dice.py").write_text(OWN.format(package=Part.__module__.rpartition(".")[0]))
    (folder / "parts.toml").write_text('[dice]\nclass = "dice:Dice"\nnumber = 5\n')
    with PyPortal(folder / "code.py", instant=True) as portal:
        portal.run(1)
        portal.set("number", 2)
        portal.reset()
        portal.run(1)
        assert portal.serial == "5\n2\n"
        assert portal.parts["dice"].number == 2
    with PyPortal(folder, parts={}) as portal:
        assert list(portal.parts) == ["board"]


# A class's method that fails, with the end of the sentence about it and what the program reads.
FAILING = {
    "def read(self, length): return bytes([1 / 0])": ("ZeroDivisionError: division by zero", 255),
    "def read(self, length): raise SystemExit(0)": ("SystemExit: 0", 255),
    "def read(self, length): return [4]": ("read has returned [4], not bytes", 255),
    "def plug(self, board):\n    super().plug(board)\n    board.pins['D3'].outside = lambda: 3.3":
        ("<lambda> has returned 3.3, not a number from 0 to 1 or None", 255),
}


BUSES = """
import board, digitalio
bus, found, pin = board.I2C(), bytearray(1), digitalio.DigitalInOut(board.D3)
bus.try_lock()
for _ in range(2):
    bus.writeto_then_readfrom(0x20, b"a", found)
    print(found[0], pin.value)
"""


@pytest.mark.parametrize("body", FAILING)
def test_a_part_of_ones_own_that_fails_is_named_with_its_line_once_and_the_program_goes_on(
        write_program, body):
    folder = write_program(BUSES)
    file = folder / "own.py"
    file.write_text(f"from {Part.__module__.rpartition('.')[0]} import ByteRegisters, Choice\n"
                    f"class Broken(ByteRegisters):\n  address = Choice(0x20)\n  {body}\n"
                    "  def measure(self): self.registers[0:256] = b'\\xff' * 256\n")
    said, (sentence, read) = [], FAILING[body]
    (folder / "parts.toml").write_text('[odd]\nclass = "own:Broken"\n')
    with PyPortal(folder) as portal:
        portal.board.console.adviser = said.append
        portal.run(1)
        assert portal.serial == f"{read} False\n" * 2
    line = 4 + body.count("\n")
    assert said == [f"the part odd has failed in {file}, line {line}: {sentence}"]


@pytest.mark.parametrize(("statement", "said"), [
    ("raise SystemExit", "SystemExit"), ("raise SystemExit(3)", "SystemExit: 3"),
    ("import asyncio; raise asyncio.CancelledError", "CancelledError"),
    ("1 / 0", "ZeroDivisionError: division by zero")])
def test_a_part_of_ones_own_that_cannot_be_imported_or_made_is_refused(
        write_program, statement, said):
    folder = write_program("pass")
    (folder / "parts.toml").write_text('[odd]\nclass = "own:Odd"\n')
    (folder / "own.py").write_text(statement)
    with pytest.raises(ValueError) as caught:
        PyPortal(folder)
    where = f"{folder / 'parts.toml'}, line 2, odd"
    assert str(caught.value) == f"{where}, class: own cannot be imported: {said}"
    (folder / "own.py").write_text(f"from {Part.__module__.rpartition('.')[0]} import Part\n"
                                   f"class Odd(Part):\n  def __init__(self):\n    {statement}\n")
    with pytest.raises(ValueError) as caught:
        PyPortal(folder)
    assert str(caught.value) == f"{where}, {folder / 'own.py'}, line 4: {said}"


def test_ctrl_c_while_a_part_of_ones_own_is_imported_or_made_ends_the_command(write_program):
    folder = write_program("pass")
    (folder / "parts.toml").write_text('[odd]\nclass = "own:Odd"\n')
    package = Part.__module__.rpartition(".")[0]
    made = f"from {package} import Part\nclass Odd(Part):\n  def __init__(self): "
    for before in "", made:
        (folder / "own.py").write_text(f"{before}raise KeyboardInterrupt\n")
        with pytest.raises(KeyboardInterrupt):
            PyPortal(folder)


@pytest.mark.parametrize("text", WRONG)
def test_a_wrong_parts_file_gets_a_sentence_with_file_part_and_key(write_program, text):
    folder = write_program("pass")
    package = Part.__module__.rpartition(".")[0]
    (folder / "dice.py").write_text(OWN.format(package=package))
    (folder / "parts.toml").write_text(text)
    with pytest.raises(ValueError) as caught:
        PyPortal(folder)
    said = WRONG[text].format(folder=folder, package=package, kinds=", ".join(KINDS))
    assert re.sub(r", line \d+", "", str(caught.value)) == f"{folder / 'parts.toml'}{said}"


def test_the_page_refuses_what_the_simulator_refuses_and_what_it_has_not():
    others = {
        "[sd]": ", sd: the page has buttons of its own for the SD card",
        "[a]\nclass = 'dice:Dice'": ", a, class: a class in Python runs in the simulator",
        "[pir]\n\nmotion = [1]": ", line 3: write [name] of a part, or key = value",
        "[pir]\npin = 'D3'\npin = 'D4'": ", line 3: pin is there before",
    }
    same = {text: said for text, said in WRONG.items() if "TOML" not in said and "class" not in text
            and "sd" not in text}
    kinds = "{kinds}", ", ".join(ON_PAGE)
    texts = {text: said.replace(*kinds) for text, said in (others | same).items()}
    good = '# a\n["my ring"]  # b\nkind = "neo\\u0070ixel"\ncount = 0x1_0\n[board]\nlight = 1e-1'
    *told, found = webpage.node("parts.mjs", {"facts": boardfacts.facts(), "texts": [*texts, good]})
    for sentence, said in zip(told, texts.values(), strict=True):
        assert sentence.startswith(f"parts.toml{said}")
    assert [part["values"] for part in found] == [
        {"light": 0.1, "temperature": 23}, {"pin": "D3", "count": 16, "order": "GRB"}]


def test_a_setting_is_found_by_its_name_or_changed_at_all_that_have_it(write_program):
    portal = PyPortal(write_program("pass"), parts={"board": {"light": 0.5}, "sht4x": {}})
    assert portal.light == 0.5
    portal.set("temperature", 31)
    assert [portal.temperature, portal.parts["sht4x"].temperature] == [31, 31]
    portal.set("board.temperature", 140)
    for name, value, sentence in [
            ("warmth", 1, "nothing is plugged in that has the setting 'warmth': use one of "
             "board.light, board.temperature, sht4x.temperature, sht4x.humidity"),
            ("temperature", 140, "temperature: 140 is not a number from -40 to 125"),
            ("sht4x.humidity", True, "sht4x.humidity: true is not a number from 0 to 100")]:
        with pytest.raises(ValueError) as caught:
            portal.set(name, value)
        assert str(caught.value) == sentence
    assert [portal.temperature, portal.parts["sht4x"].temperature] == [140, 31]
    with pytest.raises(ValueError, match="that has the setting"):
        PyPortal(write_program("pass"), board="pyportal_titano").temperature = 20


def test_parts_of_a_file_put_a_card_into_the_slot(write_program, tmp_path):
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "a.txt").write_text("on the card")
    folder = write_program("""
import board, sdcardio, storage
storage.mount(storage.VfsFat(sdcardio.SDCard(board.SPI(), board.SD_CS)), "/sd")
print(open("/sd/a.txt").read())
""")
    (folder / "more.toml").write_text('[sd]\ncard = "cards"\n')
    with PyPortal(folder, parts=folder / "more.toml", instant=True) as portal:
        portal.run(3)
        assert portal.serial == "on the card\n"


def test_settings_stay_when_parts_are_plugged_anew_but_those_that_the_file_changes(write_program):
    folder = write_program("pass")
    file = folder / "parts.toml"
    file.write_text("[board]\nlight = 0.5\n[sht4x]\n[door]\nkind = 'button'\n[eye]\nkind = 'pir'\n"
                    "pin = 'D4'\n")
    portal = PyPortal(folder)
    for name, value in (("light", 0.6), ("humidity", 70), ("pressed", True), ("motion", True)):
        portal.set(name, value)
    file.write_text("[board]\nlight = 0.9\n[sht4x]\n[eye]\nkind = 'button'\npin = 'D4'\n")
    portal.plug()
    assert (portal.light, portal.parts["sht4x"].humidity) == (0.9, 70)
    assert (list(portal.parts), portal.parts["eye"].pressed) == (["board", "sht4x", "eye"], False)
