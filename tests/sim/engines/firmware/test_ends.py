# SPDX-License-Identifier: MIT
"""How a program ends on a firmware is output, whatever it prints and whenever it fails."""

from itertools import cycle

import pytest
from PIL import Image

from sim.__main__ import main
from sim.engines.firmware import chip, places, releases, snapshots
from sim.engines.firmware.wiring import WIRINGS
from tests.support import firmware

firmware.require()

# A statement that raises an exception, and the beginning of its traceback's last line.
RAISED = [
    ("1/0", "ZeroDivisionError: division by zero"),
    ("import nosuch", "ImportError: no module named 'nosuch'"),
    ("nosuch", "NameError: name 'nosuch' is"),
    ("None.x", "AttributeError: 'NoneType' object has no attribute 'x'"),
    ("assert False, 'why'", "AssertionError: why"),
    ("raise ValueError('ä\\nb')", "b"),
    ("open('/nosuch')", "OSError: [Errno 2] No such file/directory: /nosuch"),
    ("bytearray(1 << 20)", "MemoryError: memory allocation failed, allocating 1048576 bytes"),
    ("(lambda f: f(f))(lambda f: f(f))", "RuntimeError: pystack exhausted"),
    ("raise type('Own', (Exception,), {})('x')", "Own: x"),
    ("try:\n    1/0\nexcept Exception as e:\n    raise ValueError('one') from e",
     "ValueError: one"),
    ("eval('x = (')", "SyntaxError: invalid syntax"),
]
WORDS = "Code done running.\\n\\nPress any key to enter the REPL. Use CTRL-D to reload.\\n"
# Programs around the statement at {0}, and what they print before.
PLACES = {
    "at once": ("{0}", ""),
    "after output": ("print('one')\nimport time\ntime.sleep(0.3)\nprint('two')\n{0}", "one\ntwo\n"),
    "in a function": ("def f():\n    exec({0!r})\nprint('x' * 300)\nf()", "x" * 300 + "\n"),
    "in a callback": ("import atexit\ndef f():\n    exec({0!r})\natexit.register(f)\nprint('one')",
                      "one\n"),
    "without a display": ("import displayio\ndisplayio.release_displays()\nprint('one')\n{0}",
                          "one\n"),
    "without a status bar": ("import supervisor\nsupervisor.status_bar.console = False\n"
                             "supervisor.status_bar.display = False\nprint('one')\n{0}", "one\n"),
    "with a title of its own": ("print('one\\x1b]0;\\U0001f40dDone | 10.2.1\\x1b\\\\')\n{0}",
                                "one\x1b]0;\N{SNAKE}Done | 10.2.1\x1b\\\n"),
    "with the firmware's words": (f"print('\\n{WORDS}', end='')\n{{0}}",
                                  f"\n{WORDS}".replace("\\n", "\n")),
    "while it handles another": ("try:\n    [].nosuch\nfinally:\n    exec({0!r})", ""),
}


@pytest.mark.parametrize(("place", "raised"), [*zip(cycle(PLACES), RAISED, strict=False)])
def test_an_exception_is_told_with_its_whole_traceback(power_on, place, raised):
    source, before = PLACES[place]
    portal = power_on(source.format(raised[0]))
    portal.run(10)
    assert portal.serial.startswith(before + "Traceback (most recent call last):\n")
    output = portal.serial.removeprefix(before)
    assert output.rstrip("\n").rpartition("\n")[2].startswith(raised[1].rstrip())
    assert portal.failed
    assert not portal.running
    assert portal.engine.traceback.endswith(output[-20:])


@pytest.mark.parametrize("source", ["x = (", "  x = 1"])
def test_a_program_that_cannot_be_compiled_is_told(power_on, source):
    portal = power_on(source)
    portal.run(10)
    assert portal.serial.startswith("Traceback (most recent call last):\n  File \"code.py\", line ")
    assert "SyntaxError: " in portal.serial or "IndentationError: " in portal.serial
    assert portal.failed


@pytest.mark.parametrize("source", ["print('x' * 700)\nraise ValueError('two')", "x = ("])
def test_a_failure_of_boot_py_is_told(power_on, source):
    portal = power_on("print('the program')", {"boot.py": source})
    portal.run(10)
    assert portal.serial.startswith("Traceback (most recent call last):\n  File \"boot.py\", line ")
    assert portal.serial.endswith("\nthe program\n")
    assert portal.failed


