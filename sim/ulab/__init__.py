# SPDX-License-Identifier: MIT
"""The arrays of ulab 6.12 by numpy: its types, its arithmetic and its functions on them."""
