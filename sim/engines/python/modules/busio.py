# SPDX-License-Identifier: MIT
"""busio: serial buses; only devices on the board's own pins answer."""

import errno
from typing import Any

from ....board.failures import failure
from ....clock import MS, SECOND
from ..native.arguments import int_min, int_range, number, word
from ..native.classes import MAXSIZE, LockedBus, Pin, PinOwner, to_fill, to_read
from . import machine

__all__ = ["I2C", "SPI", "UART"]

ADDRESSES = range(0x08, 0x78)
BITS_A_BYTE = 9
# SPI's clock, which is divided by at most this.
FASTEST_HZ, SLOWEST = 24_000_000, 256
MOST_BITS = 8
# The SAMD51's serial units: pins that send, pins that receive (those that send can, too, alone).
UARTS: tuple[tuple[frozenset[str], frozenset[str]], ...] = tuple(
    (frozenset(outputs.split()), frozenset(inputs.split())) for outputs, inputs in (
        ("PA04", "PA05 PA06 PA07"), ("", "PA01 PA30 PA31"), ("PA12", "PA13 PA14 PA15"),
        ("PA13 PB08 PB12", "PA12 PA14 PA15 PB13 PB14 PB15"),
        ("PB02 PB16", "PB00 PB01 PB03 PB17 PB22 PB23 PB30")))
# Pins that can stop the other side, or be stopped by it.
FLOW = frozenset(["PA06", "PA07", "PA14", "PA15", "PB00", "PB01", "PB14", "PB15", "PB22", "PB23",
                  "PB30"])


class I2C(LockedBus):
    """Raises RuntimeError on pins that nothing pulls up: only the board's own are."""

    def __init__(self, scl: Pin, sda: Pin, *, frequency: int = 100_000, timeout: int = 255):
        self._frequency = int_min(frequency, 1, "frequency")
        word(timeout)
        self._claim(scl=scl, sda=sda)
        if not all(line.high for line in self._pins):
            self.deinit()
            raise RuntimeError("No pull up found on SDA or SCL; check your wiring")

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


class BaseSPI(LockedBus):
    """An SPI bus; MISO reads the pin's level, unless a selected device answers."""

    def __init__(self, clock: Pin, MOSI: Pin | None = None, MISO: Pin | None = None):
        data = {name: pin for name, pin in (("MOSI", MOSI), ("MISO", MISO)) if pin is not None}
        self._baudrate = 100_000
        self._claim(clock=clock, **data)
        if not data:
            self.deinit()
            raise RuntimeError
        self._data = dict(zip(data, self._pins[1:], strict=True))

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


class SPI(BaseSPI):
    """An SPI bus whose `frequency` is the requested baud rate."""

    def __init__(self, clock: Pin, MOSI: Pin | None = None, MISO: Pin | None = None,
                 half_duplex: bool = False):
        if half_duplex:
            raise NotImplementedError("half_duplex")
        super().__init__(clock, MOSI, MISO)

    @property
    def frequency(self) -> int:
        self._claimed()
        return self._baudrate


class UART(PinOwner):
    """A serial line without a peer: reading waits for `timeout` seconds and returns None."""

    class Parity:
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
            _check_uart(*(pin._line.chip_name if pin else None for pin in (tx, rx, rts, cts)))
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
        machine.clock.advance(len(data) * 10 * SECOND // max(1, self._baudrate))
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
        machine.clock.advance(max(MS, round(self._timeout * SECOND)))


def _check_uart(tx: str | None, rx: str | None, *flow: str | None) -> None:
    """Check that one of the chip's serial units has all these pins."""
    if tx is None and rx is None:
        raise RuntimeError
    if tx is None:
        fit = any(rx in outputs | inputs for outputs, inputs in UARTS)
    else:
        fit = any(tx in outputs and (rx is None or rx in inputs - {tx})
                  for outputs, inputs in UARTS)
    if not fit or any(pin and pin not in FLOW for pin in flow):
        raise ValueError("Invalid pins")
    if any(flow):
        raise NotImplementedError("a UART with rts or cts is not simulated")


UART.Parity.ODD, UART.Parity.EVEN = UART.Parity(), UART.Parity()
