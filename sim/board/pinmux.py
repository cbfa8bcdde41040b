# SPDX-License-Identifier: MIT
"""The SAMD51J20's pins and the peripherals that reach them.

Source: the data sheet, DS60001507, table 6-1, for the package with 64 pins. The chip's own copy, in
`chip/pinmux.c`, has the timers and the analogue inputs.
"""

from collections.abc import Sequence
from dataclasses import dataclass

# Columns: pin; inputs of ADC0 and ADC1 (B); unit and pad of a SERCOM (C, D);
# unit and output of a TC (E) and of two TCCs (F, G).
_TABLE = """
PA00   -  -  -   1.0 2.0 -   -
PA01   -  -  -   1.1 2.1 -   -
PA02   0  -  -   -   -   -   -
PA03   1  -  -   -   -   -   -
PA04   4  -  -   0.0 0.0 -   -
PA05   5  -  -   0.1 0.1 -   -
PA06   6  -  -   0.2 1.0 -   -
PA07   7  -  -   0.3 1.1 -   -
PA08   8  2  0.0 2.1 0.0 0.0 1.4
PA09   9  3  0.1 2.0 0.1 0.1 1.5
PA10  10  -  0.2 2.2 1.0 0.2 1.6
PA11  11  -  0.3 2.3 1.1 0.3 1.7
PA12   -  -  2.0 4.1 2.0 0.6 1.2
PA13   -  -  2.1 4.0 2.1 0.7 1.3
PA14   -  -  2.2 4.2 3.0 2.0 1.2
PA15   -  -  2.3 4.3 3.1 2.1 1.3
PA16   -  -  1.0 3.1 2.0 1.0 0.4
PA17   -  -  1.1 3.0 2.1 1.1 0.5
PA18   -  -  1.2 3.2 3.0 1.2 0.6
PA19   -  -  1.3 3.3 3.1 1.3 0.7
PA20   -  -  5.2 3.2 7.0 1.4 0.0
PA21   -  -  5.3 3.3 7.1 1.5 0.1
PA22   -  -  3.0 5.1 4.0 1.6 0.2
PA23   -  -  3.1 5.0 4.1 1.7 0.3
PA24   -  -  3.2 5.2 5.0 2.2 -
PA25   -  -  3.3 5.3 5.1 -   -
PA27   -  -  -   -   -   -   -
PA30   -  -  7.2 1.2 6.0 2.0 -
PA31   -  -  7.3 1.3 6.1 2.1 -
PB00  12  -  -   5.2 7.0 -   -
PB01  13  -  -   5.3 7.1 -   -
PB02  14  -  -   5.0 6.0 2.2 -
PB03  15  -  -   5.1 6.1 -   -
PB04   -  6  -   -   -   -   -
PB05   -  7  -   -   -   -   -
PB06   -  8  -   -   -   -   -
PB07   -  9  -   -   -   -   -
PB08   2  0  -   4.0 4.0 -   -
PB09   3  1  -   4.1 4.1 -   -
PB10   -  -  -   4.2 5.0 0.4 1.0
PB11   -  -  -   4.3 5.1 0.5 1.1
PB12   -  -  4.0 -   4.0 3.0 0.0
PB13   -  -  4.1 -   4.1 3.1 0.1
PB14   -  -  4.2 -   5.0 4.0 0.2
PB15   -  -  4.3 -   5.1 4.1 0.3
PB16   -  -  5.0 -   6.0 3.0 0.4
PB17   -  -  5.1 -   6.1 3.1 0.5
PB22   -  -  1.2 5.2 7.0 -   -
PB23   -  -  1.3 5.3 7.1 -   -
PB30   -  -  7.0 5.1 0.0 4.0 0.6
PB31   -  -  7.1 5.0 0.1 4.1 0.7
"""
# Units in this package: SERCOM0 to 5, TC0 to 5.
SERCOMS, TCS = 6, 6
# The slowest I2C that CircuitPython sets: a SERCOM's clock does not divide much further.
SLOWEST_I2C_HZ = 95_000

# A peripheral's unit, and its output or pad.
Place = tuple[int, int]
NO_PAD: Place = -1, 0
# The pads that a SERCOM uses: of I2C for SDA and SCL, of SPI for the clock and MOSI, of a UART for
# TX, RTS and CTS. MISO and RX can be on any.
SDA, SCL, SCK, MOSI, TX, RTS, CTS = 0, 1, 1, (0, 3), 0, 2, 3


@dataclass(frozen=True)
class Mux:
    """The peripherals of one pin. SERCOMs, two, and TCCs are in the order of the columns."""

    is_analogue: bool
    sercoms: tuple[Place, ...]
    tc: Place | None
    tccs: tuple[Place, ...]


def _place(word: str, units: int) -> Place | None:
    if word == "-" or int(word[0]) >= units:
        return None
    return int(word[0]), int(word[2])


def _mux(adc0: str, adc1: str, c: str, d: str, e: str, *fg: str) -> Mux:
    return Mux(is_analogue=(adc0, adc1) != ("-", "-"),
               sercoms=tuple(_place(word, SERCOMS) or NO_PAD for word in (c, d)),
               tc=_place(e, TCS),
               tccs=tuple(place for word in fg if (place := _place(word, 8))))


PINS = {pin: _mux(*columns) for pin, *columns in map(str.split, _TABLE.split("\n")[1:-1])}


def i2c_unit(scl: str, sda: str, taken: set[int]) -> int | None:
    """Return the free SERCOM with these pins, None if there is none."""
    for unit, pad in _free(sda, taken):
        if pad == SDA and (unit, SCL) in PINS[scl].sercoms:
            return unit
    return None


def spi_unit(clock: str, mosi: str | None, miso: str | None, taken: set[int]) -> int | None:
    """Return the free SERCOM with these pins, None if there is none."""
    for unit, pad in _free(clock, taken):
        if pad == SCK and _reaches(mosi, unit, MOSI) and _reaches(miso, unit):
            return unit
    return None


def uart_unit(tx: str | None, rx: str | None, rts: str | None, cts: str | None,
              taken: set[int]) -> int | None:
    """Return the free SERCOM that CircuitPython finds for these pins, None if there is none.

    It looks for RTS and CTS in the same column as for TX, and without TX does not look for them.
    """
    if tx is None:
        return next((unit for unit, _ in _free(rx, taken)), None) if rx else None
    for column, (unit, pad) in enumerate(PINS[tx].sercoms):
        flows = all(PINS[pin].sercoms[column][1] == wanted
                    for pin, wanted in ((rts, RTS), (cts, CTS)) if pin)
        pads = [0, 1, 2, 3] if cts is None else [0, 1, 2]
        pads.remove(pad)
        if (unit, pad) in _free(tx, taken) and pad == TX and flows and _reaches(rx, unit, pads):
            return unit
    return None


def _free(pin: str, taken: set[int]) -> list[Place]:
    return [place for place in PINS[pin].sercoms if place != NO_PAD and place[0] not in taken]


def _reaches(pin: str | None, unit: int, pads: Sequence[int] = range(4)) -> bool:
    return pin is None or any(own == unit and pad in pads for own, pad in PINS[pin].sercoms)
