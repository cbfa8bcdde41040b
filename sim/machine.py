# SPDX-License-Identifier: MIT
"""One PyPortal: joins the parts, and runs the program as a coroutine that can stop anywhere.

It knows no window and no file but those on its drive. `portal.PyPortal`, and through it the
window, a script or a test, moves the stylus and gives it time with `run_until`.
"""

import threading
from collections.abc import Callable
from random import Random
from typing import Any, NoReturn

from greenlet import GreenletExit, getcurrent, greenlet

from .board.boards import Board
from .board.buses import I2CBus, SPIBus
from .board.connections import connect
from .board.pins import Line, Pins
from .board.spin import Spin
from .board.surroundings import Surroundings
from .board.touchpanel import TouchPanel
from .boot import RTC_START, SLEEP_MEMORY_BYTES, Boot, NextCodes
from .clock import SECOND, Clock
from .cost.meter import Meter
from .display.blinka import Blinka
from .display.panel import Panel
from .drive.drive import Drive
from .faults import Faults
from .limits.watchdog import PATIENCE_S, Stuck, Turn, wall, watched
from .program import tracebacks
from .program.bootfile import BootFile
from .program.console import Console
from .program.modules import BuiltInModules
from .program.program import Program
from .program.supervisor import Supervisor
from .sound.speaker import Speaker
from .strict import Sandbox
from .trace.journal import Journal

# A PyPortal's nvm is one erase block of the SAMD51's flash; erased flash reads 0xFF.
NVM_BYTES = 8192
# From power-on to the program's first line, where the clock is at 0.
BOOT_NS = SECOND


