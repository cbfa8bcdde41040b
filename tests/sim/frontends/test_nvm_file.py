# SPDX-License-Identifier: MIT
"""The nvm file: one run at a time writes it, and a disk that is full ends no game."""

import errno
import os
import shutil
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from sim import PyPortal, command
from sim.errors import UserError
from sim.frontends import files
from sim.frontends.nvmfile import NvmFile
from tests.support import firmware, hang
from tests.support.frontends import environment

ERASED = b"\xff" * 8192
# Opens the nvm file again and again, adds one to its first number and saves it.
COUNTS = """
import os, sys
from pathlib import Path
from sim.frontends.nvmfile import NvmFile
for round in range(int(sys.argv[2])):
    with NvmFile(Path(sys.argv[1]), print) as file:
        content = bytearray(file.content or bytes(8192))
        count = int.from_bytes(content[:4], "little") + 1
        content[:4] = count.to_bytes(4, "little")
        file.save(content)
        print("saved" if file.is_saved else "not saved", flush=True)
        if sys.argv[3] == "crash":
            os._exit(3)
"""


def race(path: Path, rounds: int, end: str) -> str:
    command = [sys.executable, "-c", COUNTS, str(path), str(rounds), end]
    return subprocess.run(command, text=True, capture_output=True, env=environment(),
                          check=False).stdout


def test_a_second_run_says_so_and_saves_nothing(tmp_path):
    said: list[str] = []
    path = tmp_path / "chip.nvm"
    with NvmFile(path, said.append) as first:
        first.save(b"1" + ERASED[1:])
        with NvmFile(path, said.append) as second:
            assert second.content == b"1" + ERASED[1:]
            second.save_last(ERASED)
            first.save(b"2" + ERASED[1:])
        assert [sentence.partition(":")[0] for sentence in said] == [
            f"{path} is in use by another PyPortal", f"{path} was not saved"]
        assert not second.is_saved
    assert path.read_bytes()[:1] == b"2"
    assert [entry.name for entry in tmp_path.iterdir()] == ["chip.nvm"]
    with NvmFile(path, said.append) as third:
        assert third.content == b"2" + ERASED[1:]
    assert len(said) == 2


def test_the_lock_is_that_of_the_file_under_all_its_names(tmp_path):
    said: list[str] = []
    (tmp_path / "link.nvm").symlink_to("chip.nvm")
    with NvmFile(tmp_path / "link.nvm", said.append), NvmFile(tmp_path / "chip.nvm", said.append):
        assert len(said) == 1


@pytest.mark.parametrize(("processes", "rounds", "end"), [(2, 10, "well"), (2, 1, "crash")])
def test_of_runs_that_race_none_loses_what_another_has_saved(tmp_path, processes, rounds, end):
    """The file counts all runs that say that they have saved; a crash keeps no lock."""
    path = tmp_path / "chip.nvm"
    with ThreadPoolExecutor(4) as threads:
        said = "".join(threads.map(lambda _: race(path, rounds, end), range(processes)))
    saved, refused = (said.splitlines().count(word) for word in ("saved", "not saved"))
    assert int.from_bytes(path.read_bytes()[:4], "little") == saved > 0
    assert said.count("in use by another PyPortal") == refused == processes * rounds - saved
    with NvmFile(path, print) as file:
        file.save(ERASED)
        assert file.is_saved


@pytest.mark.skipif(not shutil.which("sh"), reason="a shell limits the size of files")
def test_a_full_disk_does_not_end_the_program(folder):
    """Files of this run can have 4,096 bytes; an nvm has 8,192, and a second of sound 44,100."""
    (folder / "saves.py").write_text("import microcontroller as m\nm.nvm[0] = 1\nprint('saved')\n"
                                     "import time\ntime.sleep(1)\nm.nvm[1] = 2\nprint('again')")
    (folder / "chip.nvm").write_bytes(ERASED)
    run = (f'ulimit -f 8; exec "{sys.executable}" -m sim saves.py --headless --nvm chip.nvm '
           "--record all.wav")
    done = hang.run(["sh", "-c", run], env=environment())
    assert (done.returncode, done.stdout) == (2, "saved\nagain\n")
    first, last, *others = done.stderr.splitlines()
    assert first == (f"cannot write chip.nvm: {os.strerror(errno.EFBIG)}; the program goes on, and "
                     "saving is tried again when its nvm changes and when it ends")
    assert last.startswith("chip.nvm was not saved: ")
    assert others == [f"cannot write all.wav: {os.strerror(errno.EFBIG)}"]
    assert (folder / "chip.nvm").read_bytes() == ERASED
    assert not list(folder.glob(".*"))


@pytest.mark.skipif(os.name == "nt", reason="Windows sends no signals")
@pytest.mark.parametrize("engine", ["python", "firmware"])
def test_ctrl_c_ends_a_run_with_a_sentence_and_keeps_its_nvm(folder, engine):
    if engine == "firmware":
        firmware.require()
    (folder / "busy.py").write_text("import microcontroller\nmicrocontroller.nvm[0] = 1\n"
                                    "print('saved')\nwhile True:\n    sum(range(100))\n")
    run = subprocess.Popen([sys.executable, "-m", "sim", "busy.py", "--engine", engine,
                            "--headless", "--seconds", "1000000", "--nvm", "chip.nvm"], text=True,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment())
    assert run.stdout and run.stdout.readline() == "saved\n"
    run.send_signal(signal.SIGINT)
    assert run.communicate()[1] == "stopped by Ctrl-C\n"
    assert run.returncode == 130
    assert (folder / "chip.nvm").read_bytes() == b"\1" + ERASED[1:]


