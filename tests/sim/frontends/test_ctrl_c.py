# SPDX-License-Identifier: MIT
"""Ctrl-C in the first second of a command, while Python imports what it needs."""

import os
import signal
import subprocess
import sys

import pytest

from sim import command
from sim.engines.firmware import chip, places, releases
from sim.engines.firmware.wiring import WIRINGS
from sim.frontends import recorder
from tests.support import hang, seeds
from tests.support.network import standinfirmware
from tests.support.paths import ROOT

MOMENTS = int(seeds.more(2, 8))
INTERRUPTED = 130
# Python runs this before the command. It numbers the searches for a module, from the command's own
# on, sends the signal at the search AT, and without AT prints how many there were.
NUMBERS = """\
import atexit, os, signal, sys

class Searches:
    def __init__(self):
        self.at, self.number = int(os.environ["AT"]), -1

    def find_spec(self, name, *_):
        if name == os.environ["FIRST"] or self.number >= 0:
            self.number += 1
            if self.number == self.at:
                signal.raise_signal(signal.SIGINT)

searches = Searches()
sys.meta_path.insert(0, searches)
if searches.at < 0:
    atexit.register(lambda: print(searches.number))
"""


@pytest.mark.parametrize(("command", "first"), [
    ("sim {0}/code.py --headless", "sim.command"), ("tools.carried --help", "tools.carried")])
def test_ctrl_c_while_python_imports_ends_without_a_traceback(command, first, tmp_path):
    (tmp_path / "sitecustomize.py").write_text(NUMBERS)
    (tmp_path / "code.py").write_text("")

    def start(at):
        return hang.run([sys.executable, "-m", *command.format(tmp_path).split()], cwd=ROOT,
                        env={**os.environ, "PYTHONPATH": str(tmp_path), "AT": str(at),
                             "FIRST": first})

    searches = int(start(-1).stdout.split()[-1])
    for at in range(0, searches, searches // MOMENTS):
        done = start(at)
        assert done.returncode == INTERRUPTED, (at, done)
        assert done.stderr in ("", "stopped by Ctrl-C\n"), at


def test_what_saves_a_picture_is_imported_before_the_run(tmp_path):
    """Ctrl-C during an import at the end would lose the recording."""
    (tmp_path / "code.py").write_text("")
    (tmp_path / "sitecustomize.py").write_text(
        "import os, sys\nfrom sim import portal\nrun = portal.PyPortal.run\n"
        "def noted(*given):\n    had.update(sys.modules)\n    return run(*given)\n"
        "had = {}\nportal.PyPortal.run = noted\nimport atexit\n"
        "atexit.register(lambda: print(*{*sys.modules} - {*had}))\n")
    done = hang.run([sys.executable, "-m", "sim", str(tmp_path / "code.py"), "--headless",
                     "--record", str(tmp_path / "x.gif")], cwd=ROOT,
                    env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"})
    assert (tmp_path / "x.gif").exists() and "PIL" not in done.stdout, done


@pytest.mark.parametrize("package", ["sim.interrupt", "tools"])
def test_nothing_else_is_imported_before_ctrl_c_is_taken(package):
    code = f"import sys; old = {{*sys.modules}}; import {package}; print(*{{*sys.modules}} - old)"
    done = hang.run([sys.executable, "-c", code], cwd=ROOT)
    assert {name for name in done.stdout.split() if not name.startswith(("sim", "tools"))} == set()


def test_ctrl_c_is_looked_for_often_while_a_firmware_starts(tmp_path, monkeypatch):
    """One that only resets itself takes a minute for its first second; this one locks up."""
    spans, run = [], places.Chip.run
    monkeypatch.setattr(places.Chip, "run", lambda it, until: (
        spans.append(until - it.now), run(it, until))[1])
    monkeypatch.setattr(places, "BOOT_CYCLES", 4_000_000)
    path = tmp_path / "standin.uf2"
    path.write_bytes(standinfirmware.uf2())
    assert places.find(chip.load(), releases.read(path), WIRINGS["pyportal"]) is None
    assert spans and max(spans) <= 120_000_000 / 50


def test_ctrl_c_while_the_results_are_saved_loses_none_of_them(tmp_path, monkeypatch):
    def write(path, data, write=recorder.write_whole):
        signal.raise_signal(signal.SIGINT)
        write(path, data)

    (tmp_path / "code.py").write_text("import time\ntime.sleep(1)")
    monkeypatch.setattr(recorder, "write_whole", write)
    results = [tmp_path / name for name in ("a.gif", "b.txt", "c.wav", "trace.json", "net.json")]
    options = [f"--record={path}" for path in results[:3]]
    with pytest.raises(KeyboardInterrupt):
        command.main([str(tmp_path), "--headless", *options, f"--trace={results[3]}",
                      f"--record-network={results[4]}"])
    assert all(path.exists() for path in results)


@pytest.mark.skipif(os.name != "posix", reason="Windows ends processes at once")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_that_asks_a_run_to_end_loses_nothing(tmp_path, number):
    (tmp_path / "code.py").write_text("import time\nwhile True:\n    print('on')\n"
                                      "    time.sleep(1)\n")
    run = subprocess.Popen(
        [sys.executable, "-m", "sim", str(tmp_path), "--headless", "--seconds", "1000000",
         "--speed-of", "desk", "--record", str(tmp_path / "x.gif")],
        cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert run.stdout and run.stdout.readline() == "on\n"
    run.send_signal(number)
    said = run.communicate(timeout=hang.HANG_S)[1]
    assert said.endswith(f"stopped by signal {int(number)}\n") and run.returncode == 128 + number
    assert (tmp_path / "x.gif").exists()
