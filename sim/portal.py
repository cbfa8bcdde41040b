# SPDX-License-Identifier: MIT
"""PyPortal: a simulated PyPortal to tap on, look at and listen to, from tests and frontends.

It owns one board and the engine that runs its program. The Reset button replaces both; the drive,
nvm and everything outside the chip stay.
"""

import os
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from .board import sdcard
from .board.boards import find_board
from .board.boot import Boot, clock_of
from .board.console import Console
from .board.drive import SIZE_KB, Drive, program_at
from .board.faults import Faults
from .board.motherboard import BOOT_NS, CONNECTIONS, NEVER_SET, Environment, Motherboard
from .board.panel import rgb
from .board.parts import plugged
from .board.pins import Wires
from .board.sensors import LightSensor
from .clock import SECOND, nanoseconds
from .engines import engine_maker
from .engines.engine import Engine, Heap
from .engines.signals import finishing
from .errors import StillRunning, UserError
from .network.network import Network
from .trace import Latency, Stopwatch, Trace, note_sounds

if TYPE_CHECKING:
    from PIL import Image

    from .engines.python.debugging import Debugging
    from .engines.python.profiler import Profile

TAP_S = 0.12
# The stylus is away for so long before the next tap or hold.
AWAY_S = 0.1
DEBUG_PORT = 5678  # debugpy's own
ROOM_C = 23.0  # what a board without a thermometer tells
# The longest `run()` without a time.
END_WITHIN_S = 60


