# SPDX-License-Identifier: MIT
"""From coefficients to samples: Arai's inverse cosine transform, in integers of 32 bits."""

from typing import Any

import numpy as np

# The transform's constants, as fractions of 4,096.
ROOT_2, M2, M4, M5 = (int(value * 4096) for value in (1.41421, 1.08239, 2.61313, 1.84776))
CENTRE = 128


def samples(coefficients: Any, quantizers: Any, flat: Any) -> Any:
    """(…, 8, 8) int16 of (…, 64); `quantizers` is a table for each, or one for all. Blocks that are
    `flat` have one value.
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
    """Of eight values, each an array of them."""
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
