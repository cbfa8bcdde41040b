# SPDX-License-Identifier: MIT
"""Roots and minima, which no program that was tried uses: they are refused."""

from ....ulab.errors import refused

__all__ = ["bisect", "fmin", "newton"]

bisect = refused("ulab.scipy.optimize.bisect")
fmin = refused("ulab.scipy.optimize.fmin")
newton = refused("ulab.scipy.optimize.newton")
