# SPDX-License-Identifier: MIT
"""The firmware engine: a board whose chip executes the owner's own CircuitPython.

The board's clock follows the chip's cycles. Time 0 is the moment when the firmware has booted,
has attached itself to USB and starts the program. The simulated computer opens the serial port at
once, so nothing that the program prints is lost.
"""

import hashlib
import threading
from collections.abc import Iterable
from functools import cache, partial
from pathlib import Path
from typing import Any

from ...board.boot import RTC_START, Boot
from ...board.console import to_bytes
from ...board.fat import BLOCK
from ...board.motherboard import BOOT_NS, NEVER_SET, Motherboard
from ...board.pins import Line
from ...board.sound import Wave, read_wave
from ...clock import MS, NEVER, SECOND
from ..engine import Engine, Heap
from ..signals import held
from . import chip as chips
from . import heap as heaps
from . import places, snapshots
from .calls import NVM, Calls, Dac
from .chip import CYCLES, NANOSECONDS, Chip
from .course import ENDED, RUNNING, TALKING, UNKNOWN, Course
from .places import Places
from .releases import START, Firmware
from .snapshots import Snapshot
from .storage import BOOT_FILES, Flash, Storage
from .wiring import PORT_PINS, WIRINGS, pin_number

# A slice of the chip's time while something outside is looked at now and then, and while not.
SHORT_NS, LONG_NS = MS, 100 * MS
# While a board boots, its clock shows the time before the program's first line.
BOOTING_NS = 1_500 * MS
STEP_CYCLES = 60_000
# In its first second the firmware waits for a second press of Reset and looks at nothing.
WAITED_CYCLES = 120_000_000
# A board whose USB is off starts its program without a computer.
LATEST_CYCLES = 4 * 120_000_000
SILENT = ("the firmware has not switched USB on, so nothing that it prints can be seen: boot.py "
          "may have switched USB off, or the firmware's file is damaged")
# Ten times as long as a firmware takes until its first words.
FIRST_WORDS_NS = 3_000 * MS
DATELESS = "this firmware's clock was not found, so it starts in 2000: set it with rtc"
MUTE = ("the firmware has sent nothing to the computer for 3 s: boot.py may have switched the "
        "serial port off, or the firmware's file is damaged")
# Longer than the firmware pauses while it writes a file.
QUIET_NS = 100 * MS
# The firmware draws a whole screen in less.
DRAWING_NS = 500 * MS
LOCKED_UP = "the chip has locked up: its firmware cannot go on\n"
BOOTLOADER = ("the program has started the bootloader, which waits for a new firmware: reset the "
              "board\n")
# A program leaves this at the end of RAM for the bootloader, which the chip does not have.
DOUBLE_TAP = (0xF01669EF).to_bytes(4, "little")
PORTS = ("PA", "PB")
# The pins of parts with a voltage: that of a touch panel's pin depends on the others of the panel.
SENSORS = ("TOUCH_XL", "TOUCH_XR", "TOUCH_YD", "TOUCH_YU"), ("LIGHT",)
# The most blocks that a computer writes at once, and how often it tries.
DISK_BLOCKS, DISK_TRIES = 64, 20
WROTE = 1
# Over USB the drive begins with a block that tells where its partition is: after that block.
PARTITION = 1


