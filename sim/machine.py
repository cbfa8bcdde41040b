# SPDX-License-Identifier: MIT
"""One PyPortal: joins the parts, and runs the program as a coroutine that can stop anywhere.

It knows no window and no file but those on its drive. Hands (`portal.PyPortal`, and through it the
window, a script or a test) move the stylus and give it time with `run_until`.
"""

from random import Random
from types import ModuleType

from greenlet import GreenletExit, getcurrent, greenlet

from sim import hardware
from sim.blinka import Blinka
from sim.boards import Board
from sim.clock import SECOND, Clock
from sim.console import Console
from sim.drive import Drive
from sim.faults import Faults
from sim.panel import Panel
from sim.pins import Pins
from sim.program import Program
from sim.speaker import Speaker
from sim.touchpanel import TouchPanel

# A PyPortal's nvm is one erase block of the SAMD51's flash; erased flash reads 0xFF.
NVM_BYTES = 8192
# From power-on to the program's first line; the clock shows 0 there.
BOOT_NS = SECOND
# The clock of a board that was never told the time: 2000-01-01, in seconds since 1970.
RTC_START = 946_684_800


class Machine:
    """Powered and not yet run. `entropy` is what `os.urandom` draws from."""

    def __init__(self, drive: Drive, board: Board, seed: int, nvm: bytes | None = None,
                 faults: Faults | None = None):
        self.drive = drive
        self.board = board
        self.faults = faults or Faults()
        self.entropy = Random(seed)
        self.clock = Clock(-BOOT_NS, self._pause)
        self.console = Console()
        self.pins = Pins(board.pins)
        self.panel = Panel(board.display.width, board.display.height, board.display.madctl)
        self.touch_panel = TouchPanel(
            self.pins.by_name,
            (board.display.width, board.display.height),
            self.clock,
            Random(seed),
            self.faults,
        )
        self.speaker = Speaker(self.clock)
        self.nvm = bytearray(nvm or b"\xff" * NVM_BYTES)
        self.nvm_writes = 0
        self.pixel = (0, 0, 0)
        self.rtc_start = RTC_START
        self.blinka = Blinka(self)
        self._hardware: dict[str, ModuleType] = {}
        self.program = Program(self)
        self._coroutine = greenlet(self._live)
        self._hands = getcurrent()
        self.powered = True
        self.reset_requested = False

    @property
    def running(self) -> bool:
        """Whether the program has neither ended nor been cut off."""
        return self.powered and not self._coroutine.dead

    def run_until(self, when: int) -> None:
        """Go on to the moment `when` (ns), or until the program ends, where time stops."""
        self._hands = getcurrent()
        self.clock.deadline = when
        if self.running and self.clock.now < when:
            self._coroutine.switch()

    def power_off(self) -> None:
        """Cut the power: the program does not notice, it just never goes on.

        A part may call this from within the program; it then does not return. What the program
        does while it is unwound, as in a `finally`, reaches nothing.
        """
        self.powered = False
        self.console.muted = True
        self.clock.deadline = self.clock.now
        while not self._coroutine.dead and self._coroutine:
            self._coroutine.throw(GreenletExit)

    def request_reset(self) -> None:
        """The program asks to be started anew; the hands do it when they see it."""
        self.reset_requested = True

    def hardware(self, name: str) -> ModuleType:
        """The built-in module `name`, run afresh for this machine with `machine` in its globals."""
        if name not in self._hardware:
            self._hardware[name] = hardware.plug_in(name, self)
        return self._hardware[name]

    def position(self) -> str:
        """Where the paused program is, as `code.py line 3`."""
        frame = self._coroutine.gr_frame
        while frame and frame.f_builtins is not self.program.builtins:
            frame = frame.f_back
        return f"{frame.f_code.co_filename} line {frame.f_lineno}" if frame else "its start"

    def _live(self) -> None:
        display = self.hardware("board").DISPLAY
        self.clock.advance(-self.clock.now)
        self.program.run()
        self.speaker.stop()
        display.settle()

    def _pause(self) -> None:
        """At the deadline: give the hands their turn; go on when they set a new one."""
        if self.powered:
            self._hands.switch()
        if not self.powered:
            raise GreenletExit