class Machine:
    """Powered and not yet run. `os.urandom` draws from `entropy`. In a strict machine the program
    has the device's limits where CPython is wider: see `sim.strict`.
    """

    def __init__(self, drive: Drive, board: Board,
                 hardware: Callable[["Machine"], BuiltInModules], seed: int,
                 nvm: bytes | None = None, faults: Faults | None = None, strict: bool = False,
                 console: Console | None = None, surroundings: Surroundings | None = None,
                 instant: bool = False):
        self.drive = drive
        self.seed = seed
        self.strict = strict
        self.board = board
        self.faults = faults or Faults()
        self.entropy = Random(seed)
        self.clock = Clock(-BOOT_NS, self._pause)
        self.meter = Meter(self.clock, not instant)
        self.spin = Spin(self.clock, not instant)
        self.journal = Journal(self.clock)
        self.console = console or Console()
        self.pins = Pins(board.pins)
        size = board.display.width, board.display.height
        self.panel = Panel(*size, board.display.madctl, lambda: self.clock.now)
        self.pins["TFT_TE"].outside = self.panel.scan.tearing_effect
        self.touch_panel = TouchPanel(self.pins.by_name, size, self.clock, Random(seed),
                                      self.faults)
        self.i2c = I2CBus(self.pins, self.console.remark)
        self.spi = SPIBus(self.pins, self.console.remark)
        surroundings = surroundings or Surroundings()
        surroundings.network.follow(self.clock)
        connect(board.name, self.i2c, self.spi, surroundings)
        self.speaker = Speaker(self.clock)
        self.nvm = bytearray(nvm or b"\xff" * NVM_BYTES)
        self.nvm_writes = 0
        self.pixel = (0, 0, 0)
        self.rtc_start = RTC_START
        self.sleep_memory = bytearray(SLEEP_MEMORY_BYTES)
        self.boot = Boot()
        self.next_codes = NextCodes(None)
        self.hardware = hardware(self)
        self.blinka = Blinka(self.hardware, self.clock)
        self.program = self._world(self.console)
        self.boot_file = BootFile(drive, board, self._world)
        self.supervisor = Supervisor(self.program)
        self.patience = PATIENCE_S
        self.ended = False
        self._thread = threading.get_ident()
        self._coroutine = greenlet(self._live)
        self._caller = getcurrent()
        self.powered = True
        self.next_boot: Boot | None = None

    @property
    def running(self) -> bool:
        """Whether the program has neither ended nor been cut off."""
        return self.alive and not self.ended

    @property
    def alive(self) -> bool:
        """Whether time goes on: an attended board waits for keys after the program's end."""
        return self.powered and not self._coroutine.dead

    def run_until(self, when: int) -> None:
        """Go on to the moment `when` (ns), or until the program ends, where time stops.

        Raises RuntimeError in a thread other than the one that made the machine.
        """
        if threading.get_ident() != self._thread:
            raise RuntimeError("a portal runs only in the thread that created it")
        self._caller = getcurrent()
        self.clock.deadline = when
        if self.alive and self.clock.now < when:
            if not self._coroutine:
                wall.measure()
            with watched(self._turn()), self.journal.calls(self.program.builtins):
                self._coroutine.switch()

    def _turn(self) -> Turn:
        return Turn(self.patience, self.clock, self._condemn,
                    lambda: self._has_turn and self.program.interrupt.is_allowed, self._interrupt)

    @property
    def _has_turn(self) -> bool:
        """Whether the program is executing now, and not the portal."""
        return bool(self._coroutine) and self._coroutine.gr_frame is None

    def _condemn(self) -> bool:
        return self._has_turn and self.program.interrupt.condemn()

    def _interrupt(self) -> None:
        """Ctrl-C on the computer is for the frontend; the program can go on later."""
        if self._has_turn:
            self._caller.throw(KeyboardInterrupt)
        else:
            raise KeyboardInterrupt

    def power_off(self) -> None:
        """Cut the power: the program does not notice, it just never continues.

        A part may call this from within the program; it then does not return. What the program
        does while it is unwound, as in a `finally`, reaches nothing.
        """
        self.powered = False
        self.console.muted = True
        self.clock.deadline = self.clock.now
        self.program.interrupt.switch_off()
        with watched(self._turn()):
            while not self._coroutine.dead and self._coroutine:
                self._coroutine.throw(GreenletExit)
            self.program.forget()

    def _world(self, console: Console) -> Program:
        setting = self.hardware("os").getenv
        sandbox = Sandbox(self.seed, setting, self.clock.beat) if self.strict else None
        return Program(self.drive, self.board, console, self.clock, self.hardware, self.meter,
                       self.journal, sandbox)

    def start(self, boot: Boot) -> None:
        """Call before the first `run_until`: the reason for this run, and what was kept for it."""
        self.boot = boot
        self.next_codes = NextCodes(boot.code)
        self.rtc_start = RTC_START if boot.rtc_start is None else boot.rtc_start
        self.sleep_memory[:] = boot.sleep_memory or bytes(SLEEP_MEMORY_BYTES)
        if boot.code:
            self.drive.prefer(boot.code.filename, boot.code.working_directory)

    @property
    def reset_requested(self) -> bool:
        """Whether the program asks to be restarted; the portal does it when it sees it."""
        return self.next_boot is not None

    def request_reset(self, reason: str = "SOFTWARE") -> None:
        """Restart as after a reset of the chip, for one of the reasons of `Boot`."""
        self.next_boot = Boot(reason)

    def request_reload(self, reason: str = "SUPERVISOR_RELOAD", end: str = "reload",
                       **kept: Any) -> None:
        """Restart the program, with what a running chip keeps."""
        now = self.rtc_start + (self.clock.now + BOOT_NS) // SECOND
        self.next_boot = Boot(**{
            "reset_reason": self.boot.reset_reason, "run_reason": reason,
            "traceback": self.program.traceback or None, "rtc_start": now,
            "sleep_memory": bytes(self.sleep_memory), "code": self.next_codes.after(end), **kept})

    def halt(self) -> NoReturn:
        """Stop the program for good without an exception in it: the portal sees why."""
        self.clock.deadline = self.clock.now
        while True:
            self._pause()

    def position(self) -> str:
        """Where the paused program is, as `code.py line 3`."""
        return tracebacks.position(self._coroutine.gr_frame, self.program.builtins,
                                   self.program.files.on_device)

    def _live(self) -> None:
        self.hardware("board")
        own = [pin for pin in self.pins if pin.in_use]
        if self.boot.starts_up:
            self.boot_file.run()
            self._free_pins(own)
        self.clock.advance(max(0, -self.clock.now))
        if self.console.attended:
            self.supervisor.announce()
        try:
            self.program.run()
        finally:
            if self.powered:
                self._at_exit()
        self.speaker.stop()
        self.hardware("busdisplay").settle()
        self.ended = True
        if self.console.attended and not self.reset_requested:
            self._free_pins(own)
            self.supervisor.wait()
            self.request_reload("REPL_RELOAD")

    def _free_pins(self, own: list[Line]) -> None:
        """All but the board's own, as the end of a program does on the device."""
        for pin in self.pins:
            if pin not in own:
                pin.release()

    def _at_exit(self) -> None:
        """What the program has registered for its end, and the run that follows at once."""
        self.program.attempt(self.hardware("atexit").run)
        end = "error" if self.program.traceback else "success"
        if not self.reset_requested and self.next_codes.reloads_after(end):
            self.request_reload(end=end)

    def _pause(self) -> None:
        """At the deadline: give the portal its turn; go on when it sets a new one.

        The portal itself gets here by a destructor of the program's, which goes no further.
        """
        if self.program.interrupt.is_condemned:
            raise Stuck
        if self.powered and getcurrent() is self._coroutine:
            self._caller.switch()
            if self.powered:
                return
        raise GreenletExit