class FirmwareMachine(Engine):
    """The engine on a board, with the firmware that its owner has."""

    def __init__(self, board: Motherboard, firmware: Firmware):
        super().__init__(board)
        self._firmware = firmware
        self._wiring = WIRINGS[board.model.name]
        self._thread = threading.get_ident()
        self._wasm = chips.load()
        self._places = self._find_places()
        self._course = Course(self._places, board.console.record, lambda: board.console.attended,
                              self._ends)
        self._dac = Dac(board.speaker, board.clock, self._waves)
        self._calls = Calls(board, self._wiring, self._course, self._dac, self._sync,
                                    self._programmed, self._stop)
        self._storage = Storage(board.drive, board.model.frozen, board.model.modules,
                                self.identity, board.console.remark)
        self._chip: Chip | None = None
        self._flash: Flash | None = None
        self._offset = 0
        self._booting = True
        self._is_running = False
        self._locked = False
        self._stops_at = NEVER
        self._limit = NEVER
        self._cause = chips.POWER_ON
        self._keys = b""
        self._levels: dict[int, int] = {}
        self._watched: list[Line] = []
        self._sensors = [[board.pins[name] for name in names] for names in SENSORS]
        self._held_voltages: tuple[tuple[str, Any, Any], ...] = ()
        self._disk: list[tuple[int, bytes]] = []
        self._disk_tries = 0
        self._has_taken = self._is_saving = False
        self._awaits_reload = self._has_remarked = False
        self._written_ns = 0
        self._plugged = True
        self._seen_nvm = b""
        board.clock.on_deadline = self._pass_deadline
        board.on_power_off = self._power_off

    def _find_places(self) -> Places | None:
        """Look where this firmware keeps the state of its program, or remember it.

        That nothing is found, which takes longest, is kept as an empty tuple.
        """
        name = snapshots.key(_code(), self._wasm.digest, self._firmware.digest, "places")
        kept = snapshots.load_values(name)
        if kept is None:
            kept = tuple(places.find(self._wasm, self._firmware, self._wiring) or ())
            snapshots.save_values(name, kept)
        if not kept:
            self.board.console.remark(UNKNOWN)
        return Places(*kept) if kept else None

    @property
    def identity(self) -> str:
        return self._wiring.boot_output(self._firmware.identity)

    @property
    def traceback(self) -> str:
        return self._course.traceback

    @property
    def ended(self) -> bool:
        """Whether the program has ended; a board that resets itself has not."""
        has_ended = self._course.state in (ENDED, TALKING)
        return self._locked or (has_ended and not self._draws_console)

    @property
    def alive(self) -> bool:
        done = (self._course.state == ENDED and not self.board.console.attended
                and not self._awaits_reload and not self._draws_console)
        return self.board.powered and not self._locked and not done

    @property
    def _draws_console(self) -> bool:
        """Whether an unattended board still draws the console, after the program's end."""
        return not self.board.console.attended and self.board.clock.now < self._stops_at < NEVER

    @property
    def reloads_on_save(self) -> bool:
        return self._course.state != TALKING

    @property
    def has_own_drive(self) -> bool:
        return True

    @property
    def heap(self) -> Heap:
        found = self._chip and heaps.figures(self._chip.ram)
        if not found:
            raise RuntimeError("no program has a heap now: look while the program runs")
        return found

    @property
    def storage(self) -> bytes:
        """The chip that holds the drive, as it is now; empty without power."""
        return self._chip.storage.tobytes() if self._chip else b""

    @property
    def instructions(self) -> int:
        """The number that the chip has executed since power-on."""
        return int(self._chip.call("instructions")) if self._chip else 0

    def position(self) -> str:
        return self.board.drive.program

    def _take(self, error: BaseException) -> bool:
        if self._is_running and self._chip:
            self._chip.fail(error)
            return True
        return False

    def start(self, boot: Boot) -> None:
        super().start(boot)
        if boot.reset_reason == "RESET_PIN":
            self._cause = chips.RESET_PIN

    def run_until(self, when: int) -> None:
        """Raises RuntimeError in a thread other than the one that made the engine."""
        if threading.get_ident() != self._thread:
            raise RuntimeError("a portal runs only in the thread that created it")
        if not self.alive or self.board.clock.now >= when:
            return
        with held(self._take):
            self._is_running = True
            try:
                self._run_slices(when)
            finally:
                self._is_running = False
                if not self.board.powered:
                    self._discard()
            if self._chip:
                self._chip.raise_error()

    def _run_slices(self, when: int) -> None:
        if self._chip is None:
            try:
                self._power_on()
            except BaseException:  # the next run boots anew
                self._chip, self._calls.log = None, []
                raise
        self._take_nvm()
        self._remark_faults()
        try:
            while self.alive and self.board.clock.now < when:
                self._run_slice(when)
        finally:
            self._settle()

    def _discard(self) -> None:
        """Give back what the chip takes of the computer's memory."""
        if self._chip:
            self._chip.close()
        self._chip = self._flash = None

    def _remark_faults(self) -> None:
        """Say once that some faults cannot be brought about in a firmware."""
        faults = self.board.faults
        if (faults.unreadable or faults.sound) and not self._has_remarked:
            self._has_remarked = True
            self.board.console.remark("faults of files and of sound are the Python engine's: the "
                                      "firmware does not notice them")

    def _run_slice(self, when: int) -> None:
        """Run the chip to the next moment at which something outside has to be done."""
        assert self._chip
        clock = self.board.clock
        self._serve()
        self._limit = min(when, clock.next_event, clock.now + self._slice_ns())
        if self._stops_at > clock.now:
            self._limit = min(self._limit, self._stops_at)
        self._hold_voltages()
        starts = self._chip.resets
        if self._limit > clock.now and self._chip.run(self._cycle(self._limit)) == chips.BY_LOCKUP:
            self._stay_off(LOCKED_UP)
        if self._chip.resets != starts and self._chip.ram[-4:].tobytes() == DOUBLE_TAP:
            self._stay_off(BOOTLOADER)
        if self.board.powered and self.alive and self._chip.now >= self._cycle(self._limit):
            clock.advance(max(0, self._limit - clock.now))

    def _hold_voltages(self) -> None:
        """Let the chip keep the voltages of sensors that depend on nothing but the states of their
        own pins until the limit.
        """
        held = tuple((line.chip_name, line.held, line.condition())
                     for lines in self._sensors if self._are_steady(lines) for line in lines)
        if held != self._held_voltages:
            self._held_voltages = held
            bits = sum(1 << pin_number(name) for name, _, _ in held)
            assert self._chip
            self._chip.call("hold_analogue", bits % (1 << PORT_PINS), bits >> PORT_PINS)

    def _are_steady(self, lines: list[Line]) -> bool:
        return all(line.steady_until() >= self._limit for line in lines)

    def _slice_ns(self) -> int:
        """Return how long nothing outside needs a look."""
        if self._keys or self._disk:
            return SHORT_NS
        if not self._is_watching():
            return LONG_NS
        now = self.board.clock.now
        due = (line.quiet_until() for line in self._watched if line.held is None)
        return min((moment - now for moment in due if now < moment < now + SHORT_NS),
                   default=SHORT_NS)

    def _is_watching(self) -> bool:
        """Say whether a pin's level may change by itself while the program looks at it."""
        pins, scan = self.board.pins, self.board.panel.scan
        uses_esp32 = any(pins[name].level is not None for name in ("ESP_CS", "ESP_RESET"))
        return uses_esp32 or scan.tearing or any(callable(line.held) for line in pins)

    def _serve(self) -> None:
        """Bring the chip what the board and the computer have for it."""
        if self._course.state == RUNNING and not self._disk:
            self._awaits_reload = False
        self._type()
        self._plug()
        self._write_disk()
        for line in self._watched:
            self._level(line)

    def _type(self) -> None:
        assert self._chip
        console = self.board.console
        if console.typed:
            self._keys += to_bytes(console.take(len(console.typed)))
        if self._keys and self._chip.call("serial_open"):
            self._keys = self._keys[self._chip.type(self._keys):]

    def _plug(self) -> None:
        assert self._chip
        if self.board.console.connected != self._plugged:
            self._plugged = self.board.console.connected
            self._chip.call("usb_plug", int(self._plugged))

    def _level(self, line: Line) -> None:
        """Give a pin the level that the parts outside have on it."""
        assert self._chip
        outside = line.from_outside()
        level = -1 if outside is None else int(outside > 0.5)
        number = pin_number(line.chip_name)
        if self._levels.get(number, -1) != level:
            self._levels[number] = level
            self._chip.call("drive_pin", number, level)

    def _power_on(self) -> None:
        """Boot, or take up a boot from the cache."""
        chip = self._chip = Chip(self._wasm, self._calls.answers)
        self._calls.attach(chip)
        self._flash = Flash(chip.storage)
        self._prepare(chip)
        plain = not any(line.held is not None for line in self.board.pins)
        name = self._name("booted", self._storage.files, self.board.seed, self._boot_nvm())
        booted = snapshots.load(name) if plain else None
        if booted:
            self._restore(chip, booted)
        else:
            before = self._wait(chip)
            self._boot(chip)
            if plain and not self._calls.asked and not self._booting:
                self._save(name, chip, before, [])
        self._calls.log = None
        self._set_date(chip)
        self._watch_pins()

    def _name(self, *parts: object) -> str:
        return snapshots.key(_code(), self._wasm.digest, self._firmware.digest,
                             self.board.model.name, self._cause, self._places, *parts)

    def _boot_nvm(self) -> bytes:
        """Return what boot.py could read."""
        boots = any(name in self._storage.files for name in BOOT_FILES)
        return bytes(self.board.nvm.content) if boots else b""

    def _prepare(self, chip: Chip) -> None:
        """Make the chip's memory that of a board without power and without a drive."""
        chip.call("erase")
        image = self._firmware.image
        chip.flash[START:START + len(image)] = bytearray(image)
        self._wiring.connect(chip)
        for function in self._places[:2] if self._places else ():
            chip.call("watch", function)

    def _restore(self, chip: Chip, snapshot: Snapshot) -> None:
        snapshot.restore(chip.memory)
        self._storage.adopt(Flash(chip.storage))
        self._give_nvm(chip)
        self._calls.repeat(snapshot.log)
        self._calls.skip_chances(snapshot.chances)
        self._begin()

    def _wait(self, chip: Chip) -> Any:
        """Let the firmware's first second pass, which depends on no drive.

        Return a copy of the memory before it, for snapshots.
        """
        before = chip.memory.copy()
        name = self._name("waited")
        waited = snapshots.load(name)
        if waited:
            waited.restore(chip.memory)
        self._storage.fill(chip.storage)
        self._give_nvm(chip)
        if waited:
            self._calls.repeat(waited.log)
            self._calls.log = list(waited.log)
            return before
        chip.call("power_on", chips.POWER_ON)
        if self._cause != chips.POWER_ON:
            chip.call("power_on", self._cause)
        chip.run(WAITED_CYCLES)
        log = self._calls.log or []
        if not self._calls.asked + self._calls.chances and all(
                call[0] != "panel" for call in log):
            self._save(name, chip, before, [self._range(chip, chip.storage)])
        return before

    def _save(self, name: str, chip: Chip, before: Any, without: Iterable[range]) -> None:
        nvm = self._range(chip, chip.flash[NVM:])
        taken = snapshots.take(chip.memory, before, [nvm, *without], self._calls.log or [],
                               self._calls.chances)
        snapshots.save(name, taken)

    def _range(self, chip: Chip, part: Any) -> range:
        """Return the addresses of a part of the memory."""
        start = part.__array_interface__["data"][0] - chip.memory.__array_interface__["data"][0]
        return range(start, start + len(part))

    def _boot(self, chip: Chip) -> None:
        """Run until the firmware is about to start the program."""
        while not chip.call("usb_attached") and chip.now < LATEST_CYCLES and self.board.powered:
            if chip.run(chip.now + STEP_CYCLES) == chips.BY_LOCKUP:
                return self._stay_off(LOCKED_UP)
        if self.board.powered:
            self._begin()

    def _begin(self) -> None:
        """Make this moment time 0."""
        assert self._chip
        clock = self.board.clock
        clock.advance(max(0, -clock.now))
        self._offset = self._nanoseconds(self._chip.now)
        self._booting = False
        self._course.begin(self._chip)
        if self._chip.call("usb_attached"):
            clock.at(FIRST_WORDS_NS, self._remark_silence)
        else:
            self.board.console.remark(SILENT)

    def _set_date(self, chip: Chip) -> None:
        """Set the firmware's clock as a computer does that knows the date, unless boot.py has.

        The firmware counts seconds from power-on, and keeps in a word of its RAM when that was.
        """
        if self.board.rtc_start == NEVER_SET:
            return
        if not self._places or self._places.clock < 0:
            self.board.console.remark(DATELESS)
            return
        word = chip.ram[self._places.clock:][:4].view("<u4")
        if not word[0]:
            passed = self._nanoseconds(chip.now) // SECOND
            word[0] = self.board.date_s() - RTC_START - passed

    def _remark_silence(self) -> None:
        """Say that nothing has come through the serial port, with the cable plugged in."""
        if not self._calls.has_heard and self._plugged:
            self.board.console.remark(MUTE)

    def _nanoseconds(self, cycle: int) -> int:
        return cycle * NANOSECONDS // CYCLES

    def _cycle(self, when: int) -> int:
        return -(-(when + self._offset) * CYCLES // NANOSECONDS)

    def _sync(self) -> None:
        """Set the board's clock to the chip's time; events due then come at the slice's end."""
        assert self._chip
        now = self._nanoseconds(self._chip.now)
        clock = self.board.clock
        if self._booting:
            clock.now = max(-BOOT_NS, min(-1, now - BOOTING_NS))
            return
        clock.now = max(clock.now, min(now - self._offset, self._limit))
        if clock.next_event < self._limit:
            self._chip.stop()

    def _stop(self) -> None:
        if self._chip:
            self._chip.stop()

    def _ends(self) -> None:
        """The program has ended: on an unattended board, time stops.

        Its last picture stays. If that is the console, or an exception ended it, the console is
        drawn first.
        """
        draws = self._course.traceback or self._course.shows_console
        self._stops_at = self.board.clock.now + (DRAWING_NS if draws else 0)
        if not self.board.console.attended:
            self._stop()

    def _stay_off(self, why: str) -> None:
        """Run the firmware no more, until the board is reset."""
        self._locked = True
        self._course.fail(why)

    def _pass_deadline(self) -> None:
        self.board.clock.deadline = NEVER

    def _power_off(self) -> None:
        self._dac.stop()
        if self._is_running:
            self._stop()
        else:
            self._discard()

    def _give_nvm(self, chip: Chip) -> None:
        content = bytes(self.board.nvm.content)
        chip.flash[NVM:] = bytearray(content)
        self._seen_nvm = content

    def _take_nvm(self) -> None:
        """Bring the chip what was written to `portal.nvm`."""
        assert self._chip
        if self._seen_nvm != self.board.nvm.content:
            self._give_nvm(self._chip)

    def _watch_pins(self) -> None:
        """Find the pins that parts outside give a level; the others are looked at when a wire is
        put on them.
        """
        for line in self.board.pins:
            if line.chip_name[:2] in PORTS:
                line.watchers.append(partial(self._watch, line))
                if line.held is not None or line.outside() is not None or line.has_part:
                    self._watch(line)

    def _watch(self, line: Line) -> None:
        if line not in self._watched:
            self._watched.append(line)

    def _programmed(self, address: int, count: int) -> None:
        assert self._flash
        self._flash.written.update(range(address // BLOCK, -(-(address + count) // BLOCK)))
        self._written_ns = self.board.clock.now

    def _settle(self) -> None:
        """Bring what the board has written to the user's folder; keep what is in nvm.

        While the firmware is erasing and writing sectors its file system is not whole, and so it is
        until everything that a computer writes has arrived.
        """
        assert self._flash and self._chip
        quiet = self.board.clock.now - self._written_ns > QUIET_NS
        done = self._course.state in (ENDED, TALKING) and not self._is_saving
        if self._flash.written and self._flash.has_all() and (quiet or done):
            self._is_saving = False
            self._storage.bring_back(self._flash)
        self._seen_nvm = self._chip.flash[NVM:].tobytes()

    def save(self) -> None:
        """Write the files that were saved in the user's folder to the board, as a computer does."""
        if self._chip is None or self._flash is None:
            self._storage.read()
            return
        self._flash.has_all()
        asked = self._disk[:1] if self._disk_tries else []
        self._disk = asked + _runs(self._storage.news(self._flash))
        self._awaits_reload = self._is_saving = True

    def _write_disk(self) -> None:
        """Write the next blocks when the last ones are written."""
        assert self._chip
        if not self._disk:
            return
        if self._disk_tries and not (status := self._chip.call("disk_status")):
            return
        if self._disk_tries and status == WROTE:
            self._disk.pop(0)
            self._disk_tries, self._has_taken = 0, True
        if self._disk_tries >= DISK_TRIES:
            self._give_up()
        elif self._disk:
            self._disk_tries += 1
            block, data = self._disk[0]
            self._chip.write_disk(PARTITION + block, data)
        else:
            self._has_taken = False

    def _give_up(self) -> None:
        """The board refuses to be written to; what it has taken in part, the next save completes.
        """
        assert self._flash
        self._disk, self._disk_tries = [], 0
        if not self._has_taken:
            self._storage.take_back(self._flash)
        self._has_taken = False
        self.board.console.remark("the board does not take the saved files now: reset it")

    def request_reload(self, reason: str = "SUPERVISOR_RELOAD", **kept: Any) -> None:
        """The firmware restarts its program by itself when a file is written."""
        self.save()

    def _waves(self) -> Iterable[Wave]:
        """Yield the sound files on the drive."""
        from io import BytesIO

        for path, content in self._storage.files.items():
            if content and path.lower().endswith(".wav"):
                try:
                    yield read_wave(BytesIO(content), path)
                except ValueError:
                    continue


@cache
def _code() -> bytes:
    """Return a digest of this package: what it was changed to may boot otherwise."""
    total = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        total.update(path.read_bytes())
    return total.digest()


def _runs(blocks: list[tuple[int, bytes]]) -> list[tuple[int, bytes]]:
    """Join blocks that follow one another."""
    runs: list[tuple[int, bytes]] = []
    for block, data in blocks:
        if runs and runs[-1][0] + len(runs[-1][1]) // BLOCK == block and (
                len(runs[-1][1]) < DISK_BLOCKS * BLOCK):
            runs[-1] = runs[-1][0], runs[-1][1] + data
        else:
            runs.append((block, data))
    return runs
