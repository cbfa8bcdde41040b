# SPDX-License-Identifier: MIT
"""busio: serial buses; only devices on the board's own pins answer."""

import errno
from typing import Any

from ....board.failures import failure
from ....board.pinmux import SLOWEST_I2C_HZ, i2c_unit, spi_unit, uart_unit
from ....clock import MS, SECOND
from ..native.arguments import int_range, number, word
from ..native.classes import MAXSIZE, Enumeration, LockedBus, Pin, PinOwner, to_fill, to_read
from . import machine

__all__ = ["I2C", "SPI", "UART"]

ADDRESSES = range(0x08, 0x78)
BITS_A_BYTE = 9
# SPI's clock, which is divided by at most this.
FASTEST_HZ, SLOWEST = 24_000_000, 256
MOST_BITS = 8


class Serial(PinOwner):
    """An owner of pins and of the chip's unit (SERCOM) that reaches them."""

    _unit: int | None = None

    def _take_unit(self, unit: int | None) -> None:
        """Note the unit that was found. Raises ValueError for none, after a `deinit`."""
        if unit is None:
            self.deinit()
            raise ValueError("Invalid pins")
        self._unit = unit
        machine.pins.sercoms.add(unit)

    def deinit(self) -> None:
        """Release pins and unit. Later calls do nothing."""
        super().deinit()
        unit, self._unit = self._unit, None
        machine.pins.sercoms.discard(unit)


def _chip_name(pin: Pin | None) -> str | None:
    return pin._line.chip_name if pin else None


