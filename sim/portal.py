# SPDX-License-Identifier: MIT
"""The Python surface: a PyPortal to tap on, look at and listen to, from tests and from the window.

It holds one machine; the Reset button puts a new one in its place, with the same drive and nvm.
"""

import os
from typing import TYPE_CHECKING

from .board.boards import find_board
from .board.surroundings import Surroundings
from .board.touchpanel import Touch
from .board.wires import Wires
from .boot import Boot
from .clock import nanoseconds
from .core.engines import machine_of
from .drive.drive import SIZE_KB, Drive
from .errors import StillRunning
from .faults import Faults
from .hardware import Hardware
from .machine import BOOT_NS, Machine
from .network.network import Network
from .program.console import Console
from .sdcard import card
from .surface.senses import Senses
from .surface.traces import Trace, note_sounds
from .trace.latency import Latency, Stopwatch

if TYPE_CHECKING:
    from .surface.debugging import Debugging
    from .surface.profiles import Profile

TAP_S = 0.12
PATIENCE_S = 3600  # after which `run()` without a limit gives up on a program


class PyPortal(Senses):
    """`drive` is a CIRCUITPY folder or a program file; powered, not yet run. `sd` is the card in
    the slot, a folder or an image. Unless `strict` is False, Python has the device's limits: see
    `sim.strict`; `engine="core"` is CircuitPython's core, with `heap` bytes: see `sim.core`.
    `sources` holds the .py files of .mpy files: see `sim.sources.mpy`. `drive_size` is in KB.
    Code and drawing take a board's time, or none if `instant`: see `sim.cost`.
    `pins`: `sim.board.wires`; `network`: `sim.network.network`. Coordinates are pixels, times
    virtual seconds. The same seed, drive and input give the same bytes. Raises ValueError for
    a drive or board that cannot be used.
    """

    def __init__(self, drive: str | os.PathLike[str], *, seed: int = 0, board: str = "pyportal",
                 nvm: bytes | None = None, sd: str | os.PathLike[str] | None = None,
                 strict: bool = True, sources: str | os.PathLike[str] | None = None,
                 drive_size: int = SIZE_KB, engine: str = "python", heap: int | None = None,
                 instant: bool = False):
        self._drive = drive
        self._machine_of = machine_of(engine, heap)
        self._sources = sources
        self._drive_size = drive_size
        self._strict = strict
        self._instant = instant
        self._board = find_board(board)
        self._seed = seed
        self.owed_ns = 0  # of the time that a restart took; later runs pay for it
        self.faults = Faults()
        self._console = Console()
        self._stopwatch = Stopwatch()
        self._trace: Trace | None = None
        self._profile: Profile | None = None
        self._debugging: Debugging | None = None
        self.network = Network(self.faults.network, self._console.remark)
        self._surroundings = Surroundings(network=self.network)
        self.pins = Wires(lambda: self.machine.pins)
        self.machine = self._new_machine(seed, nvm)
        self._surroundings.card = None if sd is None else card.insert(sd)

    def __enter__(self) -> "PyPortal":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def cut_power(self) -> None:
        """Pull the plug, in the middle of a write to nvm if there is one; `reset` puts it back."""
        self.machine.power_off()
        self._surroundings.close()

    def close(self) -> None:
        """Pull the plug, and finish what is written of the run."""
        self.cut_power()
        for written in self._trace, self._profile:
            if written:
                written.close()

    def reset(self) -> None:
        """Press Reset or switch on: the program starts anew, nvm is kept, chance is new.

        Raises ValueError, and leaves all as it was, when the drive has no program any more.
        """
        old = self.machine
        new = self._new_machine(self._seed + 1)
        boot = old.next_boot or Boot("RESET_PIN" if old.powered else "POWER_ON")
        self.cut_power()
        old.speaker.stop()
        self._seed += 1
        self.owed_ns = 0
        self.machine = new
        self._hand_over(old, new, boot)
        new.start(boot)

    def _new_machine(self, seed: int, nvm: bytes | None = None) -> Machine:
        drive = Drive(self._drive, self.faults, self._sources, self._drive_size)
        return self._machine_of(drive, self._board, Hardware, seed, nvm, self.faults, self._strict,
                                self._console, self._surroundings, self._instant)

    def _hand_over(self, old: Machine, new: Machine, boot: Boot) -> None:
        """What a reset does not touch: nvm, and the world around the board."""
        note_sounds(old)
        new.journal.follow(old.journal)
        if self._profile and self._profile.is_open:
            self._profile.leave()
            self._profile.follow(new)
        new.patience = old.patience
        if self._debugging:
            self._debugging.follow(new)
        new.nvm[:] = old.nvm
        new.nvm_writes = old.nvm_writes
        new.console.muted = False
        new.drive.main.take_over(old.drive.main, boot.starts_up)
        new.speaker.take_over(old.speaker)
        self.pins.reconnect()
        new.i2c.take_over(old.i2c)
        new.spi.take_over(old.spi)
        new.touch_panel.take_over(old.touch_panel)

    def run(self, seconds: float | None = None) -> None:
        """Let virtual time pass; return early when the program ends.

        Without `seconds`, run to its end; raises StillRunning if that does not come.
        """
        wanted = nanoseconds(PATIENCE_S if seconds is None else seconds)
        left, self.owed_ns = wanted - self.owed_ns, 0
        while self.machine.alive and left > 0:
            left -= self._run_for(left)
        self.owed_ns = max(0, -left)
        if seconds is None and self.running:
            raise StillRunning(f"{self.machine.drive.program} is still running after {PATIENCE_S} s"
                               f", at {self.machine.position()}: give run() a time")

    def _run_for(self, ns: int) -> int:
        """Run at most `ns`, or until the program restarts itself; returns the time that passed."""
        start = max(0, self.machine.clock.now)
        self.machine.run_until(start + ns)
        self._surroundings.settle()
        passed = self.machine.clock.now - start
        if not self.machine.reset_requested:
            return max(0, passed)
        self.reset()
        return passed + BOOT_NS

    @property
    def patience(self) -> float:
        """Seconds of computing that a virtual one may take; then the program is ended."""
        return self.machine.patience

    @patience.setter
    def patience(self, seconds: float) -> None:
        self.machine.patience = seconds

    @property
    def running(self) -> bool:
        return self.machine.running

    @property
    def failed(self) -> bool:
        """Whether the program was ended by an exception that it did not catch."""
        return bool(self.machine.program.traceback)

    def press(self, x: float, y: float, pressure: float = 1.0) -> None:
        machine = self.machine
        machine.touch_panel.touch = Touch(x, y, pressure)
        machine.journal.note("touch", "press", x=x, y=y)
        self._stopwatch.press(lambda: machine.clock.now)
        machine.panel.watcher = self._stopwatch.change

    def move(self, x: float, y: float) -> None:
        if (touch := self.machine.touch_panel.touch) is None:
            raise ValueError("nothing is pressed: call press() before move()")
        self.machine.touch_panel.touch = Touch(x, y, touch.pressure)
        self.machine.journal.note("touch", "move", x=x, y=y)

    def release(self) -> None:
        self.machine.touch_panel.touch = None
        self.machine.journal.note("touch", "release")

    def tap(self, x: float, y: float) -> None:
        self.hold(x, y, TAP_S)

    def hold(self, x: float, y: float, seconds: float = 0.8) -> None:
        self.press(x, y)
        self.run(seconds)
        self.release()

    @property
    def latency(self) -> Latency:
        """How long the last press waited for the picture; RuntimeError if there was none."""
        return self._stopwatch.latency

    def trace(self, path: str | os.PathLike[str]) -> Trace:
        """Write what happens from now on, for Perfetto: to the end of a `with`, or of the portal.

        Raises ValueError for a place where no file can be, or while another trace is written.
        """
        if self._trace and self._trace.is_open:
            raise ValueError(f"a trace is being written to {self._trace.path}: close it first")
        self._trace = Trace(lambda: self.machine, path)
        return self._trace

    def profile(self, path: str | os.PathLike[str]) -> "Profile":
        """Write which lines the board's time goes to from now on, as `trace` does: see
        `sim.surface.profiles`. Raises ValueError like it, and for an instant portal.
        """
        if self._profile and self._profile.is_open:
            raise ValueError(f"a profile is being written to {self._profile.path}: close it first")
        if self._debugging:
            raise ValueError("a program in a debugger has no profile: leave out one")
        from .surface.profiles import Profile

        self._profile = Profile(self.machine, path)
        return self._profile

    def debug(self, port: int = 5678) -> "Debugging":
        """Let a debugger attach at a port of this computer, 0 for a free one, and `wait` for it:
        see `sim.surface.debugging`, which has the errors.
        """
        if self._profile and self._profile.is_open:
            raise ValueError("a program in a debugger has no profile: leave out one")
        from .surface.debugging import Debugging

        self._debugging = Debugging(self.machine, port)
        return self._debugging

    def type(self, text: str) -> None:
        """Type on the serial console; lines end in a newline. Raises ValueError for no UTF-8."""
        text.encode()
        self.machine.console.receive(text)
