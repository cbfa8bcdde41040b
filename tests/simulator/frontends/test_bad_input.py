# SPDX-License-Identifier: MIT
"""What the command line refuses: in one sentence, before anything runs."""

from pathlib import Path

import pytest

from sim import __main__ as command


@pytest.mark.parametrize(("arguments", "sentence"), [
    (["nowhere", "--headless"], "nowhere does not exist: name a CIRCUITPY folder or a .py file"),
    ([".", "--headless"], ". holds no code.py: name a CIRCUITPY folder or a .py file"),
    (["ends.py", "--headless", "--board", "uno"], "board 'uno' is not simulated: choose one of "),
    (["ends.py", "--headless", "--script", "bad.txt"], "bad.txt, line 1: x 400 is off the screen"),
    (["ends.py", "--headless", "--script", "none.txt"], "cannot read the script none.txt: No "),
    (["ends.py", "--headless", "--nvm", "bad.txt"], "bad.txt is no nvm file: it has 12 bytes"),
    (["ends.py", "--headless", "--nvm", "."], ". is a folder: name a file"),
    (["ends.py", "--headless", "--screenshot", "no/x.png"],
     "cannot write no/x.png: there is no folder no"),
    (["ends.py", "--headless", "--screenshot", "x.jpg"], "x.jpg is no .png file: "),
    (["ends.py", "--headless", "--record", "x.png"], "x.png cannot be recorded: end its name in "),
    (["ends.py", "--record", "no/x.wav"], "cannot write no/x.wav: there is no folder no"),
    (["ends.py", "--record", "x.gif", "--record", "x.gif"], "x.gif is to be recorded twice: "),
    (["ends.py", "--seconds", "1"], "--seconds goes with --headless: "),
    (["ends.py", "--heap", "60000"], "--heap is for --engine core: Python has this computer's "),
    (["ends.py", "--engine", "core", "--strict"], "--strict is for Python: the core has "),
    (["ends.py", "--speed-of", "desk", "--profile", "x.json"], "--profile is of the board's time"),
    (["ends.py", "--speed-of", "light"], "argument --speed-of: invalid choice: 'light'"),
    (["ends.py", "--engine", "core", "--heap", "9"], "argument --heap: '9' is not a whole number "),
    (["ends.py", "--engine", "c"], "argument --engine: invalid choice: 'c'"),
    (["ends.py", "--screenshot", "x.png"], "--screenshot goes with --headless: "),
    (["ends.py", "--headless", "--scale", "2"], "--scale is about the window: "),
    (["ends.py", "--headless", "--bare"], "--bare is about the window: "),
    (["ends.py", "--headless", "--speed", "2"], "--speed is for a window or a terminal: "),
    (["ends.py", "--speed", "0"], "argument --speed: '0' is not a number from 0.01 to 100: see "),
    (["ends.py", "--scale", "9"], "argument --scale: '9' is not a whole number from 1 to 8: see "),
    (["ends.py", "--headless", "--seconds", "0"], "argument --seconds: '0' is not a number "),
    (["ends.py", "--headless", "--seconds", "x"], "argument --seconds: 'x' is not a number "),
    (["ends.py", "--headless", "--seconds", "1e300"], "argument --seconds: '1e300' is not a num"),
    (["ends.py", "--seed", "x"], "argument --seed: invalid int value: 'x': see python -m sim"),
    (["ends.py", "--loud"], "unrecognized arguments: --loud: see python -m sim --help"),
])
def test_refuses_bad_input_in_one_sentence(folder, capsys, arguments, sentence):
    """Before anything runs: the program would have printed."""
    (folder / "bad.txt").write_text("1 tap 400 3\n")
    assert command.main(arguments) == 2
    said = capsys.readouterr()
    assert said.err.startswith(sentence)
    assert (said.err.count("\n"), said.out) == (1, "")


def test_refuses_to_run_without_a_drive_beside_it(folder, capsys, monkeypatch):
    monkeypatch.setattr(command, "STAGED", folder / "CIRCUITPY")
    assert command.main(["--headless"]) == 2
    assert capsys.readouterr().err == "name a drive: a CIRCUITPY folder or a .py file\n"


def test_refuses_a_picture_that_cannot_be_written(folder, capsys):
    """/proc is a folder in which nobody, not even root, can make a file."""
    if not Path("/proc/self").exists():
        pytest.skip("this system has no /proc")
    assert command.main(["ends.py", "--headless", "--screenshot", "/proc/x.png"]) == 2
    assert capsys.readouterr().err.startswith("cannot write /proc/x.png: ")
