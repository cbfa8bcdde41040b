# SPDX-License-Identifier: MIT
"""Systems of equations, which no program that was tried uses: they are refused."""

from ....ulab.errors import refused

__all__ = ["cho_solve", "solve_triangular"]

cho_solve = refused("ulab.scipy.linalg.cho_solve")
solve_triangular = refused("ulab.scipy.linalg.solve_triangular")
