# SPDX-License-Identifier: MIT
"""Built-in modules of a few functions each, and pixel maps."""

import gzip
import zlib

import pytest

from tests.support.display.worlds import refused
from tests.support.programs.instantly import PyPortal, outcomes, printed


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


def test_a_piece_of_source_is_whole_wrong_or_goes_on(write_program):
    assert printed(write_program("""
import codeop
for source in "x = 1", "if x:", "x +", "x = (1,":
    try:
        print(type(codeop.compile_command(source)).__name__)
    except SyntaxError:
        print("SyntaxError")
exec(codeop.compile_command("print(6 * 7)"))
""")) == "code\nNoneType\nSyntaxError\nNoneType\n42\n"


def test_a_loop_in_compiled_source_does_not_stop_time(write_program):
    portal = PyPortal(write_program("""
import codeop
exec(codeop.compile_command("while True: pass", symbol="exec"))
"""))
    portal.run(1)
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


def test_builtins_are_the_programs_own(write_program):
    assert printed(write_program("""
import builtins, locale
builtins.print(builtins.open is open, builtins.len("abc"), locale.getlocale())
""")) == "True 3 ('en_US', 'utf-8')\n"


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
    assert (pixelmap[0], pixelmap[1:], len(pixelmap)) == (
        (255, 0, 0), ((0, 0, 0), (1, 2, 3)), 3)
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
