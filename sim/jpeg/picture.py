# SPDX-License-Identifier: MIT
"""From samples to RGB565: colours, reduced size, and units put side by side."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from .header import Header
from .scan import Scan
from .transform import CENTRE, samples

# The colours' shares, as fractions of 1,024.
RED, GREEN_BLUE, GREEN_RED, BLUE = (int(share * 1024) for share in (1.402, 0.344, 0.714, 1.772))
SMALLEST = 3


def pieces(data: bytes, header: Header, scale: int) -> Iterator[tuple[int, int, Any]]:
    """(x, y, pixels) of each unit as the decoder hands it on; pixels are RGB565 with swapped bytes,
    reduced by 2 ** `scale`. Raises RuntimeError after the last that could be read.
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
    """The bitmap that the core makes of a unit has rows of whole words, so in one of an odd width
    each row begins a pixel early.
    """
    height, width = unit.shape
    if width % 2 == 0:
        return unit
    places = np.arange(height)[:, None] * (width - 1) + np.arange(width)
    return unit.reshape(-1)[places]


def _colours(scan: Scan, header: Header, scale: int) -> Any:
    """(units, rows, columns, 3) uint8."""
    light, blue, red = _planes(scan, header, scale == SMALLEST)
    result = np.stack([
        _clipped(light + _share(RED * red)),
        _clipped(light - _share(GREEN_BLUE * blue + GREEN_RED * red)),
        _clipped(light + _share(BLUE * blue))], axis=-1)
    return result if scale in (0, SMALLEST) else _reduced(result, 1 << scale)


def _planes(scan: Scan, header: Header, single: bool) -> tuple[Any, Any, Any]:
    """Brightness, blue and red of each unit; if `single`, a value for each block."""
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
    """C divides towards 0."""
    return np.trunc(products / 1024).astype(np.int32)


def _clipped(values: Any) -> Any:
    """To a byte, by a table of 1,024 entries: what is far out comes round again."""
    folded = values & 0x3FF
    return np.where(folded < 512, np.minimum(folded, 255), 0).astype(np.uint8)


def _reduced(colours: Any, size: int) -> Any:
    """The mean of each square, cut off."""
    units, rows, columns, _ = colours.shape
    squares = colours.reshape(units, rows // size, size, columns // size, size, 3)
    return (squares.sum(axis=(2, 4), dtype=np.int32) // (size * size)).astype(np.uint8)


def _packed(colours: Any) -> Any:
    red, green, blue = colours.astype(np.uint16).transpose(3, 0, 1, 2)
    return (red >> 3 << 11 | green >> 2 << 5 | blue >> 3).byteswap()
