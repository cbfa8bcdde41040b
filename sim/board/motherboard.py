# SPDX-License-Identifier: MIT
"""One PyPortal's hardware, and its environment: joins the parts that every engine shares.

The board knows no engine and no frontend. An engine runs a program on it and says with
`on_power_off` how that program is stopped; a portal replaces the whole board at a reset and keeps
the environment.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from ..clock import MS, SECOND, Clock
from ..network.network import Network
from .boards import Board
from .boot import RTC_START, Boot, NextCodes
from .buses import I2CBus, SPIBus
from .console import Console
from .coprocessor import Coprocessor
from .drive import Drive
from .faults import Faults
from .journal import Journal
from .nvm import Nvm
from .panel import Panel
from .parts.part import Part
from .peripheral import I2CPeripheral, SPIPeripheral
from .pins import Line, Pins
from .sdcard import Card, CardSlot
from .sensors import LightAndTemperature, LightSensor, Thermometer
from .sound import Speaker
from .touchpanel import TouchPanel

# From power-on to the program's first line, where the clock is at 0.
BOOT_NS = 1_450 * MS
# The date at the program's start if nobody has set the clock, which counts from power-on.
NEVER_SET = RTC_START + BOOT_NS // SECOND


@dataclass
class Environment:
    """The board's own sensors, the parts that are plugged in, the card in the SD slot if there is
    one, the network, and the clock at power-on, in s since 1970.
    """

    sensors: LightSensor = field(default_factory=LightAndTemperature)
    parts: Iterable[Part] = ()
    card: Card | None = None
    network: Network = field(default_factory=Network)
    rtc_start: int = NEVER_SET

    def settle(self) -> None:
        """Bring what the board has written to its card to the user's file or folder."""
        if self.card:
            self.card.settle()

    def close(self) -> None:
        """Release the user's files; the board is off."""
        if self.card:
            self.card.close()


@dataclass(frozen=True)
class Connections:
    """The chips on a board: on I2C by address, on SPI by chip select pin; and what its sensors
    measure.
    """

    sensors: type[LightSensor]
    i2c: Mapping[int, Callable[[Environment], I2CPeripheral]]
    spi: Mapping[str, Callable[[Environment], SPIPeripheral]]


_SPI: dict[str, Callable[[Environment], SPIPeripheral]] = {
    "ESP_CS": lambda environment: Coprocessor(environment.network),
    "SD_CS": lambda environment: CardSlot(lambda: environment.card, environment.network.pass_on),
}
CONNECTIONS = {
    "pyportal": Connections(
        LightAndTemperature,
        i2c={0x48: lambda environment: Thermometer(
            lambda: environment.sensors.values["temperature"])},
        spi=_SPI,
    ),
    "pyportal_pynt": Connections(LightSensor, i2c={}, spi=_SPI),
    "pyportal_titano": Connections(LightSensor, i2c={}, spi=_SPI),
}


