# SPDX-License-Identifier: MIT
"""`python -m sim` headless: what it leaves behind, and how it ends."""

import os
import shlex
import subprocess
import sys

import numpy as np
import pytest
from PIL import Image

import hang
from paths import ROOT
from sim import __main__ as command
from sim.frontends import options
from sim.frontends.preamble import Preamble


def sim(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command as a user does, without a display."""
    kept = {name: value for name, value in os.environ.items()
            if name not in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")}
    return hang.run([sys.executable, "-m", "sim", *arguments],
                    env={**kept, "PYTHONPATH": str(ROOT), **environment})


@pytest.mark.skipif(os.name != "posix", reason="a pipe has a name on Unix only")
def test_a_script_may_come_from_a_pipe(folder, capsys):
    reader, writer = os.pipe()
    os.write(writer, b"seed 7\n1 tap 20 30\n")
    os.close(writer)
    command.main(["flash.py", "--headless", "--script", f"/dev/fd/{reader}"])
    piped = capsys.readouterr().out
    (folder / "tap.txt").write_text("1 tap 20 30\n")
    command.main(["flash.py", "--headless", "--script", "tap.txt", "--seed", "7"])
    assert piped == capsys.readouterr().out != ""


def test_the_same_script_twice_leaves_the_same_bytes(folder):
    runs = []
    for name in "ab":
        done = sim("flash.py", "--headless", "--script", "moves.txt", "--screenshot", f"{name}.png",
                   "--record", f"{name}.gif")
        assert (done.returncode, done.stderr) == (0, "")
        pictures = [(folder / f"{name}{suffix}").read_bytes() for suffix in (".png", ".gif")]
        runs.append([done.stdout, *pictures])
    assert runs[0] == runs[1]
    assert [line[:5] for line in runs[0][0].splitlines()] == ["10 20", "30 40", "50 60"]


def test_a_program_is_as_slow_as_on_a_board_unless_told_otherwise(folder, capsys):
    (folder / "spin.py").write_text("import time\nbegan = time.monotonic()\n"
                                    "text = ['%d' % i for i in range(1000)]\n"
                                    "print(time.monotonic() - began > 0.05)\n")
    (folder / "at_once.txt").write_text("instant\n")
    script = ["--script", "at_once.txt"]
    for arguments in [], script, [*script, "--speed-of", "board"], ["--speed-of", "desk"]:
        command.main(["spin.py", "--headless", *arguments])
    assert capsys.readouterr().out == "True\nFalse\nTrue\nFalse\n"


def test_a_program_that_dies_says_why_on_the_serial_line(folder):
    done = sim("dies.py", "--headless")
    assert done.returncode == 1
    assert done.stdout.endswith('File "dies.py", line 2, in <module>\n'
                                "ZeroDivisionError: division by zero\n")
    assert done.stderr == ""


def test_a_window_without_a_display_says_so(folder):
    done = sim("ends.py")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("no display (") and "use --headless" in done.stderr
    assert done.stderr.count("\n") == 1


def test_output_that_nobody_reads_is_no_error_of_the_program(folder):
    (folder / "talks.py").write_text("for n in range(20000): print('talk')\nraise SystemExit")
    talks = shlex.join([sys.executable, "-m", "sim", "talks.py", "--headless"])
    done = hang.run(f"{talks} | head -1; exit ${{PIPESTATUS[0]}}", shell=True,
                    executable="/bin/bash", env={**os.environ, "PYTHONPATH": str(ROOT)})
    assert (done.returncode, done.stdout, done.stderr) == (0, "talk\n", "")


def test_saves_the_last_picture(folder):
    assert command.main(["flash.py", "--headless", "--script", "moves.txt", "--screenshot",
                         "end.png"]) == 0
    with Image.open("end.png") as picture:
        assert (picture.size, picture.getpixel((0, 0))) == ((320, 240), (255, 255, 255))


def test_records_changes_with_their_durations(folder):
    assert command.main(["flash.py", "--headless", "--script", "moves.txt", "--record",
                         "all.gif"]) == 0
    colours, durations = [], []
    with Image.open("all.gif") as film:
        for frame in range(film.n_frames):
            film.seek(frame)
            colours.append(film.convert("RGB").getpixel((160, 120)))
            durations.append(film.info["duration"])
    white, black = (255, 255, 255), (0, 0, 0)
    assert colours == [black, white, black, white]
    assert durations == pytest.approx([1000, 1000, 1000, 1000], abs=60)
    assert sum(durations) == 4000


def test_records_more_colours_than_a_gif_has_closely(folder):
    assert command.main(["rainbow.py", "--headless", "--seconds", "60", "--record", "all.gif",
                         "--screenshot", "end.png"]) == 0
    with Image.open("all.gif") as film, Image.open("end.png") as shown:
        film.seek(film.n_frames - 1)
        error = np.abs(np.asarray(film.convert("RGB"), int) - np.asarray(shown, int))
        assert len(shown.getcolors(1 << 16)) > 256
        black = np.asarray(shown).max(axis=2) == 0
    assert (black.mean() > 0.6, error[black].max()) == (True, 0)
    assert error[~black].mean() < 6


def test_runs_for_the_seconds_it_is_given(folder, capsys):
    (folder / "clock.py").write_text("import time\nwhile 1:\n    print('tick')\n    time.sleep(1)")
    assert command.main(["clock.py", "--headless", "--seconds", "2.5"]) == 0
    assert capsys.readouterr() == ("tick\n" * 3, "")


def test_says_when_it_stopped_a_program_that_has_no_end(folder, capsys, monkeypatch):
    monkeypatch.setattr(options, "PATIENCE_S", 0.5)
    assert command.main(["stays.py", "--headless"]) == 0
    assert "stopped after 0.5 s" in capsys.readouterr().err


def test_a_seed_decides_chance(folder, capsys):
    (folder / "chance.py").write_text("import os\nprint(os.urandom(4))")
    said = []
    for seed in "0", "1", "1", None:
        command.main(["chance.py", "--headless", *(["--seed", seed] if seed else [])])
        said.append(capsys.readouterr().out)
    assert said[0] == said[3] != said[1] == said[2]


def test_a_window_has_another_chance_every_time():
    def seed(*arguments):
        return command._seed(options.parse(["x.py", *arguments]), Preamble())

    assert seed() != seed()
    assert seed("--seed", "5") == 5
    assert command._seed(options.parse(["x.py"]), Preamble(seed=6)) == 6


def test_takes_a_board_of_another_size(folder, capsys):
    (folder / "size.py").write_text("import board\nprint(board.DISPLAY.width)")
    (folder / "far.txt").write_text("0.5 tap 479 319")
    assert command.main(["size.py", "--headless", "--board", "pyportal_titano", "--script",
                         "far.txt"]) == 0
    assert capsys.readouterr().out == "480\n"


def test_stages_the_drive_beside_it_when_none_is_named(folder, capsys, monkeypatch):
    monkeypatch.setattr(command, "STAGED", folder / "CIRCUITPY")
    (folder / "CIRCUITPY").mkdir()
    (folder / "CIRCUITPY/code.py").write_text("import os\nprint('sounds' in os.listdir('/'))")
    assert command.main(["--headless"]) == 0
    assert capsys.readouterr().out == "True\n"


def test_says_what_staging_says_when_it_fails(folder, capsys, monkeypatch):
    monkeypatch.setattr(command, "STAGED", folder)
    (folder / "boot_out.txt").write_text("Adafruit CircuitPython 10.2.0")
    assert command.main(["--headless"]) == 2
    assert capsys.readouterr().err.startswith(f"{folder} is a device's drive: ")
