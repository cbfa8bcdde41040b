# SPDX-License-Identifier: MIT
"""Built-in modules: json, time, msgpack and others; streams; keys and counters at pins."""

import calendar
import gzip
import shutil
import zlib
from datetime import UTC, datetime
from importlib import metadata

import pytest

from sim.board.boards import find_board
from tests.support.programs.programs import PyPortal, run

WRONG = "ValueError: syntax error in JSON"
JSON_READ = {
    "[1,2,]": "[1, 2]", "[1 2]": "[1, 2]", '{"a" 1,}': "{'a': 1}", ",,5": "5",
    "[1}": "[1]", "5 6": WRONG, "": WRONG, "[": WRONG, '"a': WRONG, "nul": WRONG, "]": WRONG,
    '{"a": [1], [2]: 3}': WRONG, "{1: 2}": "{1: 2}", '"\\u0041\\n\\q"': "'A\\nq'", '{"a"}': "{}",
    "[1.5e2, -3]": "[150.0, -3]", "+1": WRONG, "NaN": WRONG, "[[[[1]]]] ": "[[[[1]]]]",
    "1-2": "ValueError: invalid syntax for integer with base 10", '"tab\there"': "'tab\\there'",
    '{"a":1}x': WRONG, "[true, false, null]": "[True, False, None]",
}
JSON_WRITTEN = {
    "{1: 2}": '\'{"1": 2}\'', "'\u00e9\\n\\x01'": '\'"\u00e9\\\\n\\\\u0001"\'', "(1,)": "'[1]'",
    "1.5": "'1.5'", "True": "'true'", "b'a'": "TypeError: can't convert bytes to json",
    "{1}": "TypeError: can't convert set to json",
}


@pytest.mark.parametrize("strict", [False, True])
def test_json_is_read_and_written_as_the_core_does(check_outcomes, strict):
    """The reader takes commas and colons for white space."""
    check_outcomes("json", {
        **{f"repr(json.loads({text!r}))": told for text, told in JSON_READ.items()},
        **{f"repr(json.dumps({value}))": told for value, told in JSON_WRITTEN.items()}},
        strict=strict)