class Motherboard:
    """The board `model` with a drive; `entropy` is the chip's source of random bytes.

    `boot` says why the program starts, `next_boot` why it must start again, if it must. `pixel` is
    the NeoPixel's (red, green, blue), `rtc_start` the real-time clock at time 0, in s since 1970.
    """

    def __init__(self, model: Board, drive: Drive, seed: int, *, nvm: bytes | None = None,
                 faults: Faults | None = None, console: Console | None = None,
                 environment: Environment | None = None):
        self.model = model
        self.drive = drive
        self.seed = seed
        self.faults = faults or Faults()
        self.entropy = Random(seed)
        self.clock = Clock(-BOOT_NS)
        self.journal = Journal(self.clock)
        self.console = console or Console()
        self.pins = Pins(model.pins)
        size = model.display.width, model.display.height
        self.panel = Panel(*size, model.display.madctl, lambda: self.clock.now)
        self.pins["TFT_TE"].outside = self.panel.scan.tearing_effect
        self.touch_panel = TouchPanel(self.pins.by_name, size, self.clock, Random(seed),
                                      self.faults)
        self.i2c = I2CBus(self.pins, self.console.remark)
        self.spi = SPIBus(self.pins, self.console.remark)
        environment = environment or Environment()
        self._connect(environment)
        self.speaker = Speaker(self.clock)
        self.powered = True
        self.nvm = Nvm(nvm, self.clock, self.journal, self.faults, lambda: self.powered,
                       self.power_off)
        self.pixel = (0, 0, 0)
        self.rtc_start = self._set_to = environment.rtc_start
        self.boot = Boot()
        self.next_codes = NextCodes(None)
        self.next_boot: Boot | None = None
        self.on_power_off: Callable[[], None] = lambda: None

    def _connect(self, environment: Environment) -> None:
        environment.network.follow(self.clock)
        chips = CONNECTIONS[self.model.name]
        for address, make in chips.i2c.items():
            self.i2c.connect(address, make(environment))
        for select, build in chips.spi.items():
            self.spi.connect(select, build(environment))
        self.pins["NEOPIXEL"].on_pixels = self._show_pixel
        self._bare: dict[Line, tuple[Callable[..., Any], ...]] = {}
        self._plugged: frozenset[int] = frozenset()
        self.plug(environment.sensors, *environment.parts)

    def plug(self, *parts: Part) -> None:
        """Connect these parts in place of those that are plugged in."""
        for address in self._plugged:
            self.i2c.devices.pop(address, None)
        for line, ends in self._bare.items():
            line.ends = ends
        before = {line: line.ends for line in self.pins}
        chips = set(self.i2c.devices)
        for part in parts:
            part.plug(self)
        freed, self._bare = self._bare, {
            line: ends for line, ends in before.items() if line.ends != ends}
        self._plugged = frozenset(self.i2c.devices.keys() - chips)
        for line in {**freed, **self._bare}:
            line.notice()

    def _show_pixel(self, data: bytes) -> None:
        if len(data) >= 3:
            self.pixel = data[1], data[0], data[2]

    def start(self, boot: Boot) -> None:
        """Take the reason for this run, and what the chip kept for it."""
        self.boot = boot
        self.next_codes = NextCodes(boot.code)
        self.rtc_start = self._set_to if boot.rtc_start is None else boot.rtc_start
        if boot.code:
            self.drive.prefer(boot.code.filename, boot.code.working_directory)

    def take_over(self, old: "Motherboard") -> None:
        """Keep what a reset leaves as it was: nvm, and all that is outside the chip."""
        self.journal.follow(old.journal)
        self.nvm.content[:] = old.nvm.content
        self.nvm.writes = old.nvm.writes
        self.console.muted = False
        self.speaker.take_over(old.speaker)
        self.i2c.take_over(old.i2c)
        self.spi.take_over(old.spi)
        self.touch_panel.take_over(old.touch_panel)

    def power_off(self) -> None:
        """Cut the power. Called from within the program, this does not return."""
        self.powered = False
        self.console.muted = True
        self.clock.deadline = self.clock.now
        self.on_power_off()

    def date_s(self) -> int:
        """Return what the real-time clock shows, in s since 1970."""
        return self.rtc_start + self.seconds()

    def seconds(self) -> int:
        """Return how often the real-time clock has counted since the program's start."""
        return (self.clock.now + BOOT_NS) // SECOND - BOOT_NS // SECOND

    def request_reset(self, reason: str = "SOFTWARE") -> None:
        """Ask for a reset of the chip, for one of the reasons of `Boot`."""
        self.next_boot = Boot(reason)

    def request_reload(self, reason: str = "SUPERVISOR_RELOAD", end: str = "reload",
                       **kept: Any) -> None:
        """Ask for a restart of the program. A running chip keeps its clock."""
        self.next_boot = Boot(**{
            "reset_reason": self.boot.reset_reason, "run_reason": reason,
            "rtc_start": self.date_s(),
            "code": self.next_codes.after(end), **kept})
