# SPDX-License-Identifier: MIT
"""Built-in modules of a few functions each: json, help, time, rtc, msgpack, io and others."""

import calendar
import gzip
import zlib
from datetime import UTC, datetime

import pytest

from sim.board.boards import find_board
from tests.support.display.worlds import refused
from tests.support.programs.programs import PyPortal, outcomes, printed, run

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
def test_the_reader_takes_commas_and_colons_for_white_space(write_program, strict):
    calls = [f"repr(json.loads({text!r}))" for text in JSON_READ]
    assert outcomes(write_program, "json", calls, strict=strict) == list(JSON_READ.values())


def test_what_json_does_not_have_is_refused(write_program):
    calls = [f"repr(json.dumps({value}))" for value in JSON_WRITTEN]
    assert outcomes(write_program, "json", calls) == list(JSON_WRITTEN.values())


@pytest.mark.parametrize("board", ["pyportal", "pyportal_titano"])
def test_help_lists_the_modules_of_the_board(write_program, board):
    *lines, last = printed(write_program('help("modules")'), board=board).splitlines()
    listed = " ".join(lines).split()
    known = {name.partition(" ")[0] for name in find_board(board).modules}
    assert set(listed) >= known | {"__main__", "adafruit_requests"}
    assert len(lines) == -(-len(listed) // 4)
    assert [line.split()[0] for line in lines] == sorted(line.split()[0] for line in lines)
    assert last == "Plus any modules on the filesystem"


@pytest.mark.parametrize("strict", [False, True])
def test_help_tells_what_an_object_has(write_program, strict):
    """Oracle: what the core printed."""
    text = printed(write_program("""
help(5)
class Lamp:
    watts = 3
    def light(self): pass
help(Lamp())
import math
help(math)
"""), strict=strict)
    lines = text.splitlines()
    assert {"object 5 is of type int", "  bit_length -- <function>"} <= set(lines[:4])
    assert {"  watts -- 3", "  light -- <function>"} <= set(lines)
    assert "  sqrt -- <function>" in lines


@pytest.mark.parametrize("moment", [datetime(2000, 1, 1, tzinfo=UTC),
                                    datetime(2024, 2, 29, 23, 59, 58, tzinfo=UTC),
                                    datetime(2038, 1, 19, 3, 14, 8, tzinfo=UTC),
                                    datetime(2099, 12, 31, 12, tzinfo=UTC)])
def test_seconds_and_dates_are_the_same_moment(write_program, moment):
    seconds = calendar.timegm(moment.timetuple())
    text = printed(write_program(f"""
import time
t = time.localtime({seconds})
print(*t)
print(time.mktime(t), t.tm_wday, time.struct_time(list(t)) == t)
"""))
    date = moment.timetuple()
    assert text == (f"{' '.join(map(str, date[:8]))} -1\n{seconds} {date.tm_wday} True\n")


def test_time_refuses_what_the_device_refuses(write_program):
    early = "OverflowError: timestamp out of range for platform time_t"
    calls = {
        "time.sleep(-1)": "ValueError: sleep length must be non-negative",
        "time.sleep('1')": "TypeError: can't convert str to float",
        "time.localtime(5)": early,
        "time.mktime((1999, 1, 1, 0, 0, 0, 0, 0, -1))": early,
        "time.mktime([2000, 1, 1, 0, 0, 0, 0, 0, -1])":
            "TypeError: Tuple or struct_time argument required",
        "time.mktime((2000, 1))": "TypeError: function takes exactly 9 arguments",
        "time.struct_time((1, 2))": "TypeError: time.struct_time() takes a 9-sequence",
    }
    assert outcomes(write_program, "time", calls) == list(calls.values())


def test_the_clocks_calibration_has_its_range(write_program):
    calls = ["rtc.RTC().calibration", "setattr(rtc.RTC(), 'calibration', -12)",
             "rtc.RTC().calibration", "setattr(rtc.RTC(), 'calibration', 128)",
             "setattr(rtc.RTC(), 'datetime', 5)"]
    assert outcomes(write_program, "rtc", calls) == [
        "0", "None", "-12", "ValueError: calibration must be -127-127",
        "TypeError: Tuple or struct_time argument required"]


@pytest.mark.parametrize("tm_isdst", [None, "'?'", 0.5, 1])
def test_nobody_looks_at_tm_isdst(write_program, tm_isdst):
    assert printed(write_program(f"""
import rtc, time
date = (2026, 11, 21, 14, 5, 33, 5, 325, {tm_isdst})
rtc.RTC().datetime = date
print(time.mktime(date), time.localtime()[:5], time.localtime().tm_isdst)
""")) == "1795269933 (2026, 11, 21, 14, 5) -1\n"


def test_messages_are_packed_as_the_specification_has_them(write_program):
    """Oracle: msgpack.org's specification, written out as bytes."""
    packed = {
        "None": "c0", "True": "c3", "5": "05", "-1": "ff", "200": "d100c8", "-200": "d1ff38",
        "70000": "d200011170", "1.5": "ca3fc00000", "'abc'": "a3616263", "b'ab'": "c4026162",
        "[1, (2,)]": "92019102", "{'a': 1}": "81a16101", "'x' * 40": "d928" + "78" * 40,
        "list(range(16))": "dc0010" + bytes(range(16)).hex(),
        "msgpack.ExtType(5, b'ab')": "d5056162", "msgpack.ExtType(5, b'abc')": "c70305616263",
    }
    calls = [f"packed({value})" for value in packed]
    modules = """io, msgpack
def packed(value, **options):
    stream = io.BytesIO()
    msgpack.pack(value, stream, **options)
    return stream.getvalue().hex()"""
    assert outcomes(write_program, modules, calls) == list(packed.values())


def test_messages_are_unpacked(write_program):
    unpacked = {
        "'cd0102'": "258", "'cf0000000100000000'": "4294967296", "'d0fe'": "-2", "'e0'": "-32",
        "'cb3ff8000000000000'": "1.5", "'de0001a16193c2c0a0'": "{'a': [False, None, '']}",
        "'920102', use_list=False": "(1, 2)",
        "'d50541ff', ext_hook=lambda code, data: (code, data)": "(5, b'A\\xff')",
        "'c1'": "ValueError: Invalid format", "'92'": "EOFError: ",
    }
    modules = """io, msgpack
def unpacked(text, **options):
    return msgpack.unpack(io.BytesIO(bytes.fromhex(text)), **options)"""
    assert outcomes(write_program, modules, [f"unpacked({u})" for u in unpacked]) == list(
        unpacked.values())


def test_what_has_no_form_is_handed_to_a_packer_or_refused(write_program):
    calls = ["msgpack.pack({1, 2}, io.BytesIO())", "msgpack.pack(1, 5)",
             "msgpack.ExtType(200, b'')",
             "msgpack.pack({1}, io.BytesIO(), default=lambda value: sorted(value))"]
    assert outcomes(write_program, "io, msgpack", calls) == [
        "ValueError: no default packer", "TypeError: stream operation not supported",
        "ValueError: code must be 0-127", "None"]


def test_a_loop_in_compiled_source_does_not_stop_time(write_program):
    portal = run(write_program("""
import codeop
exec(codeop.compile_command("while True: pass", symbol="exec"))
"""))
    assert portal.running


def test_a_secret_is_asked_for_and_not_shown(write_program):
    portal = PyPortal(write_program("import getpass\nprint(len(getpass.getpass('PIN? ')))"))
    portal.board.console.echo = True
    portal.run(0.1)
    portal.type("sec\bcret\n")
    portal.run(0.1)
    assert portal.serial == "PIN? \n6\n"


def test_warnings_are_printed_raised_or_left_out(write_program):
    text = printed(write_program("""
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
"""))
    assert text == "FutureWarning: mind\nraised loud\nInvalid action\n"


@pytest.mark.parametrize("pack", [lambda data: (zlib.compress(data), 0),
                                  lambda data: (gzip.compress(data, mtime=0), 31),
                                  lambda data: (zlib.compress(data)[2:-4], -15)])
def test_all_formats_of_deflate_are_read(write_program, pack):
    data, wbits = pack(b"minesweeper" * 30)
    program = f"import zlib\nprint(zlib.decompress({data!r}, {wbits}) == b'minesweeper' * 30)"
    assert printed(write_program(program)) == "True\n"


def test_io_keeps_to_the_drive(write_program):
    calls = ["io.open('/etc/passwd')", "io.open('code.py').read(6)", "io.FileIO('code.py')",
             "io.StringIO('a\\nb').readline()", "zlib.decompress(b'nonsense')"]
    assert outcomes(write_program, "io, zlib", calls) == [
        "OSError: [Errno 2] No such file/directory: /etc/passwd", "import",
        "TypeError: cannot create 'FileIO' instances", "a", "", "ValueError: Invalid zlib stream"]


def test_a_keyboard_is_found_and_its_keys_are_refused(write_program):
    calls = ["[(d.usage_page, d.usage) for d in usb_hid.devices]",
             "usb_hid.Device.KEYBOARD.get_last_received_report()",
             "usb_hid.Device.KEYBOARD.send_report(bytes(8), 9)",
             "usb_hid.Device.KEYBOARD.send_report(bytes(8))", "usb_hid.enable(())",
             "usb_hid.get_boot_device()"]
    assert outcomes(write_program, "usb_hid", calls) == [
        "[(1, 6), (1, 2), (12, 1)]", "None", "ValueError: report_id 9 is invalid",
        "NotImplementedError: usb_hid.Device.send_report is not simulated: "
        "no computer takes the board for a keyboard or a mouse",
        "RuntimeError: Cannot change USB devices now", "0"]


@pytest.fixture
def strip(world):
    """Six pixels, and each time that they were sent."""
    class Strip(world.load("adafruit_pixelbuf").PixelBuf):
        def __init__(self):
            self.sent = []
            super().__init__(6, byteorder="RGB", auto_write=True)

        def _transmit(self, buffer):
            self.sent.append(bytes(buffer))

    return Strip()


@pytest.fixture
def pixelmap(world, strip):
    return world.load("_pixelmap").PixelMap(strip, ((0, 1), (2, 3), 5))


def test_a_group_is_set_as_one(strip, pixelmap):
    pixelmap[0] = 0xFF0000
    pixelmap[2] = (1, 2, 3)
    assert list(strip) == [(255, 0, 0)] * 2 + [(0, 0, 0)] * 3 + [(1, 2, 3)]
    assert (pixelmap[0], pixelmap[1:], len(pixelmap)) == ((255, 0, 0), ((0, 0, 0), (1, 2, 3)), 3)
    assert (pixelmap.indices(1), pixelmap.indices(2)) == ((2, 3), (5,))
    assert (pixelmap.bpp, pixelmap.byteorder) == (3, "RGB")


def test_what_is_set_at_once_is_sent_at_once(strip, pixelmap):
    pixelmap.auto_write = True
    strip.sent.clear()
    pixelmap.fill(0x010101)
    pixelmap[0:2] = [0xFF, 0xFF00]
    assert len(strip.sent) == 2
    assert strip.sent[1] == bytes([0, 0, 255] * 2 + [0, 255, 0] * 2 + [0] * 3 + [1] * 3)
    assert strip.auto_write


def test_a_map_refuses_what_the_device_refuses(world, strip, pixelmap):
    make = world.load("_pixelmap").PixelMap
    refused(lambda: make(strip, [0]), TypeError, "indices must be of type tuple, not list")
    refused(lambda: make(strip, ()), ValueError, "items length must be >= 1")
    refused(lambda: make(strip, (6,)), IndexError, "index must be 0-5")
    refused(lambda: make(strip, ("x",)), TypeError, "index must be tuple or int")
    refused(lambda: make(strip, ((0, "x"),)), TypeError, "nested index must be int")
    refused(lambda: make([], (0,)), TypeError, "pixelbuf must be of type PixelBuf, not list")
    for wrong in 3, -1:
        refused(lambda wrong=wrong: pixelmap[wrong], IndexError, "index must be 0-2")
    with pytest.raises(ValueError, match=r"Unmatched number of items on RHS \(expected 2, got 1\)"):
        pixelmap[0:2] = [0]


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
""", "[1, 2] 1\n{'a': 1} [1]\n"),
    "text may be nested deeper than calls": ("""import json
value, depth = json.loads("[" * 5000 + "]" * 5000), 0
while value:
    value, depth = value[0], depth + 1
print(depth)
""", "4999\n"),
    "help welcomes": ("help()", (
        "Welcome to Adafruit CircuitPython 10.2.0!\n\nVisit circuitpython.org for more information."
        '\n\nTo list built-in modules type `help("modules")`.\n')),
    "a date prints its fields": ("import time\nprint(time.localtime(946684800))", (
        "struct_time(tm_year=2000, tm_mon=1, tm_mday=1, tm_hour=0, tm_min=0, tm_sec=0, tm_wday=5, "
        "tm_yday=1, tm_isdst=-1)\n")),
    "the clock that is set goes on": ("""
import rtc, time
print(time.time(), rtc.RTC().datetime == time.localtime())
time.sleep(3)
rtc.RTC().datetime = time.struct_time((2026, 2, 28, 23, 59, 59, 0, 0, -1))
time.sleep(2)
print(rtc.RTC().datetime[:6], time.localtime()[:6], time.time())
""", "946684800 True\n(2026, 3, 1, 0, 0, 1) (2026, 3, 1, 0, 0, 1) 1772323201\n"),
    "another clock can take over": ("""
import rtc, time
class Clock:
    datetime = time.struct_time((2030, 1, 2, 3, 4, 5, 0, 0, -1))
rtc.set_time_source(Clock())
print(time.localtime()[:6], time.time() == time.mktime(Clock.datetime))
""", "(2030, 1, 2, 3, 4, 5) True\n"),
    # The core's shows 1.0 at a program's start; the date does not hurry on with it.
    "monotonic time counts from the chip's start": ("""
import time
print(time.monotonic(), time.monotonic_ns() // 1000000000, time.localtime().tm_sec)
""", "1.0 1 0\n"),
    "a piece of source is whole, wrong or goes on": ("""
import codeop
for source in "x = 1", "if x:", "x +", "x = (1,":
    try:
        print(type(codeop.compile_command(source)).__name__)
    except SyntaxError:
        print("SyntaxError")
exec(codeop.compile_command("print(6 * 7)"))
""", "code\nNoneType\nSyntaxError\nNoneType\n42\n"),
    "builtins are the program's own": ("""
import builtins, locale
builtins.print(builtins.open is open, builtins.len("abc"), locale.getlocale())
""", "True 3 ('en_US', 'utf-8')\n"),
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
}


@pytest.mark.parametrize("case", PROGRAMS)
def test_a_program_prints(write_program, case):
    program, output = PROGRAMS[case]
    assert printed(write_program(program), 10) == output
