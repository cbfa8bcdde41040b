# SPDX-License-Identifier: MIT
"""Square matrices."""

from ....ulab.errors import refused
from ....ulab.transform import cholesky, det, inv, norm

__all__ = ["cholesky", "det", "eig", "inv", "norm", "qr"]

eig = refused("ulab.numpy.linalg.eig")
qr = refused("ulab.numpy.linalg.qr")
