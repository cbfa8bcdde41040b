# SPDX-License-Identifier: MIT
"""Whatever a program calls, with whatever arguments: it ends as on the device, and at once.

No call may raise what no device raises (`random_calls.EXPECTED` says what does), hang, or take more
of the host's memory than some for a board's. FULL=1 in the environment makes 100,000 calls instead
of 10,000.
"""

import os
import signal
import wave

import pytest
from greenlet import getcurrent
from PIL import Image

from sim.engines.python.modules import SAME_ON_THE_HOST
from tests.support import seeds
from tests.support.hang import HANG_S
from tests.support.modules.built_in import MODULES, STUBS
from tests.support.modules.random_calls import Caller, TimeUp
from tests.support.programs.instantly import PyPortal

resource = pytest.importorskip("resource", reason="the host has no limits of Unix's kind")

SEEDS = seeds.some(100 if os.environ.get("FULL") else int(seeds.more(6, 10)))
CALLS = 1_000
# Of the host's memory, for a thousand calls: bytes.
MEMORY = 200 << 20

# Without Python's own.
SIMULATED = [name for name in MODULES if name not in {*SAME_ON_THE_HOST, "builtins"}]
IMPORT_ALL = """
for name in {names}:
    try:
        __import__(name)
    except ImportError:
        pass
make_calls()
"""


@pytest.fixture
def drive(tmp_path, monkeypatch):
    """A drive with a sound and a picture; away from it no file can be found by a slip."""
    (tmp_path / "code.py").write_text(IMPORT_ALL.format(names=SIMULATED))
    with wave.open(str(tmp_path / "sound.wav"), "wb") as sound:
        sound.setparams((1, 2, 8000, 0, "NONE", ""))
        sound.writeframes(bytes(1600))
    Image.new("P", (16, 16)).save(tmp_path / "picture.bmp")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    return tmp_path


def play(drive, seed, count):
    """Calls on one machine after the other, as some calls end it; returns (calls, findings)."""
    made, findings = 0, {}
    while made < count:
        with PyPortal(drive, seed=seed) as portal:
            machine = portal.engine
            caller = Caller(machine, SIMULATED, STUBS, f"{seed} {made}", count - made)
            machine.program.builtins["make_calls"] = caller.run
            machine.run_until(1 << 61)
            while machine.running and not machine.board.next_boot:
                machine._caller = getcurrent()
                machine._coroutine.throw(TimeUp())
            assert not portal.failed, portal.serial
            made += caller.made
            findings |= caller.findings
    return made, findings


@pytest.fixture
def watch():
    """Ends a call that never would, by the host's clock; looks at the memory that was taken."""
    before = signal.signal(signal.SIGALRM, _ring)
    signal.alarm(HANG_S)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)
    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - most) * 1024 < MEMORY


def _ring(*_):
    raise TimeoutError("a call never ends")


@pytest.mark.parametrize("seed", SEEDS)
def test_no_call_ends_as_on_no_device(drive, watch, seed):
    made, findings = play(drive, seed, CALLS)
    assert made == CALLS
    assert not findings, "\n".join(findings.values())


@pytest.mark.parametrize("call", [
    "displayio.Bitmap(32767, 32767, 65536)",
    "displayio.Palette(32767)",
    "displayio.TileGrid(displayio.Bitmap(1, 1, 2), pixel_shader=displayio.Palette(2), width=65535, "
    "height=65535)",
    "adafruit_pixelbuf.PixelBuf(1 << 30)",
    "os.urandom(1 << 30)",
])
def test_what_a_board_has_no_memory_for_is_refused(tmp_path, call):
    (tmp_path / "code.py").write_text(
        f"import adafruit_pixelbuf, displayio, os\ntry:\n    {call}\nexcept MemoryError as error:\n"
        "    print(error)\n")
    with PyPortal(tmp_path) as portal:
        portal.run()
        assert portal.serial.startswith("memory allocation failed, allocating ")


def test_a_picture_as_large_as_the_screen_has_room(tmp_path):
    (tmp_path / "code.py").write_text("import displayio\ndisplayio.Bitmap(320, 240, 65536)\n")
    with PyPortal(tmp_path) as portal:
        portal.run()
        assert not portal.failed, portal.serial
