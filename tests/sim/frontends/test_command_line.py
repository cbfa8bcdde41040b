# SPDX-License-Identifier: MIT
"""`python -m sim`: the files it writes, how it ends, the nvm it keeps, and what it refuses."""

import io
import os
import re
import shlex
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest
from PIL import Image

from sim import PyPortal, command
from sim.frontends import files, options, script
from tests.support import hang
from tests.support.frontends import COUNT_STARTS
from tests.support.paths import ROOT
from tests.support.tables import rows


def sim(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command as a user does, without a display."""
    kept = {name: value for name, value in os.environ.items()
            if name not in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")}
    return hang.run([sys.executable, "-m", "sim", *arguments],
                    env={**kept, "PYTHONPATH": str(ROOT), **environment})


def test_the_same_script_gives_the_same_bytes_and_records_changes(folder, capsys):
    runs = []
    for name in "ab":
        arguments = ["flash.py", "--headless", "--script", "moves.txt", "--screenshot",
                     f"{name}.png", "--record", f"{name}.gif"]
        if name == "a":
            done = sim(*arguments)
            assert (done.returncode, done.stderr) == (0, "")
            printed = done.stdout
        else:
            assert command.main(arguments) == 0
            printed = capsys.readouterr().out
        pictures = [(folder / f"{name}{suffix}").read_bytes() for suffix in (".png", ".gif")]
        runs.append([printed, *pictures])
    assert runs[0] == runs[1]
    assert [line[:5] for line in printed.splitlines()] == ["10 20", "30 40", "50 60"]
    colours, durations = [], []
    with Image.open("a.gif") as film:
        for frame in range(film.n_frames):
            film.seek(frame)
            colours.append(film.convert("RGB").getpixel((160, 120)))
            durations.append(film.info["duration"])
    white, black = (255, 255, 255), (0, 0, 0)
    assert colours == [black, white, black, white]
    assert durations == pytest.approx([1000, 1000, 1000, 1000], abs=60)
    assert sum(durations) == 4000


DATED = "import time\nprint('%d-%02d-%02d %d:%02d' % time.localtime()[:5])"


def test_a_headless_boards_clock_is_never_set_unless_an_option_or_the_script_says(folder, capsys):
    (folder / "dated.py").write_text(DATED)
    (folder / "dated.txt").write_text("date 2026-11-28T09:30\n1 end\n")
    for more, shown in ((), "2000-01-01 0:00"), (("--script", "dated.txt"), "2026-11-28 9:30"), (
            ("--date", "2027-03-01", "--script", "dated.txt"), "2027-03-01 0:00"):
        assert command.main(["dated.py", "--headless", *more]) == 0
        assert capsys.readouterr().out.strip() == shown


@pytest.fixture
def sit(monkeypatch):
    """Runs the command at a terminal, at which a person quits at once."""
    pty = pytest.importorskip("pty", reason="a pseudo-terminal needs Unix")
    ours, theirs = pty.openpty()

    def run(*arguments):
        os.write(ours, b"\x1d")
        return command.main([*arguments, "--terminal"])

    with open(theirs) as terminal:
        monkeypatch.setattr("sys.stdin", terminal)
        yield run
    os.close(ours)


def test_a_person_gets_the_computers_date_and_a_recording_keeps_it(folder, sit):
    (folder / "dated.py").write_text(DATED)
    assert sit("dated.py", "--record", "now.txt") == 0
    found = script.parse_preamble(script.read_text("now.txt"), "now.txt").date
    assert abs((datetime.now() - found).total_seconds()) < 60
    assert sit("dated.py", "--record", "then.txt", "--date", "2026-11-28T09:30") == 0
    assert "date 2026-11-28T09:30:00\n" in (folder / "then.txt").read_text()


def test_a_reset_leaves_the_date_of_a_board_at_a_computer(folder):
    (folder / "dated.py").write_text(DATED + "\ntime.sleep(60)")
    with PyPortal("dated.py", date=datetime(2026, 12, 31, 23, 59, 30)) as portal:
        portal.run(40)
        portal.reset()
        portal.run(1)
        assert portal.serial.split() == ["2026-12-31", "23:59", "2027-01-01", "0:00"]


@pytest.mark.skipif(os.name != "posix", reason="a pipe has a name on Unix only")
def test_a_seed_determines_random_bytes_and_a_script_may_come_from_a_pipe(folder, capsys):
    (folder / "chance.py").write_text("import os\nprint(os.urandom(4))")
    reader, writer = os.pipe()
    os.write(writer, b"seed 1\n1 tap 20 30\n")
    os.close(writer)
    said = []
    for more in (["--seed", "0"], ["--seed", "1"], ["--script", f"/dev/fd/{reader}"], []):
        command.main(["chance.py", "--headless", *more])
        said.append(capsys.readouterr().out)
    assert said[0] == said[3] != said[1] == said[2] != ""


def test_options_win_over_the_head_of_a_script(folder, capsys):
    (folder / "says.py").write_text("import board, os\nprint(board.DISPLAY.width, os.urandom(4))")
    (folder / "head.txt").write_text("seed 3\nboard pyportal_titano\n")
    said = []
    for more in (["--script", "head.txt"], ["--seed", "3", "--board", "pyportal_titano"],
                 ["--script", "head.txt", "--seed", "4", "--board", "pyportal"], ["--seed", "4"]):
        assert command.main(["says.py", "--headless", *more]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1] != said[2] == said[3]
    assert (said[0][:3], said[2][:3]) == ("480", "320")


def test_a_failing_program_prints_its_traceback(folder, capsys):
    assert command.main(["dies.py", "--headless"]) == 1
    out, err = capsys.readouterr()
    assert out.endswith('File "dies.py", line 2, in <module>\n'
                        "ZeroDivisionError: division by zero\n")
    assert err == ""


def test_a_missing_display_is_reported(folder):
    done = sim("ends.py")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("no display (none was found, and neither DISPLAY nor ")
    assert "--terminal" in done.stderr and "--headless" in done.stderr
    assert done.stderr.count("\n") == 1


def test_runs_for_the_seconds_it_is_given_and_stops_an_endless_program(folder, capsys,
                                                                          monkeypatch):
    (folder / "clock.py").write_text("import time\nwhile 1:\n    print('tick')\n    time.sleep(1)")
    assert command.main(["clock.py", "--headless", "--seconds", "2.5"]) == 0
    assert capsys.readouterr() == ("tick\n" * 3, "")
    monkeypatch.setattr(options, "END_WITHIN_S", 0.5)
    assert command.main(["stays.py", "--headless"]) == 0
    assert "stopped after 0.5 s" in capsys.readouterr().err


def test_board_option_selects_a_board_of_another_size(folder, capsys):
    (folder / "size.py").write_text("import board\nprint(board.DISPLAY.width)")
    (folder / "far.txt").write_text("0.5 tap 479 319")
    assert command.main(["size.py", "--headless", "--board", "pyportal_titano", "--script",
                         "far.txt"]) == 0
    assert capsys.readouterr().out == "480\n"


def test_the_repositorys_drive_is_staged_when_none_is_named(folder, capsys, monkeypatch):
    monkeypatch.setattr(command, "STAGED", folder / "CIRCUITPY")
    assert command.main(["--headless"]) == 2
    assert capsys.readouterr().err == "name a drive: a CIRCUITPY folder or a .py file\n"
    (folder / "CIRCUITPY").mkdir()
    (folder / "CIRCUITPY/code.py").write_text("import os\nprint('sounds' in os.listdir('/'))")
    assert command.main(["--headless"]) == 0
    assert capsys.readouterr().out == "True\n"
    (folder / "CIRCUITPY/boot_out.txt").write_text("Adafruit CircuitPython 10.2.0")
    assert command.main(["--headless"]) == 2
    assert capsys.readouterr().err.startswith(f"{folder / 'CIRCUITPY'} is a device's drive: ")


@pytest.mark.parametrize(("arguments", "sentence"), rows("refused_options.txt", __file__))
def test_refuses_bad_input_in_one_sentence(folder, capsys, arguments, sentence):
    """It is refused before the program, which would print, has started."""
    (folder / "bad.txt").write_text("1 tap 400 3\n")
    (folder / "drive").mkdir()
    (folder / "again").mkdir()
    (folder / "drive/code.py").write_text("print('drive')")
    (folder / "link.json").symlink_to("x.json")
    (folder / "link.py").symlink_to("ends.py")
    (folder / "hard.py").hardlink_to("ends.py")
    assert command.main(shlex.split(arguments)) == 2
    said = capsys.readouterr()
    assert said.err.startswith(sentence)
    assert (said.err.count("\n"), said.out) == (1, "")


READ = "--sd", "--parts", "--script", "--network"
WRITTEN = "--nvm", "--record-network", "--record", "--trace"


@pytest.mark.parametrize(("option", "name"), [
    *((option, name) for option in READ + WRITTEN for name in ("x" * 300, "x" * 5000, "ends.py/x")),
    *((option, "a\n\x1b[1m\u202eb") for option in READ)])
def test_a_name_that_no_file_has_gets_one_sentence_in_one_line(folder, capsys, option, name):
    assert command.main(["ends.py", "--headless", option, name]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and said[:-1].isprintable() and len(said) < 1100


def test_the_least_and_the_most_are_taken(folder):
    most = {"debug": 65535, "scale": 8, "speed": 100}
    given = options.parse(
        ["ends.py", *(f"--{name.replace('_', '-')}={value}" for name, value in most.items())])
    assert vars(given) | most == vars(given)
    given = options.parse(["ends.py", "--headless", "--seconds=1e9"])
    assert (given.seconds, given.debug) == (1e9, None)


def test_nvm_is_kept_in_its_file_as_soon_as_it_changes(folder, monkeypatch):
    (folder / "late.py").write_text(COUNT_STARTS + "\nimport time\ntime.sleep(1)\nprint('end')")
    said = []

    class Output(io.StringIO):
        def write(self, text):
            said.append((text, Path("chip.nvm").exists()))

    monkeypatch.setattr("sys.stdout", Output())
    for _ in range(3):
        assert command.main(["late.py", "--headless", "--nvm", "chip.nvm"]) == 0
    assert [text for text, _ in said if text.isdigit()] == ["0", "1", "2"]
    assert ("end", True) in said
    assert (folder / "chip.nvm").read_bytes() == b"\x02" + b"\xff" * 8191
    assert not list(folder.glob(".chip*"))


def test_nvm_of_the_repositorys_drive_is_kept_for_a_player(folder, capsys, monkeypatch, sit):
    """Its file is named on stderr. Tests and other drives start with a new board."""
    monkeypatch.setattr(files, "user_data_path", lambda name, appauthor: (
        folder / {("pyportal-sim", False): "data"}[name, appauthor]))
    monkeypatch.setattr(command, "STAGED", folder / "CIRCUITPY")
    (folder / "CIRCUITPY").mkdir()
    (folder / "CIRCUITPY/code.py").write_text("")

    def kept(run, *arguments):
        assert run(*arguments) == 0
        return re.findall("the board's nvm is kept in (.*) \\(", capsys.readouterr().err)

    assert kept(sit) == [f"{folder}/data/pyportal.nvm"]
    assert kept(sit, "--board", "pyportal_titano") == [f"{folder}/data/pyportal_titano.nvm"]
    assert kept(sit, "ends.py") == kept(sit, "--script", "moves.txt") == []
    assert kept(lambda: command.main(["--headless"])) == []
    (folder / "file").write_text("")
    monkeypatch.setattr(files, "user_data_path", lambda *_, **__: folder / "file" / "data")
    assert sit() == 2
    assert "cannot make the folder " in capsys.readouterr().err


def test_new_files_have_the_first_number_that_is_free_for_all_of_them(folder):
    for number, taken in (1, "shot-1.wav"), (2, "shot-2.gif"), (3, "shot-5.gif"):
        paths = files.new_paths(folder / "shot", (".gif", ".wav"))
        assert paths == [folder / f"shot-{number}.gif", folder / f"shot-{number}.wav"]
        (folder / taken).touch()


def test_a_program_that_resets_a_board_without_a_program_ends_the_run_in_a_sentence(tmp_path,
                                                                                   capsys):
    (tmp_path / "boot.py").write_text("import storage\nstorage.remount('/', False)\n")
    (tmp_path / "code.py").write_text("import os, microcontroller\nos.remove('code.py')\n"
                                      "microcontroller.reset()\n")
    assert command.main([str(tmp_path), "--headless"]) == 2
    assert capsys.readouterr().err == (
        f"{tmp_path} holds no code.py: name a CIRCUITPY folder or a .py file\n")


@pytest.mark.parametrize("option", ["seed", "sd", "record", "trace"])
def test_two_dashes_are_no_value_of_an_option(option, folder, capsys):
    assert command.main(["ends.py", "--headless", f"--{option}=--"]) == 2
    assert capsys.readouterr().err == f"--{option}=-- has no value: see python -m sim --help\n"


def test_a_program_whose_name_is_not_utf_8_is_refused(folder, capsys):
    name = os.fsdecode(b"a\xff.py")
    try:
        (folder / name).write_text("")
    except OSError:
        pytest.skip("this file system has no such names")
    assert command.main([name, "--headless"]) == 2
    assert "is not UTF-8: rename the program" in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such names")
@pytest.mark.parametrize("name", ["a:b.py", "a?.py", "a\\b.py", "a\n.py", "code."])
def test_a_program_whose_name_no_board_has_is_refused(name, folder, capsys):
    (folder / name).write_text("print(1)")
    assert command.main([name, "--headless"]) == 2
    assert "is none that a board's drive takes: rename" in capsys.readouterr().err


def test_a_link_to_a_program_runs_it_where_it_is(folder, tmp_path_factory, capsys):
    """Like Python, it finds the program's own neighbours."""
    project = tmp_path_factory.mktemp("project")
    (project / "main.py").write_text("import neighbour\nprint(__file__, neighbour.x)")
    (project / "neighbour.py").write_text("x = 5")
    (folder / "link.py").symlink_to(project / "main.py")
    assert command.main(["link.py", "--headless"]) == 0
    assert capsys.readouterr().out == "main.py 5\n"


def test_a_drive_whose_program_is_elsewhere_is_refused(folder, capsys):
    (folder / "drive").mkdir()
    (folder / "drive/code.py").symlink_to(folder / "ends.py")
    assert command.main(["drive", "--headless"]) == 2
    assert capsys.readouterr().err == ("drive/code.py is a link that leads out of the drive: put "
                                       "the program itself there\n")


def test_the_program_is_found_in_any_case_as_on_the_board(folder, capsys):
    (folder / "drive").mkdir()
    (folder / "drive/CODE.PY").write_text("print('upper')")
    assert command.main(["drive", "--headless"]) == 0
    assert capsys.readouterr().out == "upper\n"


def test_a_long_wrong_value_leaves_the_reason_in_the_sentence(folder, capsys):
    assert command.main(["ends.py", "--headless", "--seed", "x" * 5000]) == 2
    said = capsys.readouterr().err
    assert said.startswith("argument --seed: invalid int value: 'xxx") and len(said) < 1100
    assert said.endswith("xxx': see python -m sim --help\n")


CLOSED = {
    "no output": (">&-", 0, ""),
    "no output and no errors": (">&- 2>&-", 0, ""),
    "a full disk": (">/dev/full", 2,
                    "what was printed is lost: No space left on device\n"),
}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has /dev/full")
@pytest.mark.parametrize(("where", "status", "said"), CLOSED.values(), ids=CLOSED)
def test_a_program_runs_on_when_its_output_goes_nowhere(where, status, said, folder):
    done = hang.run(["sh", "-c", f'exec "$0" -m sim "$1" --headless {where}', sys.executable,
                     folder / "ends.py"], cwd=ROOT)
    assert (done.returncode, done.stdout, done.stderr) == (status, "", said)


@pytest.mark.skipif(os.name == "nt", reason="Windows has other errors for pipes")
@pytest.mark.parametrize(("arguments", "status", "unbuffered", "errors"), [
    ("sim firmware list", 0, "", subprocess.PIPE),
    ("sim none.py", 2, "1", subprocess.STDOUT)])
def test_a_closed_pipe_changes_no_status(arguments, status, unbuffered, errors, folder):
    """`| head -0` closes the pipe of the output, `2>&1 | head -0` that of the errors too."""
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-m", *arguments.format(folder).split()], stdout=write, stderr=errors,
        check=False, text=True, cwd=ROOT, env={**os.environ, "PYTHONUNBUFFERED": unbuffered})
    os.close(write)
    assert done.returncode == status
    assert "Broken pipe" not in (done.stderr or "")


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps a folder that is used")
def test_a_current_folder_that_is_gone_is_named_in_a_sentence(tmp_path, monkeypatch, capsys):
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert command.main(["code.py", "--headless"]) == 2
    assert capsys.readouterr().err == "the current folder is gone: change to another one\n"


@pytest.mark.parametrize("option", ["--trace", "--profile"])
def test_a_full_disk_leaves_the_older_file(option, folder, monkeypatch, capsys):
    """A file that cannot be written in full has its former contents."""
    older = folder / "older.json"
    older.write_text("{}")

    def write_bytes(path, data):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", write_bytes)
    assert command.main(["ends.py", "--headless", option, str(older)]) == 2
    assert capsys.readouterr().err.endswith("No space left on device\n")
    assert older.read_text() == "{}"
