# SPDX-License-Identifier: MIT
"""Numbers from memory, and the strengths of frequencies."""

from ...ulab.transform import from_buffer, spectrogram

__all__ = ["from_int16_buffer", "from_int32_buffer", "from_uint16_buffer", "from_uint32_buffer",
           "spectrogram"]

from_int16_buffer, from_uint16_buffer = from_buffer("i2"), from_buffer("u2")
from_int32_buffer, from_uint32_buffer = from_buffer("i4"), from_buffer("u4")
