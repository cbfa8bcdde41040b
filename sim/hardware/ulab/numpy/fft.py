# SPDX-License-Identifier: MIT
"""Fourier transforms; the board's ulab has no complex numbers, so the parts are two arrays."""

from ....ulab.transform import fft, ifft

__all__ = ["fft", "ifft"]
