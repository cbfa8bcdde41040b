# SPDX-License-Identifier: MIT
"""JPEG decoder with the arithmetic and the limits of TJpgDec, CircuitPython's decoder.

`parse` reads the segments before the data: size, sampling and tables. `Scan` decodes the Huffman
codes into coefficients, `samples` transforms those, and `pieces` converts them to RGB565. The data
consist of units: as many blocks of brightness as the sampling has, then one block of each colour.
Marker codes are from ITU-T T.81, errors from `shared-module/jpegio/JpegDecoder.c`.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

ENDED = "Device error or wrong termination of input stream"
NO_MEMORY = "Insufficient memory pool for the image"
LONG_SEGMENT = "Insufficient stream input buffer"
BROKEN = "Data format error (may be broken data)"
UNSUPPORTED = "Not supported JPEG standard"


def wrong(words: str) -> RuntimeError:
    return RuntimeError(words)


CODE_BITS = 16
NONE = -1


class HuffmanTable:
    """Look up a code by the next 16 bits: `codes` holds length times 256 plus value, or NONE."""

    def __init__(self, counts: bytes, values: bytes):
        self.codes = [NONE] * (1 << CODE_BITS)
        code = at = 0
        for length, count in enumerate(counts, 1):
            span = 1 << CODE_BITS - length
            for value in values[at : at + count]:
                first = (code & (1 << length) - 1) * span
                # Where codes overlap, the decoder takes the first.
                if self.codes[first] == NONE:
                    self.codes[first : first + span] = [length << 8 | value] * span
                code += 1
            at += count
            code <<= 1


class Bits:
    """The bits up to the next marker, padded with ones.

    `windows[n]` is the 32 bits that start at byte n; `length` counts the bits that can be read.
    """

    def __init__(self, data: bytes, start: int):
        raw = np.frombuffer(data, np.uint8)[start:]
        ends = np.flatnonzero((raw[:-1] == 0xFF) & (raw[1:] != 0))
        self.marker = int(raw[ends[0] + 1]) if len(ends) else NONE
        end = int(ends[0]) if len(ends) else len(raw)
        self.after = start + end + 2
        content = bytes(raw[:end]).replace(b"\xff\x00", b"\xff")
        if self.marker == NONE:
            content = content.removesuffix(b"\xff") if data[-1:] == b"\xff" else content
        self.length = len(content) * 8
        padded = np.frombuffer(content + b"\xff" * 8, np.uint8).astype(np.int64)
        self.windows = (padded[:-3] << 24 | padded[1:-2] << 16 | padded[2:-1] << 8
                        | padded[3:]).tolist()


START, FRAME, HUFFMAN, QUANTIZERS, RESTARTS, SCAN = b"\xff\xd8", 0xC0, 0xC4, 0xDB, 0xDD, 0xDA
OTHER_STANDARDS = frozenset([*range(0xC1, 0xD0), 0xD9]) - {HUFFMAN, 0xC8, 0xCC}
MEMORY, BUFFER = 3_500, 512
SAMPLINGS = (0x11, 0x21, 0x22)
MOST_DC_BITS = 11

ZIGZAG = sorted(range(64), key=lambda at: (sum(divmod(at, 8)),
                                           divmod(at, 8)[1 - sum(divmod(at, 8)) % 2]))


def _scales() -> Any:
    """The factors that Arai's transform leaves to the quantizers, as fractions of 8,192."""
    row = [1.0, *(math.sqrt(2) * math.cos(number * math.pi / 16) for number in range(1, 8))]
    table = np.array([[int(round(a * b, 5) * 8192) for a in row] for b in row], np.int64)
    table[1, 2] = table[2, 1] = int(1.81226 * 8192)  # rounded up, in the decoder's own table
    return table.reshape(-1)


SCALES = _scales()


