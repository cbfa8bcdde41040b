# SPDX-License-Identifier: MIT
"""Integrals, which no program that was tried uses: they are refused."""

from ....ulab.errors import refused

__all__ = ["quad", "romberg", "simpson", "tanhsinh"]

quad = refused("ulab.scipy.integrate.quad")
romberg = refused("ulab.scipy.integrate.romberg")
simpson = refused("ulab.scipy.integrate.simpson")
tanhsinh = refused("ulab.scipy.integrate.tanhsinh")