class I2C(Serial, LockedBus):
    """Raises RuntimeError on pins that nothing pulls up: only the board's own are."""

    def __init__(self, scl: Pin, sda: Pin, *, frequency: int = 100_000, timeout: int = 255):
        self._frequency = word(frequency) & 0xFFFFFFFF
        word(timeout)
        self._claim(scl=scl, sda=sda)
        self._take_unit(i2c_unit(scl._line.chip_name, sda._line.chip_name, machine.pins.sercoms))
        if not all(line.high for line in self._pins):
            self.deinit()
            raise RuntimeError("No pull up found on SDA or SCL; check your wiring")
        if self._frequency < SLOWEST_I2C_HZ:
            machine.pins.sercoms.discard(self._unit)  # the firmware forgets to free the pins
            raise ValueError("Invalid frequency")

    def scan(self) -> list[int]:
        return [address for address in ADDRESSES if self.probe(address)]

    def probe(self, address: int) -> bool:
        self._require_lock()
        self._take(1)
        return self._device(word(address)) is not None

    def readfrom_into(self, address: int, buffer: Any, *, start: int = 0,
                      end: int = MAXSIZE) -> None:
        self._require_lock()
        self._read(word(address), to_fill(buffer, start, end))

    def writeto(self, address: int, buffer: Any, *, start: int = 0, end: int = MAXSIZE) -> None:
        self._require_lock()
        self._write(word(address), to_read(buffer, start, end))

    def writeto_then_readfrom(self, address: int, out_buffer: Any, in_buffer: Any, *,
                              out_start: int = 0, out_end: int = MAXSIZE, in_start: int = 0,
                              in_end: int = MAXSIZE) -> None:
        self._require_lock()
        target = to_fill(in_buffer, in_start, in_end)
        self._write(word(address), to_read(out_buffer, out_start, out_end))
        self._read(address, target)

    def _device(self, address: int) -> Any:
        on_board = machine.i2c.lines.issuperset(self._pins)
        return machine.i2c.devices.get(address) if on_board else None

    def _answering(self, address: int) -> Any:
        device = self._device(address)
        if device is None:
            machine.i2c.miss(address)
            raise failure(errno.EIO)
        return device

    def _write(self, address: int, data: bytes) -> None:
        self._take(1 + len(data))
        self._answering(address).write(data)

    def _read(self, address: int, target: memoryview) -> None:
        if not target:
            raise ValueError("buffer length must be >= 1")
        self._take(1 + len(target))
        target[:] = self._answering(address).read(len(target))

    def _take(self, size: int) -> None:
        with machine.journal.span("bus", "I2C", bytes=size):
            machine.clock.advance(size * BITS_A_BYTE * SECOND // self._frequency)


class SPI(Serial, LockedBus):
    """An SPI bus; MISO reads the pin's level, unless a selected device answers.

    Its `frequency` is the requested baud rate.
    """

    def __init__(self, clock: Pin, MOSI: Pin | None = None, MISO: Pin | None = None,
                 half_duplex: bool = False):
        if half_duplex:
            raise NotImplementedError("half_duplex")
        data = {name: pin for name, pin in (("MOSI", MOSI), ("MISO", MISO)) if pin is not None}
        self._baudrate = 100_000
        self._claim(clock=clock, **data)
        if not data:
            self.deinit()
            raise RuntimeError
        self._data = dict(zip(data, self._pins[1:], strict=True))
        self._take_unit(spi_unit(clock._line.chip_name, _chip_name(MOSI), _chip_name(MISO),
                                 machine.pins.sercoms))

    @property
    def frequency(self) -> int:
        self._claimed()
        return self._baudrate

    def try_lock(self) -> bool:
        """Take the lock, which a bus does not give after its `deinit`."""
        return bool(self._pins) and super().try_lock()

    def configure(self, *, baudrate: int = 100_000, polarity: int = 0, phase: int = 0,
                  bits: int = 8) -> None:
        self._require_lock()
        int_range(polarity, 0, 1, "polarity")
        int_range(phase, 0, 1, "phase")
        int_range(bits, 8, 9, "bits")
        divider = int(FASTEST_HZ / ((word(baudrate) & 0xFFFFFFFF) or 1) + 0.5)
        self._baudrate = FASTEST_HZ // min(max(divider, 1), SLOWEST)

    def write(self, buffer: Any, *, start: int = 0, end: int = MAXSIZE) -> None:
        self._require("MOSI")
        self._transfer(to_read(buffer, start, end))

    def readinto(self, buffer: Any, *, start: int = 0, end: int = MAXSIZE,
                 write_value: int = 0) -> None:
        self._require("MISO")
        filler = bytes([word(write_value) & 0xFF])
        target = to_fill(buffer, start, end)
        target[:] = self._transfer(filler * len(target))

    def write_readinto(self, out_buffer: Any, in_buffer: Any, *, out_start: int = 0,
                       out_end: int = MAXSIZE, in_start: int = 0, in_end: int = MAXSIZE) -> None:
        self._require("MOSI")
        self._require("MISO")
        data, target = to_read(out_buffer, out_start, out_end), to_fill(in_buffer, in_start, in_end)
        if len(data) != len(target):
            raise ValueError("buffer slices must be of equal length")
        target[:] = self._transfer(data)

    def _require(self, name: str) -> None:
        self._require_lock()
        if name not in self._data:
            raise ValueError(f"No {name} pin")

    def _transfer(self, sent: bytes) -> bytes:
        """Send on MOSI, and return what comes in on MISO meanwhile."""
        with machine.journal.span("bus", "SPI", bytes=len(sent)):
            machine.clock.advance(len(sent) * 8 * SECOND // self._baudrate)
        answer = self._on_board(sent)
        if answer is not None:
            return answer
        miso = self._data.get("MISO")
        return (b"\xff" if miso and miso.high else b"\x00") * len(sent)

    def _on_board(self, sent: bytes) -> bytes | None:
        """Return the answer of the board's own devices; other lines have none."""
        if machine.spi.lines.issuperset(self._pins):
            return machine.spi.transfer(sent)
        machine.spi.miss(sent)
        return None


class UART(Serial):
    """A serial line without a peer: reading waits for `timeout` seconds and returns None."""

    class Parity(Enumeration):
        """The parity of a byte with its parity bit."""

        ODD: Any
        EVEN: Any

    def __init__(self, tx: Pin | None = None, rx: Pin | None = None, *, rts: Pin | None = None,
                 cts: Pin | None = None, rs485_dir: Pin | None = None, rs485_invert: bool = False,
                 baudrate: int = 9600, bits: int = 8, parity: Any = None, stop: int = 1,
                 timeout: float = 1, receiver_buffer_size: int = 64):
        for count in (baudrate, bits, stop, receiver_buffer_size):
            word(count)
        pins = {"rx": None if rx is tx else rx, "tx": tx, "rts": rts, "cts": cts,
                "rs485_dir": rs485_dir}
        self._tx, self._rx = tx, rx
        self._claim(**{name: pin for name, pin in pins.items() if pin is not None})
        try:
            int_range(bits, 5, 9, "bits")
            int_range(stop, 1, 2, "stop")
            self.baudrate, self.timeout = baudrate, timeout
            int_range(receiver_buffer_size, 1, 0xFFFF, "receiver_buffer_size")
            if rs485_dir or rs485_invert:
                raise NotImplementedError("RS485")
            if bits > MOST_BITS:
                raise ValueError(f"bits must be <= {MOST_BITS}")
            if tx is rx is None:
                raise RuntimeError
            if rx and receiver_buffer_size & receiver_buffer_size - 1:
                raise ValueError("receiver_buffer_size must be power of 2")
            self._take_unit(uart_unit(_chip_name(tx), _chip_name(rx), _chip_name(rts),
                                      _chip_name(cts), machine.pins.sercoms))
            if rts or cts:
                raise NotImplementedError("a UART with rts or cts is not simulated: run the "
                                          "program with --engine firmware")
        except Exception:
            self.deinit()
            raise

    def read(self, nbytes: int | None = None) -> bytes | None:
        self._listen()
        if nbytes is not None:
            word(nbytes)
        return None

    def readinto(self, buf: Any) -> int | None:
        to_fill(buf, 0, MAXSIZE)
        self._listen()
        return None

    def readline(self) -> bytes | None:
        self._listen()
        return None

    def write(self, buf: Any) -> int:
        self._claimed()
        if self._tx is None:
            raise ValueError("No tx pin")
        data = to_read(buf, 0, MAXSIZE)
        machine.clock.wait(len(data) * 10 * SECOND // max(1, self._baudrate))
        return len(data)

    @property
    def baudrate(self) -> int:
        return self._baudrate

    @baudrate.setter
    def baudrate(self, baudrate: int) -> None:
        self._baudrate = word(baudrate)

    @property
    def timeout(self) -> float:
        return self._timeout

    @timeout.setter
    def timeout(self, timeout: float) -> None:
        int_range(int(number(timeout)), 0, 100, "timeout")
        self._timeout = max(0.0, timeout + 0.0)

    @property
    def in_waiting(self) -> int:
        self._claimed()
        machine.clock.advance(2_000)
        return 0

    def reset_input_buffer(self) -> None:
        self._claimed()

    def _listen(self) -> None:
        self._claimed()
        if self._rx is None:
            raise ValueError("No rx pin")
        machine.clock.wait(max(MS, round(self._timeout * SECOND)))