@dataclass
class Header:
    """Size, sampling and tables of a picture.

    A unit has `across` × `down` blocks of brightness. The data begin at `start`. A restart marker
    follows every `interval` units unless that is 0. `left` is the decoder's free memory in bytes.
    """

    width: int = 0
    height: int = 0
    components: int = 0
    across: int = 0
    down: int = 0
    interval: int = 0
    start: int = 0
    quantizer_of: list[int] = field(default_factory=list)
    quantizers: dict[int, Any] = field(default_factory=dict)
    tables: dict[tuple[int, int], HuffmanTable] = field(default_factory=dict)
    left: int = MEMORY - BUFFER

    def take(self, size: int) -> None:
        """Allocate `size` bytes of the decoder's memory."""
        self.left -= -(-size // 4) * 4
        if self.left < 0:
            raise wrong(NO_MEMORY)


def parse(data: bytes) -> Header:
    """Read all segments up to the data. Raises RuntimeError in CircuitPython's words."""
    at = data.find(START) + len(START)
    if at < len(START):
        raise wrong(ENDED)
    header = Header()
    while True:
        if len(data) < at + 4:
            raise wrong(ENDED)
        size = int.from_bytes(data[at + 2 : at + 4], "big") - 2
        if size <= 0 or data[at] != 0xFF:
            raise wrong(BROKEN)
        marker, at = data[at + 1], at + 4
        if marker in OTHER_STANDARDS:
            raise wrong(UNSUPPORTED)
        if marker in READERS and size > BUFFER:
            raise wrong(LONG_SEGMENT)
        segment, at = data[at : at + size], at + size
        if len(segment) < size:
            raise wrong(ENDED)
        if marker in READERS:
            READERS[marker](header, segment)
        if marker == SCAN:
            header.start = at
            return header


def _frame(header: Header, segment: bytes) -> None:
    segment = segment.ljust(18, b"\0")
    header.height = int.from_bytes(segment[1:3], "big")
    header.width = int.from_bytes(segment[3:5], "big")
    header.components = segment[5]
    if header.components not in (1, 3):
        raise wrong(UNSUPPORTED)
    for number in range(header.components):
        _, sampling, quantizer = segment[6 + 3 * number : 9 + 3 * number]
        if sampling not in (SAMPLINGS if number == 0 else SAMPLINGS[:1]) or quantizer > 3:
            raise wrong(UNSUPPORTED)
        if number == 0:
            header.across, header.down = divmod(sampling, 16)
        header.quantizer_of.append(quantizer)


def _restarts(header: Header, segment: bytes) -> None:
    header.interval = int.from_bytes(segment[:2], "big")


def _quantizers(header: Header, segment: bytes) -> None:
    while segment:
        if len(segment) < 65 or segment[0] & 0xF0:
            raise wrong(BROKEN)
        header.take(64 * 4)
        table = np.zeros(64, np.int64)
        table[ZIGZAG] = list(segment[1:65])
        header.quantizers[segment[0] & 3] = (table * SCALES).astype(np.int32)
        segment = segment[65:]


def _huffman(header: Header, segment: bytes) -> None:
    while segment:
        if len(segment) < 17 or segment[0] & 0xEE:
            raise wrong(BROKEN)
        kind, number = divmod(segment[0], 16)
        counts = segment[1:17]
        total = sum(counts)
        header.take(16)
        header.take(2 * total)
        values, segment = segment[17 : 17 + total], segment[17 + total :]
        if len(values) < total:
            raise wrong(BROKEN)
        header.take(total)
        if kind == 0 and any(value > MOST_DC_BITS for value in values):
            raise wrong(BROKEN)
        header.tables[number, kind] = HuffmanTable(counts, values)


def _scan(header: Header, segment: bytes) -> None:
    """Check that all tables the picture needs have been read."""
    if not (header.width and header.height):
        raise wrong(BROKEN)
    if segment[0] != header.components:
        raise wrong(UNSUPPORTED)
    for number in range(header.components):
        if segment[2 + 2 * number : 3 + 2 * number] not in (b"\x00", b"\x11"):
            raise wrong(UNSUPPORTED)
        table = min(number, 1)
        if not {(table, 0), (table, 1)} <= header.tables.keys() or \
                header.quantizer_of[number] not in header.quantizers:
            raise wrong(BROKEN)
    blocks = header.across * header.down
    header.take(max(blocks * 64 * 2 + 64, 256))
    header.take((blocks + 2) * 64 * 2)


READERS = {FRAME: _frame, HUFFMAN: _huffman, QUANTIZERS: _quantizers, RESTARTS: _restarts,
           SCAN: _scan}


RESTART = 0xD0
ONES = (1 << 32) - 1


class Scan:
    """Decode the data as far as they can be read.

    `coefficients` is (units, blocks, 64), row by row; `flat` marks the blocks that have only their
    first coefficient. `error` says why units are missing, and is None for a whole picture.
    """

    def __init__(self, data: bytes, header: Header):
        self._data = data
        self._header = header
        self._blocks = header.across * header.down + (2 if header.components == 3 else 0)
        self._places: list[int] = []
        self._values: list[int] = []
        self._flat: list[bool] = []
        self._bits = Bits(data, header.start)
        self._at = self._reach = 0
        self.units = 0
        self.error: RuntimeError | None = None
        try:
            self._read(_units(header))
        except RuntimeError as error:
            self.error = error
        self._gather()

    def _read(self, count: int) -> None:
        colours = range(self._blocks - 2) if self._header.components == 3 else range(self._blocks)
        order = [*[0] * len(colours), *range(1, self._header.components)]
        before = [0, 0, 0]
        interval = self._header.interval
        for number in range(count):
            if interval and number and number % interval == 0:
                self._restart(number // interval - 1)
                before = [0, 0, 0]
            for at, component in enumerate(order):
                before[component] = self._block(number * self._blocks + at, component,
                                                before[component])
            self.units = number + 1

    def _restart(self, number: int) -> None:
        """Continue after the next marker, which must be restart `number`.

        The decoder looks for the marker behind the last byte that it has loaded.
        """
        loaded, held = -(-self._reach // 8), self._bits.length // 8
        if self._bits.marker == NONE and held - loaded < 2:
            raise wrong(ENDED)
        if loaded < held or self._bits.marker != RESTART | number & 7:
            raise wrong(BROKEN)
        self._bits = Bits(self._data, self._bits.after)
        self._at = self._reach = 0

    def _block(self, block: int, component: int, before: int) -> int:
        """Decode one block; returns its first coefficient, which predicts the next block's."""
        tables = self._header.tables
        first, others = (tables[min(component, 1), kind].codes for kind in (0, 1))
        value = before
        size = self._code(first)
        if size:
            value += self._number(size)
        place = block * 64
        self._places.append(place)
        self._values.append(value)
        at = 1
        while at < 64:
            code = self._code(others)
            if code == 0:
                break
            at += code >> 4
            if at >= 64:
                raise wrong(BROKEN)
            if code & 15:
                self._values.append(self._number(code & 15))
                self._places.append(place + ZIGZAG[at])
            at += 1
        self._flat.append(at == 1)
        return (value + 0x8000 & 0xFFFF) - 0x8000

    def _code(self, codes: list[int]) -> int:
        found = codes[self._peek(CODE_BITS)]
        if found == NONE:
            raise wrong(BROKEN)
        self._at += found >> 8
        return found & 0xFF

    def _number(self, size: int) -> int:
        """Read a number of `size` bits; it is negative if its highest bit is 0."""
        value = self._peek(size)
        self._at += size
        return value if value >> size - 1 else value - (1 << size) + 1

    def _peek(self, size: int) -> int:
        """Return the next bits. Raises RuntimeError where the data end without a marker."""
        at, bits = self._at, self._bits
        self._reach = max(self._reach, at + size)
        if at + size > bits.length and bits.marker == NONE:
            raise wrong(ENDED)
        byte = at >> 3
        window = bits.windows[byte] if byte < len(bits.windows) else ONES
        return window >> 32 - size - (at & 7) & (1 << size) - 1

    def _gather(self) -> None:
        """Build the arrays from the blocks of whole units."""
        blocks = self.units * self._blocks
        coefficients = np.zeros(blocks * 64, np.int32)
        places = np.array(self._places, np.int64)
        values = np.array(self._values, np.int64).astype(np.int32)
        whole = places < blocks * 64
        coefficients[places[whole]] = values[whole]
        self.coefficients: Any = coefficients.reshape(self.units, self._blocks, 64)
        self.flat: Any = np.array(self._flat[:blocks], np.bool_).reshape(self.units, self._blocks)


def _units(header: Header) -> int:
    columns, rows = -(-header.width // (8 * header.across)), -(-header.height // (8 * header.down))
    return columns * rows


# The transform's constants, as fractions of 4,096.
ROOT_2, M2, M4, M5 = (int(value * 4096) for value in (1.41421, 1.08239, 2.61313, 1.84776))
CENTRE = 128


def samples(coefficients: Any, quantizers: Any, flat: Any) -> Any:
    """Apply Arai's inverse cosine transform in 32-bit integers: (…, 64) to (…, 8, 8) int16.

    `quantizers` is one table, or one for each block. A `flat` block has one value everywhere.
    """
    scaled = coefficients * quantizers >> 8
    blocks = scaled.reshape(*scaled.shape[:-1], 8, 8)
    columns = _inverse([blocks[..., number, :] for number in range(8)])
    by_rows = np.stack(columns, axis=-2)
    by_rows[..., 0] += CENTRE << 8
    result = np.stack(_inverse([by_rows[..., number] for number in range(8)]), axis=-1) >> 8
    single = np.trunc(scaled[..., 0] / 256).astype(np.int32) + CENTRE
    return np.where(flat[..., None, None], single[..., None, None], result).astype(np.int16)


def _times(values: Any, factor: int) -> Any:
    return values * np.int32(factor) >> 12


def _inverse(given: list[Any]) -> list[Any]:
    """Transform eight values, each of them an array."""
    even, odd = _even(given), _odd(given)
    return [*(e + o for e, o in zip(even, odd, strict=True)),
            *(e - o for e, o in zip(even[::-1], odd[::-1], strict=True))]


def _even(given: list[Any]) -> list[Any]:
    plus, minus = given[0] + given[4], given[0] - given[4]
    both = given[2] + given[6]
    turned = _times(given[2] - given[6], ROOT_2) - both
    return [plus + both, minus + turned, minus - turned, plus - both]


def _odd(given: list[Any]) -> list[Any]:
    a, b = given[1] - given[7], given[1] + given[7]
    c, d = given[5] - given[3], given[5] + given[3]
    first = b + d
    turn = _times(a + c, M5)
    second = turn - _times(c, M4) - first
    third = _times(b - d, ROOT_2) - second
    return [first, second, third, turn - _times(a, M2) - third]


# The colours' shares, as fractions of 1,024.
RED, GREEN_BLUE, GREEN_RED, BLUE = (int(share * 1024) for share in (1.402, 0.344, 0.714, 1.772))
SMALLEST = 3


def pieces(data: bytes, header: Header, scale: int) -> Iterator[tuple[int, int, Any]]:
    """Yield (x, y, pixels) of each unit in the decoder's order.

    Pixels are RGB565 with swapped bytes, reduced by 2 ** `scale`. Raises RuntimeError after the
    last unit that could be read.
    """
    scan = Scan(data, header)
    pixels = _packed(_colours(scan, header, scale))
    across, down = header.across * 8, header.down * 8
    columns = -(-header.width // across)
    for number, unit in enumerate(pixels):
        y, x = (number // columns) * down, (number % columns) * across
        width = min(across, header.width - x) >> scale
        height = min(down, header.height - y) >> scale
        if width and height:
            yield x >> scale, y >> scale, _as_read(unit[:height, :width])
    if scan.error:
        raise scan.error


def _as_read(unit: Any) -> Any:
    """Shift the rows of a unit of odd width as CircuitPython does.

    Its bitmap of a unit has rows of whole words, so there each row begins a pixel early.
    """
    height, width = unit.shape
    if width % 2 == 0:
        return unit
    places = np.arange(height)[:, None] * (width - 1) + np.arange(width)
    return unit.reshape(-1)[places]


def _colours(scan: Scan, header: Header, scale: int) -> Any:
    """Return the colours of all units, (units, rows, columns, 3) uint8."""
    light, blue, red = _planes(scan, header, scale == SMALLEST)
    result = np.stack([
        _clipped(light + _share(RED * red)),
        _clipped(light - _share(GREEN_BLUE * blue + GREEN_RED * red)),
        _clipped(light + _share(BLUE * blue))], axis=-1)
    return result if scale in (0, SMALLEST) else _reduced(result, 1 << scale)


def _planes(scan: Scan, header: Header, single: bool) -> tuple[Any, Any, Any]:
    """Return brightness, blue and red of each unit; if `single`, one value for each block."""
    count = header.across * header.down
    tables = [header.quantizers[number] for number in header.quantizer_of]
    flat = np.ones_like(scan.flat) if single else scan.flat
    quantizers = np.stack([*[tables[0]] * count, *tables[1:]])
    blocks = samples(scan.coefficients, quantizers, flat).astype(np.int32)
    size = 1 if single else 8
    blocks = blocks[..., :size, :size]
    light = blocks[:, :count].reshape(-1, header.down, header.across, size, size)
    light = light.transpose(0, 1, 3, 2, 4).reshape(-1, header.down * size, header.across * size)
    if header.components == 1:
        return light, np.zeros_like(light), np.zeros_like(light)
    blue, red = (np.repeat(np.repeat(blocks[:, number], header.down, 1), header.across, 2) - CENTRE
                 for number in (count, count + 1))
    return light, blue, red


def _share(products: Any) -> Any:
    """Divide by 1,024 towards 0, as C does."""
    return np.trunc(products / 1024).astype(np.int32)


def _clipped(values: Any) -> Any:
    """Clip to a byte through the decoder's table of 1,024 entries; values beyond it wrap."""
    folded = values & 0x3FF
    return np.where(folded < 512, np.minimum(folded, 255), 0).astype(np.uint8)


def _reduced(colours: Any, size: int) -> Any:
    """Return the mean of each square, rounded down."""
    units, rows, columns, _ = colours.shape
    squares = colours.reshape(units, rows // size, size, columns // size, size, 3)
    return (squares.sum(axis=(2, 4), dtype=np.int32) // (size * size)).astype(np.uint8)


def _packed(colours: Any) -> Any:
    red, green, blue = colours.astype(np.uint16).transpose(3, 0, 1, 2)
    return (red >> 3 << 11 | green >> 2 << 5 | blue >> 3).byteswap()
