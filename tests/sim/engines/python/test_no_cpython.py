# SPDX-License-Identifier: MIT
"""CPython does not show through: its warnings, its built-ins, its Unicode errors."""

import warnings

import pytest

from sim import PyPortal
from tests.support import firmware

# A statement, and what it prints on a board.
SAID = {
    "print(sorted(globals()), sorted(locals()) == sorted(globals()) == sorted(dir()))":
        "['__file__', '__name__'] True",
    "print(eval('len([1])', {'__builtins__': {}}))": "1",
    "print(eval('1 + x', {'__builtins__': None, 'x': 2}))": "3",
    "eval('x', {'__builtins__': {'x': 5}})": "NameError name 'x' isn't defined",
    "names = {'__builtins__': 5}\nexec('y = len([1, 2])', names)\n"
    "print(names['y'], names['__builtins__'])": "2 5",
    "open('bad.txt').read()": "UnicodeError",
    "print(open('bad.txt').readline())": "UnicodeError",
    "b'\\xff'.decode()": "UnicodeError",
    "try: b'\\xff'.decode()\nexcept UnicodeError as error: print([str(error)])": "['']",
    "raise UnicodeError('mine')": "UnicodeError mine",
    "str(b'\\xc3', 'utf-8')": "UnicodeError",
    "globals()['x'] = 5\nprint(x, globals()['x'], 'x' in globals(), '__builtins__' in globals())":
        "5 5 True False",
    "del globals()['x']\nx": "NameError name 'x' isn't defined",
    "__spec__": "NameError name '__spec__' isn't defined",
    "__doc__": "NameError name '__doc__' isn't defined",
    "exec('y = 1', globals())\nprint(y)": "1",
    "'é'.encode('ascii').hex()\nprint('é'.encode('ascii'))": "b'\\xc3\\xa9'",
    "print(chr(0xd800))": "\ufffd\ufffd\ufffd",
    "async def f():\n    pass\nprint('made', f() is None)": "made False",
    "import ulab.numpy as np\nprint(np.array([1.0]) / np.array([0.0]))":
        "array([inf], dtype=float32)",
    "import ulab.numpy as np\nprint(np.sqrt(np.array([-1.0])))": "array([nan], dtype=float32)",
}
TRIED = "try:\n{}\nexcept Exception as error:\n    print(type(error).__name__, *error.args)\n"


def program_of(statements):
    return "".join(TRIED.format("".join(f"    {line}\n" for line in each.split("\n")))
                   for each in statements)


@pytest.mark.parametrize("engine", ["python", "firmware"])
def test_a_program_sees_what_a_board_shows(write_program, capfd, engine):
    if engine == "firmware":
        firmware.require()
    folder = write_program(program_of(SAID))
    (folder / "bad.txt").write_bytes(b"abc\xff\xfe\n")
    with PyPortal(folder, engine=engine) as portal:
        portal.run(20)
        assert portal.serial.splitlines() == [*SAID.values()]
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("engine", ["python", "firmware"])
@pytest.mark.parametrize(("value", "said"), [
    ("", ""), ("0", ""), ("3", ""), ("None", ""), ("'why'", "why\n"), ("(1, 'x')", "(1, 'x')\n"),
    ("1.5", "1.5\n")])
def test_a_program_that_exits_says_why(write_program, engine, value, said):
    if engine == "firmware":
        firmware.require()
        firmware.require_major(10)
    with PyPortal(write_program(f"import sys\nprint('one')\nsys.exit({value})"),
                  engine=engine) as portal:
        portal.run(5)
        assert portal.serial == f"one\n{said}"
        assert not portal.failed


def test_the_computers_warnings_are_as_before(write_program):
    before = [*warnings.filters]
    with PyPortal(write_program("async def f():\n    pass\nf()\nimport ulab.numpy as np\n"
                                "np.mean(np.array([]))\nprint('end')")) as portal:
        portal.run(1)
        assert portal.serial == "end\n"
    assert warnings.filters == before
    with pytest.warns(UserWarning, match="mine"):
        warnings.warn("mine", stacklevel=1)


def test_a_decoder_of_mp3_prints_nothing_about_a_damaged_file(write_program, capfd):
    pytest.importorskip("soundfile", reason="soundfile decodes MP3")
    folder = write_program("import audiomp3\ntry:\n    audiomp3.MP3Decoder('bad.mp3')\n"
                           "except RuntimeError as error:\n    print(error)\n")
    (folder / "bad.mp3").write_bytes(b"\xff\xfb\x90\x00" + bytes(range(256)) * 40)
    with PyPortal(folder) as portal:
        portal.run(5)
        assert "Traceback" not in portal.serial
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("value", ["property(lambda grid: 1 // 0)", "5", "None", "'x'"])
def test_a_program_that_changes_a_built_in_class_ends_in_order(write_program, value):
    """Only in loose mode: a board, and strict mode, refuse it."""
    program = write_program(
        f"import displayio, time\ndisplayio.TileGrid.height = {value}\nprint('changed')\n"
        "time.sleep(0.5)\nprint('end')\n")
    with PyPortal(program, strict=False) as portal:
        portal.run(5)
        assert portal.serial.startswith("changed\n") and not portal.running