class PyPortal:
    """A PyPortal that is powered and has not run yet.

    Coordinates are pixels, times virtual seconds. The same seed, drive and input give the same
    bytes.

    Args:
        drive: a CIRCUITPY folder or a program file.
        seed: seeds the chip's random bytes, which `os.urandom` returns.
        board: `pyportal`, `pyportal_pynt` or `pyportal_titano`.
        nvm: the content of non-volatile memory at power-on; the rest is erased.
        sd: the card in the slot: a folder or an image file.
        strict: whether Python is limited to what the device accepts.
        sources: a folder with the .py files that the drive's .mpy files were compiled from.
        drive_size: the size of the drive in KB.
        engine: what runs the program: `python`, this computer's Python, or `firmware`, the
            board's own CircuitPython.
        firmware: a `.uf2` file, or a folder of them, for the firmware engine.
        instant: whether code and drawing take no time, instead of a board's.
        date: the clock's date and time at power-on, as a computer at the USB port sets it; by
            default that of a board whose clock was never set, 2000-01-01.
        parts: what is plugged in: a file, or its tables as a dict; by default the parts.toml
            beside the program, if there is one.

    Raises:
        ValueError: for a drive, board, card, part or engine that cannot be used.
    """

    def __init__(self, drive: str | os.PathLike[str], *, seed: int = 0, board: str = "pyportal",
                 nvm: bytes | None = None, sd: str | os.PathLike[str] | None = None,
                 strict: bool = True, sources: str | os.PathLike[str] | None = None,
                 drive_size: int = SIZE_KB, engine: str = "python", instant: bool = False,
                 firmware: str | os.PathLike[str] | None = None, date: datetime | None = None,
                 parts: str | os.PathLike[str] | Mapping[str, Any] | None = None):
        self._drive = program_at(drive)
        self._sources = sources
        self._drive_size = drive_size
        self._model = find_board(board)
        self._new_engine = engine_maker(engine, strict=strict, instant=instant, firmware=firmware,
                                        board=board)
        self._seed = seed
        self.owed_ns = 0  # ns that a restart ran beyond the last `run`; taken from the next
        self._lifted = -AWAY_S  # when the stylus was lifted
        self.faults = Faults()
        self._console = Console()
        self._stopwatch = Stopwatch()
        self._trace: Trace | None = None
        self._profile: Profile | None = None
        self._debugging: Debugging | None = None
        self.network = Network(self.faults.network, self._console.remark,
                               self._pass_on)
        self._parts_from = parts
        self.parts = self._read_parts()
        self._environment = Environment(network=self.network)
        self._failure = ""
        if date is not None:
            self._environment.rtc_start = clock_of(date)
        self._surround()
        self.pins = Wires(lambda: self.board.pins, self._pass_on)
        self.engine = self._powered(seed, nvm)
        self._has_own_card = sd is not None
        self._environment.card = self.parts.card if sd is None else sdcard.insert(sd)

    def _read_parts(self) -> plugged.Parts:
        connections = CONNECTIONS[self._model.name]
        what = plugged.beside(self._drive) if self._parts_from is None else self._parts_from
        return plugged.Parts(connections.sensors(), connections.i2c, what, self._console.remark)

    def _surround(self) -> None:
        """Put the sensors and the parts around the board."""
        sensors, *parts = self.parts.values()
        assert isinstance(sensors, LightSensor)
        self._environment.sensors, self._environment.parts = sensors, parts

    def plug(self) -> None:
        """Read parts.toml again, and plug in what it says now. A value that `set` has changed stays
        unless the file gives another than before. Raises ValueError, and changes nothing, like
        `PyPortal`.
        """
        before, self.parts = self.parts, self._read_parts()
        self.parts.keep(before)
        self._surround()
        if not self._has_own_card and before.card_at != self.parts.card_at:
            self._bring_back(self._environment.close)
            self._environment.card = self.parts.card
        self.board.plug(*self.parts.values())

    def _powered(self, seed: int, nvm: bytes | None = None) -> Engine:
        """Return an engine with a new board. Raises UserError if the drive cannot be used."""
        try:
            drive = Drive(self._drive, self.faults, self._sources, self._drive_size)
            return self._new_engine(Motherboard(
                self._model, drive, seed, nvm=nvm, faults=self.faults, console=self._console,
                environment=self._environment))
        except ValueError as error:
            raise UserError(str(error)) from None

    def _pass_on(self, error: BaseException) -> None:
        self.engine.pass_on(error)

    @property
    def board(self) -> Motherboard:
        """The board's parts; a reset replaces them."""
        return self.engine.board

    def __enter__(self) -> "PyPortal":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def cut_power(self) -> None:
        """Cut the power, even in the middle of a write to nvm. `reset` restores it."""
        self.board.power_off()
        self._bring_back(self._environment.close)

    def _bring_back(self, act: Callable[[], None]) -> None:
        """Bring what the board has written to its card to the user's files. A failure is remarked
        on, once, and the card keeps what it has.
        """
        try:
            act()
        except OSError as error:
            sentence = (f"cannot write {error.filename or 'the card'}, which the board has "
                        f"written: {error.strerror}")
            if sentence != self._failure:
                self._console.remark(sentence)
            self._failure = sentence

    def close(self) -> None:
        """Cut the power, and finish the trace and the profile of the run. Raises OSError for what
        the board has written to its card and the computer cannot.
        """
        with finishing(), ExitStack() as ends:
            for written in self._trace, self._profile:
                if written:
                    ends.callback(written.close)
            ends.callback(self._environment.close)
            self.board.power_off()

    def reset(self) -> None:
        """Press Reset, or switch on: the program starts again, with the same nvm and a new seed.

        Raises UserError, and changes nothing, if the drive no longer has a program or has become
        too large for the board.
        """
        old = self.board
        patience = self.engine.patience
        new = self._powered(self._seed + 1)
        boot = old.next_boot or Boot("RESET_PIN" if old.powered else "POWER_ON")
        if boot.rtc_start is None and self._environment.rtc_start != NEVER_SET:
            boot = replace(boot, rtc_start=old.date_s())
        self.cut_power()
        old.speaker.stop()
        self._seed += 1
        self.owed_ns = 0
        self._lifted = -AWAY_S
        self.engine = new
        note_sounds(old)
        new.patience = patience
        new.board.take_over(old)
        new.board.drive.main.take_over(old.drive.main, boot.starts_up)
        self.pins.reconnect()
        self._follow(new)
        new.start(boot)

    def _follow(self, engine: Engine) -> None:
        """Let the profile or the debugger go on with a new engine."""
        if self._profile and self._profile.is_open:
            self._profile.leave()
            self._profile.follow(engine)
        if self._debugging:
            self._debugging.follow(engine)

    def run(self, seconds: float | None = None) -> None:
        """Let virtual time pass; return early if the program ends.

        Without `seconds`, run to the program's end; raises StillRunning after 60 seconds without
        one; ValueError for a negative time; and UserError like `reset`, if the program resets.
        """
        if seconds is not None and not seconds >= 0:
            raise ValueError(f"run() takes 0 seconds or more, not {seconds}")
        wanted = nanoseconds(END_WITHIN_S if seconds is None else seconds)
        left, self.owed_ns = wanted - self.owed_ns, 0
        while self.engine.alive and left > 0:
            left -= self._run_for(left)
        self.owed_ns = max(0, -left)
        if seconds is None and self.running:
            raise StillRunning(f"{self.board.drive.program} is still running after {END_WITHIN_S} s"
                               f", at {self.engine.position()}: give run() a time")

    def _run_for(self, ns: int) -> int:
        """Run at most `ns`, or until the program restarts itself; returns the time that passed."""
        clock = self.board.clock
        start = max(0, clock.now)
        self.engine.run_until(start + ns)
        self._bring_back(self._environment.settle)
        passed = clock.now - start
        if not self.board.next_boot:
            return max(0, passed)
        self.reset()
        return passed + BOOT_NS

    @property
    def now(self) -> float:
        """Virtual seconds since the program started."""
        return max(0, self.board.clock.now) / SECOND

    @property
    def patience(self) -> float:
        """Seconds of computing that a virtual second may take before the program is ended. Can be
        set.
        """
        return self.engine.patience

    @patience.setter
    def patience(self, seconds: float) -> None:
        self.engine.patience = seconds

    @property
    def running(self) -> bool:
        """True until the program ends or the power is cut."""
        return self.engine.running

    @property
    def failed(self) -> bool:
        """True if an exception that it did not catch ended the program."""
        return bool(self.engine.traceback)

    def press(self, x: float, y: float, pressure: float = 1.0) -> None:
        """Put the stylus on the panel at pixel x, y; pressure is from 0.1 (hardly felt) to 1.0.

        Raises ValueError for a place off the screen, and without pressure.
        """
        board = self.board
        board.touch_panel.put(x, y, pressure)
        board.journal.note("touch", "press", x=x, y=y)
        self._stopwatch.press(lambda: board.clock.now)
        board.panel.watcher = self._stopwatch.change

    def move(self, x: float, y: float) -> None:
        """Move the pressed stylus to x, y. Raises ValueError if it is not pressed, and for a place
        off the screen.
        """
        if (touch := self.board.touch_panel.touch) is None:
            raise ValueError("nothing is pressed: call press() before move()")
        self.board.touch_panel.put(x, y, touch.pressure)
        self.board.journal.note("touch", "move", x=x, y=y)

    def release(self) -> None:
        """Lift the stylus."""
        self.board.touch_panel.touch = None
        self._lifted = self.now
        self.board.journal.note("touch", "release")

    def tap(self, x: float, y: float) -> None:
        """Press at pixel x, y for 0.12 seconds, at least 0.1 seconds after the last touch."""
        self.hold(x, y, TAP_S)

    def hold(self, x: float, y: float, seconds: float = 0.8) -> None:
        """Press at pixel x, y for this many seconds, at least 0.1 seconds after the last touch: a
        hand is no faster.
        """
        if (left := self._lifted + AWAY_S - self.now) > 0:
            self.run(left)
        self.press(x, y)
        try:
            self.run(seconds)
        finally:
            self.release()

    @property
    def latency(self) -> Latency:
        """The time from the last press to the first and the last changed pixel, as `first_ms` and
        `last_ms`. Raises RuntimeError before the first press.
        """
        return self._stopwatch.latency

    def trace(self, path: str | os.PathLike[str]) -> Trace:
        """Record events for Perfetto's viewer, until the end of a `with` or of the portal.

        Raises ValueError if the file cannot be written, or while another trace is recorded.
        """
        if self._trace and self._trace.is_open:
            raise ValueError(f"a trace is being written to {self._trace.path}: close it first")
        self._trace = Trace(lambda: self.board, path)
        return self._trace

    def profile(self, path: str | os.PathLike[str]) -> "Profile":
        """Record which lines take the board's time, until the end of a `with` or of the portal.

        A .json file is for speedscope, a .txt file for flame graphs. The profile's `table()`,
        `lines` and `functions` hold the figures. Raises ValueError like `trace`, and for an instant
        portal.
        """
        if self._profile and self._profile.is_open:
            raise ValueError(f"a profile is being written to {self._profile.path}: close it first")
        if self._debugging:
            raise ValueError("a program in a debugger has no profile: leave out one")
        self._require_python("profile")
        from .engines.python.profiler import Profile

        self._profile = Profile(self.engine, path)
        return self._profile

    def debug(self, port: int = DEBUG_PORT) -> "Debugging":
        """Let a debugger attach at this port, or at a free one if it is 0; then call `wait()` of
        the result, which tells the `port`.

        Raises ValueError once the program has begun or with another engine, ImportError without
        debugpy, and RuntimeError if nothing can attach.
        """
        if self._profile and self._profile.is_open:
            raise ValueError("a program in a debugger has no profile: leave out one")
        self._require_python("debugger")
        from .engines.python.debugging import Debugging

        self._debugging = Debugging(self.engine, port)
        return self._debugging

    def _require_python(self, what: str) -> None:
        """Raises ValueError unless the Python engine runs the program."""
        if not self.engine.shows_lines:
            raise ValueError(f"a {what} needs to see the program's lines, which a firmware does "
                             "not show: use engine='python'")

    def type(self, keys: str | bytes) -> None:
        """Type on the serial console; a line ends with a newline. Bytes are sent as they are, where
        Enter is b"\\r".

        Raises ValueError for text that cannot be encoded in UTF-8.
        """
        if isinstance(keys, str):
            keys.encode()
        self.engine.type(keys)

    def screenshot(self) -> "Image.Image":
        """Return the panel's picture as an RGB image, without the backlight."""
        from PIL import Image

        return Image.fromarray(rgb(self.board.panel.pixels()))

    @property
    def framebuffer(self) -> bytes:
        """The panel's pixels row by row, RGB565, big-endian."""
        return self.board.panel.pixels().astype(">u2").tobytes()

    @property
    def serial(self) -> str:
        """Everything printed so far, at most the last 16 million characters."""
        return self.board.console.text

    @property
    def sounds(self) -> list[tuple[float, str, float, str]]:
        """(start in s, path, length in s, digest of the samples) of each sound played."""
        return self.board.speaker.log

    @property
    def amplified(self) -> bool:
        """True while the speaker's amplifier is switched on."""
        return self.board.pins["SPEAKER_ENABLE"].voltage() > 0.5

    @property
    def bus_bytes(self) -> int:
        """The number of bytes sent to the panel since power-on."""
        return self.board.panel.bus_bytes

    @property
    def nvm(self) -> bytearray:
        """The content of non-volatile memory."""
        return self.board.nvm.content

    @property
    def nvm_writes(self) -> int:
        """The number of times nvm was erased, over resets: its wear."""
        return self.board.nvm.writes

    @property
    def heap(self) -> Heap:
        """The program's memory in bytes: `used`, `free` and the `largest` free block. Raises
        RuntimeError while there is none.
        """
        return self.engine.heap

    @property
    def pixel(self) -> tuple[int, int, int]:
        """The NeoPixel's (red, green, blue)."""
        return self.board.pixel

    @property
    def backlight(self) -> float:
        """The brightness of the backlight: 0.0 is dark, 1.0 is full."""
        return self.board.pins["TFT_BACKLIGHT"].voltage()

    @property
    def light(self) -> float:
        """The brightness at the light sensor, 0.0–1.0: 0.3 in a lit room. Can be set."""
        return self.board.pins["LIGHT"].voltage()

    @light.setter
    def light(self, level: float) -> None:
        self.set("board.light", level)
        self.pins["LIGHT"].set(None)

    @property
    def temperature(self) -> float:
        """The temperature at the thermometer in °C; only the first PyPortal has one. Can be set,
        and then raises ValueError on another board.
        """
        return float(self.parts["board"].values.get("temperature", ROOM_C))

    @temperature.setter
    def temperature(self, celsius: float) -> None:
        self.set("board.temperature", celsius)

    def set(self, name: str, value: float | bool) -> None:
        """Change what a part measures, or move its switch: `set("sht4x.humidity", 60)`. Without the
        part's name, it is changed at all that have the setting: `set("temperature", 31)`.

        Raises ValueError, and changes nothing, for another name or a value that is not allowed.
        """
        self.parts.set(name, value)