ENDS = [
    "", "print('x')", "import sys\nsys.exit(0)", "raise SystemExit",
    "try:\n    1/0\nexcept ZeroDivisionError:\n    pass",
    "import traceback\ntry:\n    1/0\nexcept Exception as e:\n    traceback.print_exception(e)",
    "print('Traceback (most recent call last):\\n  File \"code.py\", line 1\\nValueError: x')",
    f"print('\\n{WORDS}', end='')", f"print('one')\nprint('{WORDS}')\nprint('two')",
    "print('\\x1b]0;\\U0001f40d1@code.py ValueError | 10.2.1\\x1b\\\\')",
    "print('\\x1b]0;', end='')", "print('a\\r', end='')", "print('ä€\\n' * 300)",
    "import displayio\ndisplayio.release_displays()\nprint('one')",
    "import supervisor\nsupervisor.status_bar.console = False\nprint('one')",
    "import atexit\natexit.register(print, 'last')", "raise KeyboardInterrupt",
]


@pytest.mark.parametrize("source", ENDS)
def test_a_good_end_is_told(power_on, source):
    portal = power_on(source, {"boot.py": "print('boot')"})
    portal.run(10)
    assert not portal.failed
    assert not portal.running
    assert not portal.engine.alive


def test_only_what_the_program_prints_is_its_output(power_on):
    portal = power_on("import supervisor\nprint('one')\nsupervisor.status_bar.console = False\n"
                      "print('two', end='')\n")
    portal.run(10)
    assert portal.serial == "one\ntwo"


def test_a_program_that_starts_again_has_not_ended(power_on):
    portal = power_on("import microcontroller, supervisor\nnvm = microcontroller.nvm\n"
                      "print(nvm[0])\nnvm[0] -= 1\nif nvm[0] > 250:\n    supervisor.reload()\n"
                      "1/0\n")
    portal.run(10)
    assert portal.serial.startswith("255\n254\n253\n252\n251\nTraceback ")
    assert portal.failed


# Programs that reset the board, and a word of what the command says of it.
RESETS = {
    "ZeroDivisionError": "import microcontroller as m\nif m.nvm[0] == 255:\n    m.nvm[0] = 1\n"
                       "    m.reset()\n1/0",
    "safe mode": "import microcontroller as m\nm.on_next_reset(m.RunMode.SAFE_MODE)\nm.reset()",
    "bootloader": "import microcontroller as m\nm.on_next_reset(m.RunMode.UF2)\nm.reset()",
}


@pytest.mark.parametrize("said", RESETS)
def test_the_command_waits_for_a_board_that_resets_itself(tmp_path, capfd, said):
    (tmp_path / "code.py").write_text(RESETS[said])
    assert main([str(tmp_path), "--headless", "--seconds", "20", "--engine", "firmware"]) == 1
    assert said in capfd.readouterr().out


def test_the_screenshot_of_a_failure_shows_it(tmp_path):
    shots = [tmp_path / "python.png", tmp_path / "firmware.png"]
    (tmp_path / "code.py").write_text("print('one')\n1/0")
    for engine, shot in zip(("python", "firmware"), shots, strict=True):
        assert main([str(tmp_path / "code.py"), "--headless", "--engine", engine,
                     "--screenshot", str(shot)]) == 1
    below = [Image.open(shot).crop((0, 150, 320, 240)).tobytes() for shot in shots]
    assert below[0] == below[1]


def test_a_board_in_safe_mode_has_failed(power_on):
    portal = power_on("import microcontroller as m\nprint('one')\n"
                      "m.on_next_reset(m.RunMode.SAFE_MODE)\nm.reset()\n")
    portal.run(10)
    assert portal.serial.startswith("one\n")
    assert "safe mode" in portal.serial
    assert portal.failed


@pytest.mark.parametrize(("source", "status"), [("print('x')", 0), ("1/0", 1)])
def test_the_commands_status_tells_a_failure(tmp_path, capfd, source, status):
    (tmp_path / "code.py").write_text(source)
    assert main([str(tmp_path / "code.py"), "--headless", "--engine", "firmware"]) == status
    assert ("Traceback" in capfd.readouterr().out) == bool(status)


def test_the_state_is_found_however_the_search_divides_time(monkeypatch):
    given = chip.load(), releases.find("pyportal"), WIRINGS["pyportal"]
    found = set()
    for cycles in 2_500, 5_000, 120_000:
        monkeypatch.setattr(places, "STEP_CYCLES", cycles)
        found.add(places.find(*given)[:6])
    assert len(found) == 1


def test_a_firmware_that_hides_its_state_has_no_good_end(power_on, monkeypatch):
    monkeypatch.setattr(snapshots, "load_values", lambda name: None)
    monkeypatch.setattr(snapshots, "save_values", lambda name, values: None)
    monkeypatch.setattr(places, "find", lambda *given: None)
    portal = power_on("print('hello')")
    portal.run(10)
    assert "hello" in portal.serial
    assert portal.failed
    assert "does not show how its programs end" in portal.engine.traceback