@pytest.mark.parametrize("board", ["pyportal", "pyportal_titano"])
def test_help_lists_the_modules_of_the_board(printed, board):
    *lines, last = printed('help("modules")', board=board).splitlines()
    listed = " ".join(lines).split()
    known = {name.partition(" ")[0] for name in find_board(board).modules}
    assert set(listed) >= known | {"__main__", "adafruit_requests"}
    assert len(lines) == -(-len(listed) // 4)
    assert [line.split()[0] for line in lines] == sorted(line.split()[0] for line in lines)
    assert last == "Plus any modules on the filesystem"


@pytest.mark.parametrize("strict", [False, True])
def test_help_tells_what_an_object_has(printed, strict):
    """Oracle: what the core printed."""
    text = printed("""
help()
help(5)
class Lamp:
    watts = 3
    def light(self): pass
help(Lamp())
import math
help(math)
""", strict=strict)
    assert text.startswith(
        "Welcome to Adafruit CircuitPython 10.2.1!\n\nVisit circuitpython.org for more information."
        '\n\nTo list built-in modules type `help("modules")`.\n')
    assert {"object 5 is of type int", "  bit_length -- <function>", "  watts -- 3",
            "  light -- <function>", "  sqrt -- <function>"} <= set(text.splitlines())


MOMENTS = [datetime(*date, tzinfo=UTC) for date in (
    (2000, 1, 1), (2024, 2, 29, 23, 59, 58), (2038, 1, 19, 3, 14, 8), (2099, 12, 31, 12))]


def test_seconds_and_dates_are_the_same_moment(printed):
    dates = {calendar.timegm(moment.timetuple()): moment.timetuple() for moment in MOMENTS}
    lines = printed(f"""
import time
for seconds in {[*dates]}:
    t = time.localtime(seconds)
    print(*t, time.mktime(t), t.tm_wday, time.struct_time(list(t)) == t)
""").splitlines()
    assert lines == [f"{' '.join(map(str, date[:8]))} -1 {seconds} {date.tm_wday} True"
                     for seconds, date in dates.items()]


EARLY = "OverflowError: timestamp out of range for platform time_t"
NO_TUPLE = "TypeError: Tuple or struct_time argument required"
NO_DEFAULT = "ValueError: no default packer"
READ_ONLY = "RuntimeError: Cannot change USB devices now"
OUTCOMES = {
    "time.sleep(-1)": "ValueError: seconds must be >= 0",
    "time.sleep('1')": "TypeError: can't convert str to float", "time.localtime(5)": EARLY,
    "time.mktime((1999, 1, 1, 0, 0, 0, 0, 0, -1))": EARLY,
    "time.mktime([2000, 1, 1, 0, 0, 0, 0, 0, -1])": NO_TUPLE,
    "time.mktime((2000, 1))": "TypeError: function takes exactly 9 arguments",
    "time.struct_time((1, 2))": "TypeError: time.struct_time() takes a 9-sequence",
    # Nobody looks at tm_isdst.
    **{f"time.mktime((2026, 11, 21, 14, 5, 33, 5, 325, {flag}))": "1795269933"
       for flag in (None, "'?'", 0.5, 1)},
    "rtc.RTC().calibration": "0", "setattr(rtc.RTC(), 'calibration', -12)": "None",
    "(0, rtc.RTC().calibration)": "(0, -12)",
    "setattr(rtc.RTC(), 'calibration', 128)": "ValueError: calibration must be -127-127",
    "setattr(rtc.RTC(), 'datetime', 5)": NO_TUPLE,
    # Oracle: msgpack.org's specification, written out as bytes.
    **{f"packed({value})": told for value, told in {
        "None": "c0", "True": "c3", "5": "05", "-1": "ff", "200": "d100c8", "-200": "d1ff38",
        "70000": "d200011170", "1.5": "ca3fc00000", "'abc'": "a3616263", "b'ab'": "c4026162",
        "[1, (2,)]": "92019102", "{'a': 1}": "81a16101", "'x' * 40": "d928" + "78" * 40,
        "list(range(16))": "dc0010" + bytes(range(16)).hex(),
        "msgpack.ExtType(5, b'ab')": "d5056162", "msgpack.ExtType(5, b'abc')": "c70305616263",
        "{1, 2}": NO_DEFAULT, "{1}, default=lambda value: sorted(value)": "9101"}.items()},
    **{f"unpacked({data})": told for data, told in {
        "'cd0102'": "258", "'cf0000000100000000'": "4294967296", "'d0fe'": "-2", "'e0'": "-32",
        "'cb3ff8000000000000'": "1.5", "'de0001a16193c2c0a0'": "{'a': [False, None, '']}",
        "'920102', use_list=False": "(1, 2)", "'92'": "EOFError: ",
        "'d50541ff', ext_hook=lambda code, data: (code, data)": "(5, b'A\\xff')",
        "'c1'": "ValueError: Invalid format"}.items()},
    "msgpack.pack(1, 5)": "TypeError: stream operation not supported",
    "msgpack.ExtType(200, b'')": "ValueError: code must be 0-127",
    "io.open('/etc/passwd')": "OSError: [Errno 2] No such file/directory: /etc/passwd",
    "os.listdir('/')": "['code.py']", "io.open('code.py').read(6)": "import",
    "io.StringIO('a').readline()": "a",
    "io.FileIO('code.py')": "TypeError: cannot create 'FileIO' instances",
    "zlib.decompress(b'nonsense')": "ValueError: Invalid zlib stream",
    **{f"zlib.decompress({data!r}, {bits}) == b'minesweeper' * 30": "True" for data, bits in (
        (zlib.compress(b"minesweeper" * 30), 0), (zlib.compress(b"minesweeper" * 30)[2:-4], -15),
        (gzip.compress(b"minesweeper" * 30, mtime=0), 31))},
    "[(d.usage_page, d.usage) for d in usb_hid.devices]": "[(1, 6), (1, 2), (12, 1)]",
    "keyboard.get_last_received_report()": "None",
    "keyboard.send_report(bytes(8), 9)": "ValueError: report_id 9 is invalid",
    "keyboard.send_report(bytes(8))": "NotImplementedError: usb_hid.Device.send_report is not "
                                      "simulated: no computer takes the board for a keyboard or "
                                      "a mouse",
    "usb_hid.enable(())": READ_ONLY, "usb_hid.get_boot_device()": "0",
    # A group of pixels is set as one.
    "[list(strip), strip.sent]":
        "[[(255, 0, 0), (255, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0), (1, 2, 3)], 3]",
    "(pixels[0], pixels[1:], len(pixels))": "((255, 0, 0), ((0, 0, 0), (1, 2, 3)), 3)",
    "(pixels.indices(1), pixels.indices(2), pixels.bpp, pixels.byteorder)":
        "((2, 3), (5,), 3, 'RGB')",
    "setattr(pixels, 'auto_write', True) or pixels.fill(0x010101) or strip.sent": "4",
    "assign([0xFF, 0xFF00]) or (strip.sent, strip[1], strip[2])": "(5, (0, 0, 255), (0, 255, 0))",
    "PixelMap(strip, [0])": "TypeError: indices must be of type tuple, not list",
    "PixelMap(strip, ())": "ValueError: items length must be >= 1",
    "PixelMap(strip, (6,))": "IndexError: index must be 0-5",
    "PixelMap(strip, ('x',))": "TypeError: index must be tuple or int",
    "PixelMap(strip, ((0, 'x'),))": "TypeError: nested index must be int",
    "PixelMap([], (0,))": "TypeError: pixelbuf must be of type PixelBuf, not list",
    "pixels[3]": "IndexError: index must be 0-2", "pixels[-1]": "IndexError: index must be 0-2",
    "assign([0])": "ValueError: Unmatched number of items on RHS (expected 2, got 1).",
    "keypad.Keys((), value_when_pressed=True)": "ValueError: pins length must be >= 1",
    "keypad.Keys((3,), value_when_pressed=True)": "TypeError: pins must be of type Pin, not int",
    "keypad.Keys((board.D3, board.D3), value_when_pressed=True)": "ValueError: D3 in use",
    "keypad.Keys((board.D3,), value_when_pressed=True, interval=-1)":
        "ValueError: interval must be >= 0",
    "keypad.Keys((board.D3,), value_when_pressed=True, max_events=0)":
        "ValueError: max_events must be >= 1",
    "keypad.Event(-1)": "ValueError: key_number must be 0-65535",
    "keypad.EventQueue()": "TypeError: cannot create 'EventQueue' instances",
    "matrix.key_number_to_row_column(4)": "ValueError: key_number must be 0-3",
    "matrix.row_column_to_key_number(0, 1)": "1", "matrix.row_column_to_key_number(1, 0)": "2",
    **{f"matrix.row_column_to_key_number(0, {column})": "ValueError: column must be 0-1"
       for column in (2, -1)},
    **{f"matrix.row_column_to_key_number({row}, 0)": "ValueError: row must be 0-1"
       for row in (2, -1)},
    # Events are equal by key and way only.
    "[Event(1, True, 5) == Event(1, True, 9), Event(1, True) == Event(1, False), Event(1) == 1]":
        "[True, False, False]",
    "(len({Event(1, True, 5), Event(1, True, 6)}), Event(2, False).released)": "(1, True)",
}


def test_what_modules_give_and_refuse(check_outcomes):
    check_outcomes("""board, io, keypad, msgpack, os, rtc, time, usb_hid, zlib
from _pixelmap import PixelMap
from adafruit_pixelbuf import PixelBuf
from keypad import Event
class Strip(PixelBuf):
    sent = 0
    def _transmit(self, buffer):
        self.sent += 1
strip = Strip(6, byteorder="RGB", auto_write=True)
pixels = PixelMap(strip, ((0, 1), (2, 3), 5))
pixels[0], pixels[2] = 0xFF0000, (1, 2, 3)
def assign(values):
    pixels[0:2] = values
keyboard = usb_hid.Device.KEYBOARD
matrix = keypad.KeyMatrix((board.MISO, board.MOSI), (board.SCK, board.D13))
def packed(value, **options):
    stream = io.BytesIO()
    msgpack.pack(value, stream, **options)
    return stream.getvalue().hex()
def unpacked(text, **options):
    return msgpack.unpack(io.BytesIO(bytes.fromhex(text)), **options)""", OUTCOMES)


def test_a_secret_is_asked_for_and_not_shown(write_program):
    portal = PyPortal(write_program("import getpass\nprint(len(getpass.getpass('PIN? ')))"))
    portal.board.console.echo = True
    portal.run(0.1)
    portal.type("sec\bcret\n")
    portal.run(0.1)
    assert portal.serial == "PIN? \n6\n"


# Each program with its output.
PROGRAMS = {
    "a stream is read to the end of its first value": ("""import io, json
class Stream:
    def __init__(self, data):
        self.data, self.asked = data, 0
    def readinto(self, buffer):
        self.asked += 1
        size = min(len(buffer), len(self.data))
        buffer[:size], self.data = self.data[:size], self.data[size:]
        return size
stream = Stream(b"[1, 2]" + bytes(200))
print(json.load(stream), stream.asked)
print(json.load(io.StringIO('{"a": 1} and more')), json.load(io.BytesIO(b"[1]")))
value, depth = json.loads("[" * 2000 + "]" * 2000), 0
while value:
    value, depth = value[0], depth + 1
print(depth)
""", "[1, 2] 1\n{'a': 1} [1]\n1999\n"),
    # The core's monotonic shows 1.0 at a program's start; the date does not hurry on with it.
    "the clock that is set goes on and another can take over": ("""
import rtc, time
print(time.monotonic(), time.monotonic_ns() // 1000000000, time.localtime(946684800))
print(time.time(), rtc.RTC().datetime == time.localtime())
time.sleep(3)
rtc.RTC().datetime = time.struct_time((2026, 2, 28, 23, 59, 59, 0, 0, -1))
time.sleep(2)
print(rtc.RTC().datetime[:6], time.localtime()[:6], time.time())
class Clock:
    datetime = time.struct_time((2030, 1, 2, 3, 4, 5, 0, 0, -1))
rtc.set_time_source(Clock())
print(time.localtime()[:6], time.time() == time.mktime(Clock.datetime))
""", "1.0 1 struct_time(tm_year=2000, tm_mon=1, tm_mday=1, tm_hour=0, tm_min=0, tm_sec=0, "
     "tm_wday=5, tm_yday=1, tm_isdst=-1)\n946684800 True\n"
     "(2026, 3, 1, 0, 0, 1) (2026, 3, 1, 0, 0, 1) 1772323201\n(2030, 1, 2, 3, 4, 5) True\n"),
    "a piece of source is whole, wrong or goes on": ("""
import builtins, codeop, locale
for source in "x = 1", "if x:", "x +", "x = (1,":
    try:
        print(type(codeop.compile_command(source)).__name__)
    except SyntaxError:
        print("SyntaxError")
exec(codeop.compile_command("print(6 * 7)"))
builtins.print(builtins.open is open, builtins.len("abc"), locale.getlocale())
""", "code\nNoneType\nSyntaxError\nNoneType\n42\nTrue 3 ('en_US', 'utf-8')\n"),
    "a loop counts to a float and nothing else takes one": ("""
for i in range(2.5): print(i, end=" ")
for i in range(0.5, 3): print(i, end=" ")
for i in range(0, 3.5, 1): print(i, end=" ")
for i in range(2, -0.5, -1): print(i, end=" ")
for act in (lambda: list(range(2.5)), lambda: [i for i in range(2.5)]):
    try:
        act()
    except TypeError:
        print("TypeError", end=" ")
try:
    for i in range(0, 3, 1.5): print(i)
except TypeError:
    print("TypeError")
""", "0 1 2 0.5 1.5 2.5 0 1 2 3 2 1 0 TypeError TypeError TypeError\n"),
    "warnings are printed, raised or left out": ("""
import warnings
warnings.warn("mind", FutureWarning)
warnings.simplefilter("ignore")
warnings.warn("unheard")
warnings.simplefilter("error")
try:
    warnings.warn("loud")
except Warning as error:
    print("raised", error)
try:
    warnings.simplefilter("whisper")
except ValueError as error:
    print(error)
""", "FutureWarning: mind\nraised loud\nInvalid action\n"),
    "the console as a file is no more than a file": ("""
import sys
print(sys.stdout.write("out\\n"), file=sys.stderr)
sys.stdout.flush()
print([name for name in dir(sys.stdout) if name[0] != "_"])
""", "out\n4\n['flush', 'write']\n"),
}


@pytest.mark.parametrize("case", PROGRAMS)
def test_a_program_prints(printed, case):
    program, output = PROGRAMS[case]
    assert printed(program, 10) == output


@pytest.fixture
def with_asyncio(write_program, tmp_path):
    """Writes a program beside a copy of Adafruit's asyncio and its ticks."""

    def write(program):
        for package, folder in (("asyncio", "asyncio/"), ("ticks", "adafruit_ticks.py")):
            for file in metadata.files(f"adafruit-circuitpython-{package}"):
                if str(file).startswith(folder) and file.suffix == ".py":
                    target = tmp_path / "lib" / file
                    target.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy(file.locate(), target)
        return write_program("import asyncio, time\n" + program)

    return write


def test_tasks_take_turns_are_cancelled_and_wait_for_each_other(with_asyncio):
    assert run(with_asyncio("""
event, lock, order = asyncio.Event(), asyncio.Lock(), []
async def tell(name, interval, times):
    for _ in range(times):
        print(name, round(time.monotonic(), 2))
        await asyncio.sleep(interval)
    return name
async def wait():
    try:
        await asyncio.sleep(100)
    except asyncio.CancelledError:
        print("cancelled", round(time.monotonic(), 1))
        raise
async def worker(name):
    await event.wait()
    async with lock:
        order.append(name)
        await asyncio.sleep(0.1)
async def fail():
    raise ValueError("told")
async def main():
    print(await asyncio.gather(tell("a", 0.5, 2), tell("b", 0.2, 3)))
    task = asyncio.create_task(wait())
    await asyncio.sleep(0.5)
    print(task.done(), task.cancel())
    try:
        await task
    except asyncio.CancelledError:
        print(task.done(), task.cancel())
    try:
        await asyncio.wait_for(wait(), 1)
    except asyncio.TimeoutError:
        print("timeout")
    tasks = [asyncio.create_task(worker(n)) for n in "abc"]
    await asyncio.sleep(0.2)
    event.set()
    await asyncio.gather(*tasks)
    print(order, round(time.monotonic(), 1))
    try:
        await asyncio.create_task(fail())
    except ValueError as error:
        print(error)
asyncio.run(main())
"""), 6).serial == """a 1.0\nb 1.0\nb 1.2\nb 1.4\na 1.5\n['a', 'b']
False True\ncancelled 2.5\nTrue False\ncancelled 3.5\ntimeout\n['a', 'b', 'c'] 4.0\ntold\n"""


def test_a_task_waits_for_the_serial_line_while_others_work(with_asyncio):
    portal = run(with_asyncio("""
import usb_cdc
async def blink():
    while True:
        await asyncio.sleep(1)
        print("blink")
async def main():
    asyncio.create_task(blink())
    print(await asyncio.StreamReader(usb_cdc.console).readline())
asyncio.run(main())
"""), 2.5)
    portal.type(b"hello\n")
    portal.run(1)
    assert portal.serial == "blink\nblink\nb'hello\\n'\n"


def test_a_poll_waits_for_keys_or_for_its_time(write_program):
    portal = run(write_program("""
import select, sys, time
poll = select.poll()
poll.register(sys.stdin, select.POLLIN)
for timeout in 500, 5000, 0:
    found = poll.poll(timeout)
    print(len(found), [events for _, events in found], round(time.monotonic(), 1))
    if found:
        print(sys.stdin.readline())
print([len(streams) for streams in select.select([sys.stdin], [sys.stdout], [], 1)])
poll.unregister(sys.stdin)
print(list(poll.ipoll(250)), round(time.monotonic(), 2))
try:
    poll.register(5)
except OSError as error:
    print(error)
"""), 2)
    portal.type("x\n")
    portal.run(3)
    assert portal.serial == ("0 [] 1.5\n1 [1] 3.0\nx\n\n0 [] 3.0\n[0, 1, 0]\n[] 3.25\n"
                             "[Errno 22] stream operation not supported\n")


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


def test_events_that_find_no_room_are_lost_and_a_reset_tells_a_held_key_again(write_program):
    portal = PyPortal(write_program("""
import board, keypad, time
keys = keypad.Keys((board.D3,), value_when_pressed=False, max_events=2)
keys.reset()
print(keys.events.get(), keys.events.get(), keys.events.get())
time.sleep(2)
print(len(keys.events), keys.events.overflowed, keys.events.get(), keys.events.get())
keys.events.clear()
print(len(keys.events), keys.events.overflowed, keys.events.get())
"""))
    for _ in range(3):
        press(portal, "D3", 0.2)
    portal.run(3)
    down, up = ("<Event: key_number 0 pressed>", "<Event: key_number 0 released>")
    assert portal.serial == f"{down} {down} None\n2 True {up} {down}\n0 False None\n"


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