def test_a_disk_that_has_room_again_gets_what_was_not_saved(tmp_path, monkeypatch):
    said: list[str] = []
    with NvmFile(tmp_path / "chip.nvm", said.append) as file:
        with monkeypatch.context() as full:
            full.setattr(Path, "write_bytes", lambda *_: _raise(errno.ENOSPC))
            file.save(b"1" + ERASED[1:])
            file.save(b"1" + ERASED[1:])
            assert len(said) == 1 and not file.is_saved
        file.save_last(b"1" + ERASED[1:])
        assert len(said) == 1 and file.is_saved
    assert (tmp_path / "chip.nvm").read_bytes()[:1] == b"1"


def _raise(number: int) -> None:
    raise OSError(number, os.strerror(number))


def test_a_file_is_written_through_its_link_and_keeps_its_mode(tmp_path):
    (tmp_path / "far").mkdir()
    real, link = tmp_path / "far/chip.nvm", tmp_path / "chip.nvm"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)
    files.require_writable(link)
    files.write_whole(link, b"new")
    assert (link.is_symlink(), real.read_bytes(), real.stat().st_mode & 0o777) == (
        True, b"new", 0o640)
    (tmp_path / "dangling").symlink_to(tmp_path / "far/other")
    files.write_whole(tmp_path / "dangling", b"new")
    assert (tmp_path / "far/other").read_bytes() == b"new"
    (tmp_path / "nowhere").symlink_to(tmp_path / "gone/file")
    with pytest.raises(UserError, match="there is no folder"):
        files.require_writable(tmp_path / "nowhere")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no such device")
@pytest.mark.parametrize("option", ["--record-network", "--nvm", "--record", "--screenshot",
                                    "--trace", "--profile"])
def test_a_device_is_refused_and_stays(folder, capsys, option):
    names = {"--record": "x.gif", "--screenshot": "x.png", "--trace": "x.json",
             "--profile": "x.json"}
    for device in "/dev/full", "/dev/null":
        named = folder / names.get(option, "x")
        named.symlink_to(device)
        assert command.main(["ends.py", "--headless", option, str(named)]) == 2
        assert capsys.readouterr().err == f"{named} is a device or a pipe: name a file\n"
        assert named.is_char_device()
        named.unlink()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes in folders")
@pytest.mark.parametrize(("option", "named"), [
    ("--parts", "pipe"), ("--network", "pipe"), ("--script", "the script pipe")])
def test_a_pipe_is_refused_where_a_file_is_read(folder, capsys, option, named):
    """Opening it would wait for a writer for ever."""
    os.mkfifo("pipe")
    assert command.main(["ends.py", "--headless", option, "pipe"]) == 2
    assert capsys.readouterr().err == f"{named} is a device or a pipe: name a file\n"


def test_every_recording_that_can_be_saved_is(folder, capsys, monkeypatch):
    """The first recording's disk is full; the second one has room."""
    write = Path.write_bytes

    def write_bytes(path: Path, data: bytes) -> int:
        if path.parent.name == "full":
            _raise(errno.ENOSPC)
        return write(path, data)

    (folder / "full").mkdir()
    monkeypatch.setattr(Path, "write_bytes", write_bytes)
    assert command.main(["ends.py", "--headless", "--record", "full/a.gif", "--record",
                         "b.txt"]) == 2
    assert capsys.readouterr().err == (
        f"cannot write full/a.gif: {os.strerror(errno.ENOSPC)}\n")
    assert (folder / "b.txt").exists()


def test_who_quits_in_the_middle_of_a_write_keeps_what_was_there_before(write_program):
    """A board that loses its power then has lost all of it."""
    program = write_program("import microcontroller\nmicrocontroller.nvm[:] = b'2' * 8192\n")
    with PyPortal(program, nvm=b"1" * 8192) as portal:
        seen, kept = set(), set()
        while portal.running:
            portal.run(0.003)
            seen.add(bytes(portal.nvm))
            kept.add(portal.board.nvm.complete)
    assert ERASED in seen and kept == {b"1" * 8192, b"2" * 8192}


KILLED = """
import os, sys
from pathlib import Path
from sim.frontends.nvmfile import NvmFile
os.replace = lambda *_: os._exit(3)
with NvmFile(Path(sys.argv[1]), print) as file:
    file.save(bytes(8192))
"""


@pytest.mark.parametrize("name", ["chip.nvm", "n" * 251 + ".nvm"])
def test_what_a_killed_run_left_beside_a_file_is_gone_after_the_next(tmp_path, name):
    path = tmp_path / name
    run = subprocess.run([sys.executable, "-c", KILLED, str(path)], env=environment(), check=False)
    assert run.returncode == 3 and any(tmp_path.glob(".*.part"))
    foreign = tmp_path / f".{name[:9]}.{os.getppid()}.1.part"
    foreign.touch()  # of a process that still works
    with NvmFile(path, print) as file:
        assert [entry.name for entry in tmp_path.glob(".*.part")] == [foreign.name]
        file.save(ERASED)
    assert {entry.name for entry in tmp_path.iterdir()} == {name, foreign.name}
